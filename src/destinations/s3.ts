/**
 * A bucket of an S3 store as a destination: every request goes through outbound; a large file is sent in parts and appears as
 * one.
 */
import { createHash } from "node:crypto";
import { createS3Signer, refusalCode, sendingMs, type S3Request } from "../files/s3-protocol.ts";
import type { Outbound, OutboundResponse } from "../outbound/outbound.ts";
import type { RunDetail } from "../records/data-delivery.ts";
import type { Destination } from "../records/delivery-destination.ts";
import {
  deletedIfAllowed,
  DestinationError,
  reached,
  TEST_FILE,
  TEST_TEXT,
  type DestinationConnection,
  type FileToSend,
} from "./contract.ts";
import { textBetween } from "../domain/text.ts";

type Bucket = Extract<Destination, { kind: "s3" }>;

/** The part size, held in memory; a file of at most this size is sent in one request. S3 allows 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024;
const ANSWER_BYTES_MAX = 64 * 1024;
const PATIENCE_MS = 30_000;
/** Stores may take minutes to join many parts. */
const JOINING_MS = 5 * 60_000;
const CONTENT = { "content-type": "application/octet-stream" };

interface BucketRequest extends Omit<S3Request, "sha256"> {
  body?: Uint8Array | string;
  patienceMs?: number;
}

export function openBucket(
  outbound: Pick<Outbound, "fetch">,
  bucket: Bucket,
  secretAccessKey: string,
  { partBytes = PART_BYTES }: { partBytes?: number } = {},
): DestinationConnection {
  const { endpoint, prefix } = bucket;
  const place = `The bucket ${bucket.bucket} at ${new URL(endpoint).host}`;
  const keyOf = (name: string) => (prefix === null ? name : `${prefix}/${name}`);

  const sign = createS3Signer({
    endpoint,
    region: bucket.region,
    bucket: bucket.bucket,
    accessKeyId: bucket.access_key_id,
    secretAccessKey,
  });

  const send = async (
    { body = "", patienceMs = PATIENCE_MS, ...request }: BucketRequest,
    signal: AbortSignal,
  ): Promise<OutboundResponse> => {
    const { url, method, headers } = await sign({ ...request, sha256: createHash("sha256").update(body).digest() });
    const answer = await reached(
      "the store",
      outbound.fetch(url, {
        method,
        headers,
        body,
        timeoutMs: patienceMs + sendingMs(body.length),
        maxBytes: ANSWER_BYTES_MAX,
        read: "excerpt",
        signal,
      }),
    );
    refuse(answer);
    return answer;
  };

  const sendInParts = async (key: string, parts: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> => {
    const begun = await send({ method: "POST", key, query: { uploads: "" }, headers: CONTENT }, signal);
    const uploadId = wordIn(begun, "UploadId");
    const etags: string[] = [];
    try {
      for await (const body of parts) {
        const query = { partNumber: String(etags.length + 1), uploadId };
        const { headers } = await send({ method: "PUT", key, query, body }, signal);
        etags.push(headers.get("etag") ?? "");
      }
      const list = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
      const body = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
      const answer = await send({ method: "POST", key, query: { uploadId }, body, patienceMs: JOINING_MS }, signal);
      requireJoined(answer);
    } catch (error) {
      // Abandoned parts cost money, so they are deleted if we still can.
      await send({ method: "DELETE", key, query: { uploadId } }, AbortSignal.timeout(PATIENCE_MS)).catch(() => {});
      throw error;
    }
  };

  return {
    place,
    async send(file, signal) {
      const parts = partsOf(wholeOf(file), partBytes);
      if (file.bytes > partBytes) return sendInParts(keyOf(file.name), parts, signal);
      const whole = await Array.fromAsync(parts);
      await send({ method: "PUT", key: keyOf(file.name), headers: CONTENT, body: Buffer.concat(whole) }, signal);
    },
    async test(signal) {
      const key = keyOf(TEST_FILE);
      await send({ method: "PUT", key, headers: CONTENT, body: Buffer.from(TEST_TEXT) }, signal);
      await deletedIfAllowed(send({ method: "DELETE", key }, signal));
    },
    close() {},
  };
}

/**
 * Opened only when it is read, so that it is closed in any case. @throws Error when our own store ends the file early: then it is
 * not completed at the bucket either
 */
async function* wholeOf({ open, bytes }: FileToSend): AsyncGenerator<Buffer> {
  let read = 0;
  const source = await open();
  for await (const chunk of source as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== bytes) throw new Error(`the store has ${read} of ${bytes} bytes of a file`);
}

/** The same bytes in parts of this size; the last may be smaller. */
async function* partsOf(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, bytes - size);
      held.push(taken);
      size += taken.length;
      rest = rest.subarray(taken.length);
      if (size < bytes) continue;
      yield Buffer.concat(held);
      held = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.concat(held);
}

/** By the code in the answer, else by the status; the first match counts. */
const REFUSALS: { status?: RegExp; code?: RegExp; detail: RunDetail }[] = [
  {
    code: /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|InvalidSecurity)$/,
    detail: "wrong_credentials",
  },
  {
    code: /^(AuthorizationHeaderMalformed|PermanentRedirect|NoSuchBucket|InvalidBucketName)$/,
    detail: "no_such_place",
  },
  { code: /^NoSuchUpload$/, detail: "busy" },
  { code: /^(QuotaExceeded|EntityTooLarge|InsufficientStorage|StorageFull|XMinioStorageFull)$/, detail: "refused" },
  { status: /^401$/, detail: "wrong_credentials" },
  { status: /^403$/, detail: "not_allowed" },
  { status: /^(404|3\d\d)$/, detail: "no_such_place" },
  { status: /^(429|5\d\d|408)$/, detail: "busy" },
  { detail: "refused" },
];

/** @throws DestinationError unless the store succeeded: a finished upload may report an error with status 200 */
function refuse(answer: OutboundResponse): void {
  const text = new TextDecoder().decode(answer.bytes);
  if (answer.status >= 200 && answer.status < 300 && !text.includes("<Error>")) return;
  const code = refusalCode(text);
  const status = answer.status < 300 ? "500" : String(answer.status);
  const found = REFUSALS.find((row) => (row.code?.test(code) ?? true) && (row.status?.test(status) ?? true));
  throw new DestinationError(found?.detail ?? "refused", `the store answered ${answer.status} ${code}`.trimEnd());
}

/**
 * The status of this answer is sent before the work is done, so only its body shows success. @throws DestinationError when it
 * does not
 */
function requireJoined({ bytes, cut }: OutboundResponse): void {
  if (cut || !new TextDecoder().decode(bytes).includes("CompleteMultipartUploadResult"))
    throw new DestinationError("busy", "the store did not confirm that it joined the parts");
}

/** @throws DestinationError when the answer of the store does not have it */
function wordIn({ bytes }: OutboundResponse, name: string): string {
  const word = textBetween(new TextDecoder().decode(bytes), `<${name}>`, `</${name}>`);
  if (word === null || word === "" || word.length > 1000)
    throw new DestinationError("busy", `the store's answer has no ${name}`);
  return word;
}
