/** File bodies are written to a temporary file as they arrive, so that a large one is never in memory, and are deleted after the request. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { invalid, Problem } from "../../errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The uploaded file, when the body is one. */
    upload: Upload | null;
  }
}

export interface Upload {
  sha256: Buffer;
  bytes: number;
  /** The first bytes, which identify the file type. */
  head: Buffer;
  open(): Readable;
  /** Identifies the body for an idempotency key. */
  toJSON(): object;
}

const HEAD_BYTES = 4096;

/** Accepts files of these types on the routes of this scope; JSON bodies stay JSON. */
export function acceptFiles(scope: FastifyInstance, types: readonly string[], bytesMax: number): void {
  scope.decorateRequest("upload", null);
  scope.addContentTypeParser([...types], async (request: FastifyRequest, payload: Readable) => {
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw await tooLarge(payload, bytesMax);
    const { upload, path } = await keep(payload, bytesMax);
    folders.set(request, dirname(path));
    request.upload = upload;
    return upload;
  });
  // Runs however the request ends; a connection that is cut has no response.
  scope.addHook("onResponse", forget);
  scope.addHook("onRequestAbort", forget);
}

const folders = new WeakMap<FastifyRequest, string>();

async function forget(request: FastifyRequest): Promise<void> {
  const folder = folders.get(request);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

async function keep(payload: Readable, bytesMax: number): Promise<{ upload: Upload; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), `meterbook-upload-${process.pid}-`));
  const path = join(folder, "file");
  try {
    const { sha256, bytes } = await write(payload, path, bytesMax);
    const toJSON = () => ({ sha256: sha256.toString("hex"), bytes });
    return { path, upload: { sha256, bytes, head: await readHead(path), open: () => createReadStream(path), toJSON } };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function write(payload: Readable, path: string, bytesMax: number): Promise<Pick<Upload, "sha256" | "bytes">> {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "wx", 0o600);
  try {
    // A refusal must not destroy the connection: the answer is still to be sent over it.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) break;
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    if (bytes > bytesMax) throw await tooLarge(payload, bytesMax);
  } catch (error) {
    if (error instanceof Problem || !payload.destroyed) throw error;
    throw new Problem("malformed-request", "The file did not arrive completely.", { cause: error });
  } finally {
    await file.close();
  }
  return { sha256: hash.digest(), bytes };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The refusal of a file that is too large, after the rest of it: many clients read no answer before they have sent everything. */
async function tooLarge(payload: Readable, bytesMax: number): Promise<Problem> {
  await readRest(payload);
  return new Problem("payload-too-large", `The file is larger than ${sizeText(bytesMax)}.`);
}

const KB = 1024;
const sizeText = (bytes: number): string =>
  bytes < KB * KB ? `${Math.round(bytes / KB)} KB` : `${Math.round(bytes / KB / KB)} MB`;

/** Whoever sends more than this, or for longer, is cut off. */
const REST_BYTES_MAX = 100 * 1024 * 1024;
const REST_MS = 10_000;

/** Reads and drops what is left of a body, within bounds: the connection closes with the answer, and what was not read would break it. */
function readRest(payload: Readable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= REST_BYTES_MAX) return;
    payload.pause();
    resolve();
  };
  const timer = setTimeout(resolve, REST_MS);
  payload
    .on("data", count)
    .once("end", resolve)
    .once("close", resolve)
    .once("error", () => resolve());
  if (payload.readableEnded || payload.destroyed) resolve();
  return promise.finally(() => {
    clearTimeout(timer);
    payload.off("data", count).pause();
  });
}

/** The uploaded file of a request. @throws Problem when the body is another type, or empty */
export function fileOf(upload: Upload | null, types: readonly string[]): Upload {
  if (upload === null)
    throw new Problem("unsupported-media-type", `The body must be the file itself, as ${types.join(" or ")}.`);
  if (upload.bytes === 0) throw invalid([{ pointer: "", detail: "The file is empty." }]);
  return upload;
}

/** A name without path parts; it is shown to people and used in the names of documents. */
export const FileName = z
  .string()
  .trim()
  .min(1)
  .max(150)
  .refine((name) => !/[/\\\p{C}]/u.test(name), "This must be the name of a file, without its folder.")
  .meta({ description: "Name of the file.", example: "bills-2015-2024.xlsx" });

/** The same limits as for a cell of the file: the database stores no zero character. */
export const GivenText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), "This must be a text without control characters.");
