/** One request to an S3 store: signed, tried again when what failed may pass, and sorted into an answer or a FilesAwayError. */
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher } from "undici";
import { hideFromLog } from "../log.ts";
import { FilesAwayError } from "./file-store.ts";
import { StorageFullError } from "./storage-full.ts";

/** Where the bucket is and who asks. The operator's own setting: unlike portals and webhooks it may be any address. */
export interface S3Account {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. The bucket follows in the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long it may say nothing: until an answer begins, and between two parts of it. */
  silenceMs?: number;
}

interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Of plain letters, digits, `-`, `_`, `.` and `/`. */
  key: string;
  headers?: Record<string, string>;
  body?: { sha256: Buffer; bytes: number; open: () => Uint8Array | Readable };
  /** How often at most; a request is repeatable as a whole. */
  tries?: number;
  /** All tries together time out after so long. */
  withinMs?: number;
}

type S3Answer = Dispatcher.ResponseData;

export interface S3Door {
  /** A good answer, whose body must be read or dumped; null when nothing has the key. @throws FilesAwayError; or what `open` failed with */
  send(request: S3Request): Promise<S3Answer | null>;
  close(): Promise<void>;
}

/**
 * For what must be asked while a lock or a transaction is held: so long others wait for a store that says nothing. What is given
 * up is tried again by whoever asked, or by the next sweep.
 */
export const UNDER_LOCK_MS = 3_000;

const TRIES = 3;
const FIRST_PAUSE_MS = 150;
const CONNECT_TIMEOUT_MS = 4_000;
const SILENCE_MS = 10_000;
/** A slow line is given its time: this many bytes sent are worth a millisecond more. */
const SLOWEST_BYTES_PER_MS = 50;

export function openS3Door(account: S3Account): S3Door {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, silenceMs = SILENCE_MS } = account;
  const agent = new Agent({ allowH2: false, connect: { timeout: CONNECT_TIMEOUT_MS }, bodyTimeout: silenceMs });
  const showInLog = hideFromLog(secretAccessKey);
  const signingKeys = new Map<string, ArrayBuffer>();
  const { host } = new URL(endpoint);

  const sendOnce = async (request: S3Request, signal: AbortSignal | null): Promise<S3Answer> => {
    const { method, key, headers = {}, body } = request;
    // Signed anew for each try and by the clock of the machine, since the other side holds it against its own.
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}/${key}`,
      headers: { ...headers, "x-amz-content-sha256": body === undefined ? EMPTY : body.sha256.toString("hex") },
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      cache: signingKeys,
    });
    const signed = await signer.sign();
    return agent.request({
      origin: signed.url.origin,
      path: `${signed.url.pathname}${signed.url.search}`,
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body === undefined ? {} : { "content-length": String(body.bytes) }),
      },
      body: body?.open() ?? null,
      headersTimeout: silenceMs + (body?.bytes ?? 0) / SLOWEST_BYTES_PER_MS,
      signal,
    });
  };

  return {
    async send(request) {
      const { tries = TRIES, withinMs } = request;
      const signal = withinMs === undefined ? null : AbortSignal.timeout(withinMs);
      for (let attempt = 1; ; attempt += 1) {
        const { answer, failure, mayPass } = await sorted(host, sendOnce(request, signal));
        if (answer !== undefined) return answer;
        if (!mayPass || attempt >= tries || signal?.aborted === true) throw failure;
        await delay(FIRST_PAUSE_MS * 3 ** (attempt - 1) * (0.5 + Math.random()));
      }
    },
    async close() {
      await agent.close();
      showInLog();
    },
  };
}

/** SHA-256 of no bytes. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

type Outcome =
  | { answer: S3Answer | null; failure?: never; mayPass?: never }
  | { answer?: never; failure: unknown; mayPass: boolean };

async function sorted(host: string, sent: Promise<S3Answer>): Promise<Outcome> {
  try {
    const answer = await sent;
    const { statusCode: status } = answer;
    if (status === 200 || status === 204 || status === 206) return { answer };
    const word = await codeIn(answer);
    if (status === 404 && word !== "NoSuchBucket") return { answer: null };
    const said = `The file store at ${host} answered ${status} ${word}`.trimEnd();
    if (status === 507 || FULL_WORDS.has(word)) return { failure: new StorageFullError(said), mayPass: false };
    const failure = new FilesAwayError(said);
    return { failure, mayPass: status >= 500 || status === 429 };
  } catch (cause) {
    const code = codeOf(cause);
    // Without a code it is no matter of the connection: what was to be sent could not be read, or is not what it should be.
    if (code === null) return { failure: cause, mayPass: false };
    return {
      failure: new FilesAwayError(`The file store at ${host} cannot be reached (${code})`, { cause }),
      mayPass: true,
    };
  }
}

function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  // Of `withinMs`; its code is a number.
  if (cause.name === "TimeoutError") return "no answer in time";
  return "code" in cause ? String(cause.code) : null;
}

/** What stores that keep to S3 answer to a write that they have no room for. */
const FULL_WORDS = new Set([
  "InsufficientStorage",
  "QuotaExceeded",
  "XMinioStorageFull",
  "XMinioAdminBucketQuotaExceeded",
]);

const REFUSAL_BYTES_MAX = 16 * 1024;

/** The word in the XML of a refusal, such as AccessDenied or NoSuchBucket; empty when it has none, as to a HEAD. */
async function codeIn({ body }: S3Answer): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > REFUSAL_BYTES_MAX) break;
  }
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? "";
}
