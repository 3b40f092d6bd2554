/** A folder of an SFTP server as a destination: a file is written under a temporary name, then renamed. */
import type { Readable } from "node:stream";
import { SLOWEST_BYTES_PER_MS } from "../files/s3-protocol.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { RunDetail } from "../records/data-delivery.ts";
import { deletedIfAllowed, DestinationError, TEST_FILE, TEST_TEXT, type DestinationConnection } from "./contract.ts";
import type { Asking, SftpLogin, SftpPlace, SftpSession } from "./sftp-session.ts";
import { cutEnd } from "../domain/text.ts";

/** Every server accepts this much in one packet. */
const PACKET_BYTES = 32 * 1024;
/** Packets sent without waiting for the answers, so that a distant server is fast too. */
const PACKETS_UNDER_WAY = 16;

/** How long a server may take, so that a slow one does not block other deliveries forever. */
export interface Patience {
  /** Without an answer. */
  silenceMs?: number;
  /** For a file of any size. */
  fileMs?: number;
  /** What a slow connection sends in a millisecond: a file has as much more time as this takes. */
  bytesPerMs?: number;
}
const FILE_MS = 120_000;

export function openFolder(
  outbound: Pick<Outbound, "connect">,
  place: SftpPlace,
  login: SftpLogin,
  /** Receives the key of a server that accepted the login. */
  keepHostKey: (hostKey: string) => Promise<void>,
  { silenceMs, fileMs = FILE_MS, bytesPerMs = SLOWEST_BYTES_PER_MS }: Patience = {},
): DestinationConnection {
  let opened: SftpSession | null = null;
  const open = async (signal: AbortSignal): Promise<SftpSession> => {
    if (opened !== null) return opened;
    const { openSession } = await import("./sftp-session.ts");
    opened = await openSession(outbound, place, login, { signal, silenceMs });
    if (place.host_key_sha256 === null) await keepHostKey(opened.hostKey);
    return opened;
  };
  const folder = cutEnd(place.path, /\//);
  const pathOf = (name: string) => `${folder}/${name}`;

  return {
    place: place.host,
    async send({ name, bytes, open: read }, signal) {
      const session = await open(signal);
      const draft = pathOf(`.${name}.part`);
      const stopTimer = session.endAfter(fileMs + bytes / bytesPerMs);
      try {
        await writeAll(session, draft, await read());
        const { size } = await asked<{ size: number }>(session, (sftp, done) => sftp.stat(draft, done));
        if (size !== bytes) throw new DestinationError("refused", `the server kept ${size} of ${bytes} bytes`);
        await replace(session, draft, pathOf(name));
      } catch (error) {
        // A partial file takes space that the next try may need. If the connection is gone, that try overwrites it.
        await asked(session, (sftp, done) => sftp.unlink(draft, done)).catch(() => {});
        throw error;
      } finally {
        stopTimer();
      }
    },
    async test(signal) {
      const session = await open(signal);
      const path = pathOf(TEST_FILE);
      const handle = await asked<Buffer>(session, (sftp, done) => sftp.open(path, "w", done));
      const text = Buffer.from(TEST_TEXT);
      await asked(session, (sftp, done) => sftp.write(handle, text, 0, text.length, 0, done));
      await asked(session, (sftp, done) => sftp.close(handle, done));
      await deletedIfAllowed(asked(session, (sftp, done) => sftp.unlink(path, done)));
    },
    close: () => opened?.close(),
  };
}

async function writeAll(session: SftpSession, path: string, source: Readable): Promise<void> {
  try {
    const handle = await asked<Buffer>(session, (sftp, done) => sftp.open(path, "w", done));
    const close = () => asked(session, (sftp, done) => sftp.close(handle, done));
    await writePackets(session, handle, source).catch(async (error: unknown) => {
      // Some servers cannot delete an open file.
      await close().catch(() => {});
      throw error;
    });
    await close();
  } finally {
    source.destroy();
  }
}

async function writePackets(session: SftpSession, handle: Buffer, source: Readable): Promise<void> {
  let position = 0;
  const underWay = new Set<Promise<unknown>>();
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
      const packet = chunk.subarray(at, at + PACKET_BYTES);
      const from = position;
      const written = asked(session, (sftp, done) => sftp.write(handle, packet, 0, packet.length, from, done));
      position += packet.length;
      const counted: Promise<unknown> = written.then(() => underWay.delete(counted));
      // The error is handled where the promise is awaited.
      counted.catch(() => {});
      underWay.add(counted);
      if (underWay.size >= PACKETS_UNDER_WAY) await Promise.race(underWay);
    }
  }
  await Promise.all(underWay);
}

/** OpenSSH's extension replaces atomically. Without it an old file is deleted first, so for a moment there is none. */
async function replace(session: SftpSession, from: string, to: string): Promise<void> {
  try {
    return await session.ask<void>((sftp, done) => {
      try {
        sftp.ext_openssh_rename(from, to, done);
      } catch {
        done(new Error("the server does not know this extension"));
      }
    });
  } catch (error) {
    if (error instanceof DestinationError) throw error;
  }
  const rename = () => asked(session, (sftp, done) => sftp.rename(from, to, done));
  try {
    // A new name needs no deletion, for which we may lack the permission.
    return await rename();
  } catch (error) {
    if (!(error instanceof DestinationError) || error.detail === "unreachable") throw error;
  }
  await asked(session, (sftp, done) => sftp.unlink(to, done)).catch((failure: unknown) => {
    if (!(failure instanceof DestinationError) || failure.detail !== "no_such_place") throw failure;
  });
  await rename();
}

/** Status codes of SFTP version 3. */
const DETAILS = new Map<unknown, RunDetail>([
  [2, "no_such_place"],
  [3, "not_allowed"],
  [6, "unreachable"],
  [7, "unreachable"],
]);

/** Sends one request. @throws DestinationError with the meaning of the server's status */
const asked = <T = void>(session: SftpSession, work: Asking<T>): Promise<T> =>
  session.ask<T>(work).catch((error: unknown) => {
    if (error instanceof DestinationError || !(error instanceof Error)) throw error;
    const code = "code" in error ? error.code : null;
    // An abort is passed on: it is not an answer of the server.
    if (typeof code !== "number") throw error;
    throw new DestinationError(DETAILS.get(code) ?? "refused", `the server answered status ${code}`);
  });

/** True for a private key that can be used without a passphrase. */
export async function isPrivateKey(text: string): Promise<boolean> {
  const { default: ssh2 } = await import("ssh2");
  const parsed = ssh2.utils.parseKey(text);
  return !(parsed instanceof Error) && parsed.isPrivateKey();
}
