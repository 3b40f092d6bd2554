/** Sends requests to an S3 store: each is signed, retried after temporary failures, and ends with an answer or a FileStoreError. */
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import { hideFromLog } from "../log.ts";
import { FileStoreError } from "./file-store.ts";
import { createS3Signer, refusalCode, sendingMs, type S3Account, type S3Request } from "./s3-protocol.ts";
import { StorageFullError } from "./storage-full.ts";

/** The operator's own setting: unlike portals and webhooks it may be any address. */
export interface S3ClientOptions extends S3Account {
  /** The longest time until an answer begins, and between two parts of it. */
  silenceMs?: number;
}

/** The content to store under a key; opened again for each try. */
interface Content {
  sha256: Buffer;
  bytes: number;
  open: () => Uint8Array | Readable;
}

interface ClientRequest extends Omit<S3Request, "query" | "sha256"> {
  body?: Content;
  /** The maximum number of tries. */
  tries?: number;
  /** The time limit of all tries together. */
  withinMs?: number;
}

type S3Answer = Dispatcher.ResponseData;

export interface S3Client {
  /** The answer, whose body must be read or dumped; null when the key does not exist. @throws FileStoreError; or the error of `open` */
  send(request: ClientRequest): Promise<S3Answer | null>;
  /** Stores the content, replacing what the key had. @throws like `send` */
  put(key: string, content: Content): Promise<void>;
  /** The whole content; null when the key does not exist. @throws like `send` */
  get(key: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/**
 * For requests while a lock or a transaction is held, which make others wait for a silent store. After a timeout the caller or
 * the next sweep tries again.
 */
export const UNDER_LOCK_MS = 3_000;

const TRIES = 3;
const FIRST_PAUSE_MS = 150;
const CONNECT_TIMEOUT_MS = 4_000;
const SILENCE_MS = 10_000;
const CONTENT = { "content-type": "application/octet-stream" };

export function openS3Client({ silenceMs = SILENCE_MS, ...account }: S3ClientOptions): S3Client {
  const agent = new Agent({ allowH2: false, connect: { timeout: CONNECT_TIMEOUT_MS }, bodyTimeout: silenceMs });
  const showInLog = hideFromLog(account.secretAccessKey);
  const sign = createS3Signer(account);
  const { host } = new URL(account.endpoint);

  const sendOnce = async ({ body, ...request }: ClientRequest, signal: AbortSignal | null): Promise<S3Answer> => {
    const { url, method, headers } = await sign({ ...request, ...(body && { sha256: body.sha256 }) });
    return agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers, ...(body && { "content-length": String(body.bytes) }) },
      body: body?.open() ?? null,
      headersTimeout: silenceMs + sendingMs(body?.bytes ?? 0),
      signal,
    });
  };

  const send = async ({ tries = TRIES, withinMs, ...request }: ClientRequest): Promise<S3Answer | null> => {
    const signal = withinMs === undefined ? null : AbortSignal.timeout(withinMs);
    for (let attempt = 1; ; attempt += 1) {
      const { answer, failure, mayPass } = await outcomeOf(host, sendOnce(request, signal));
      if (answer !== undefined) return answer;
      if (!mayPass || attempt >= tries || signal?.aborted === true) throw failure;
      await delay(FIRST_PAUSE_MS * 3 ** (attempt - 1) * (0.5 + Math.random()));
    }
  };

  return {
    send,
    async put(key, body) {
      const answer = await send({ method: "PUT", key, headers: CONTENT, body });
      if (answer === null) throw new FileStoreError(`The file store at ${host} answered 404 to the writing of a file`);
      await answer.body.dump();
    },
    async get(key) {
      const answer = await send({ method: "GET", key });
      if (answer === null) return null;
      try {
        return Buffer.from(await answer.body.arrayBuffer());
      } catch (cause) {
        throw new FileStoreError("The file store broke off in the middle of a file", { cause });
      }
    },
    async close() {
      await agent.close();
      showInLog();
    },
  };
}

type Outcome =
  | { answer: S3Answer | null; failure?: never; mayPass?: never }
  | { answer?: never; failure: unknown; mayPass: boolean };

async function outcomeOf(host: string, sent: Promise<S3Answer>): Promise<Outcome> {
  try {
    const answer = await sent;
    const { statusCode: status } = answer;
    if (status === 200 || status === 204 || status === 206) return { answer };
    const word = await codeIn(answer);
    if (status === 404 && word !== "NoSuchBucket") return { answer: null };
    const said = `The file store at ${host} answered ${status} ${word}`.trimEnd();
    if (status === 507 || FULL_WORDS.has(word)) return { failure: new StorageFullError(said), mayPass: false };
    const failure = new FileStoreError(said);
    return { failure, mayPass: status >= 500 || status === 429 };
  } catch (cause) {
    const code = codeOf(cause);
    // An error without a code is not a connection error: the content could not be read, or is wrong.
    if (code === null) return { failure: cause, mayPass: false };
    return {
      failure: new FileStoreError(`The file store at ${host} cannot be reached (${code})`, { cause }),
      mayPass: true,
    };
  }
}

function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  // From `withinMs`; its code is a number.
  if (cause.name === "TimeoutError") return "no answer in time";
  return "code" in cause ? String(cause.code) : null;
}

/** The codes of S3-compatible stores for a write without space. */
const FULL_WORDS = new Set([
  "InsufficientStorage",
  "QuotaExceeded",
  "XMinioStorageFull",
  "XMinioAdminBucketQuotaExceeded",
]);

const REFUSAL_BYTES_MAX = 16 * 1024;

async function codeIn({ body }: S3Answer): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > REFUSAL_BYTES_MAX) break;
  }
  return refusalCode(text);
}
