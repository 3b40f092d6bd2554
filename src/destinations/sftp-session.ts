/** A connection to an SFTP server: before the login is sent, its host key must be the known one, where one is known; and it must answer in time. */
import { createHash } from "node:crypto";
import ssh2, { type AuthHandlerMiddleware, type SFTPWrapper } from "ssh2";
import type { Outbound } from "../outbound/outbound.ts";
import type { Destination } from "../records/delivery-destination.ts";
import { DestinationError, reached } from "./contract.ts";
import { cutEnd } from "../domain/text.ts";

export type SftpPlace = Extract<Destination, { kind: "sftp" }>;

export interface SftpLogin {
  password?: string | undefined;
  private_key?: string | undefined;
}

type Done<T> = (error: Error | undefined | null, value?: T) => void;
export type Asking<T> = (sftp: SFTPWrapper, done: Done<T>) => void;

export interface SftpSession {
  /** The fingerprint the server showed. */
  hostKey: string;
  /** Sends one request and waits for at most the allowed silence. @throws DestinationError */
  ask<T>(work: Asking<T>): Promise<T>;
  /** Ends the session unless the returned function is called in time. */
  endAfter(milliseconds: number): () => void;
  close(): void;
}

const CONNECT_MS = 10_000;
const READY_MS = 20_000;
/** The longest time for one answer. */
const SILENCE_MS = 60_000;

/** SHA256:… as `ssh-keygen -lf` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${cutEnd(createHash("sha256").update(key).digest("base64"), /=/)}`;

export async function openSession(
  outbound: Pick<Outbound, "connect">,
  place: SftpPlace,
  login: SftpLogin,
  { signal, silenceMs = SILENCE_MS }: { signal: AbortSignal; silenceMs?: number | undefined },
): Promise<SftpSession> {
  const client = new ssh2.Client();
  const broken = Promise.withResolvers<never>();
  // There may be no waiter when it breaks, so the rejection is handled here.
  broken.promise.catch(() => {});
  const fail = (error: unknown): void => broken.reject(error);
  const abort = (): void => fail(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  let hostKey = "";
  const close = (): void => {
    signal.removeEventListener("abort", abort);
    fail(new DestinationError("unreachable", "the session is over"));
    client.destroy();
  };
  const endAfter = (milliseconds: number): (() => void) => {
    const late = () => fail(new DestinationError("unreachable", "the server took too long"));
    const timer = setTimeout(late, milliseconds);
    return () => clearTimeout(timer);
  };
  /** The server's answer, unless it is silent for too long or the session ends. */
  const inTime = async <T>(question: (done: Done<T>) => void): Promise<T> => {
    const stopTimer = endAfter(silenceMs);
    try {
      return await Promise.race([answered<T>(question), broken.promise]);
    } finally {
      stopTimer();
    }
  };
  try {
    signal.throwIfAborted();
    const { host, port } = place;
    const sock = await reached("the server", outbound.connect({ host, port }, { timeoutMs: CONNECT_MS, signal }));
    client.on("error", (error) => fail(failureOf(error)));
    client.on("close", () => fail(new DestinationError("unreachable", "the server closed the connection")));
    // Some servers ask for the password only in this way; more than one prompt is meant for a person.
    client.on("keyboard-interactive", (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.length === 1 ? [login.password ?? ""] : []),
    );
    const ready = new Promise<void>((resolve) => client.on("ready", resolve));
    client.connect({
      sock,
      username: place.username,
      ...(login.private_key === undefined ? { password: login.password ?? "" } : { privateKey: login.private_key }),
      tryKeyboard: true,
      authHandler: onceBy(login),
      readyTimeout: READY_MS,
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
      // Called with the key itself, since no hash is requested.
      hostVerifier: (key: Buffer) => {
        hostKey = fingerprintOf(key);
        if (place.host_key_sha256 === null || place.host_key_sha256 === hostKey) return true;
        fail(new DestinationError("host_key_changed", "the server shows another host key", { seen: hostKey }));
        return false;
      },
    });
    await Promise.race([ready, broken.promise]);
    const sftp = await inTime<SFTPWrapper>((done) => client.sftp(done)).catch((cause: unknown) => {
      if (cause instanceof DestinationError || signal.aborted) throw cause;
      throw new DestinationError("not_allowed", "the server offers no SFTP to this user", { cause });
    });
    const ask = <T>(work: Asking<T>): Promise<T> => inTime((done) => work(sftp, done));
    return { hostKey, ask, endAfter, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** One try, by the method that the server wants: a second wrong one could lock the user out. */
function onceBy({ private_key }: SftpLogin): AuthHandlerMiddleware {
  let isTried = false;
  return (offered, _partial, next) => {
    // The first call only asks for the offered methods.
    if (offered === null) return next("none");
    // False means no more methods: documented by the library, but missing in its types.
    if (isTried) return next(false as never);
    isTried = true;
    if (private_key !== undefined) return next("publickey");
    return next(offered.includes("password") ? "password" : "keyboard-interactive");
  };
}

function answered<T>(work: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    // A request without a result has the type void.
    work((error, value) => (error ? reject(error) : resolve(value as T)));
  });
}

/** By the stage at which the connection failed, which the library calls the level of the error. */
function failureOf(error: Error & { level?: string }): DestinationError {
  if (error.level === "client-authentication")
    return new DestinationError("wrong_credentials", "the server refused the user");
  return new DestinationError("unreachable", `the connection failed (${error.level ?? "unknown"})`);
}
