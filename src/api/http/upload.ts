/** File bodies are written to a temporary file as they arrive, so that a large one is never in memory, and are deleted after the request. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../../errors.ts";

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
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
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
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
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

const tooLarge = (bytesMax: number): Problem =>
  new Problem("payload-too-large", `The file is larger than ${Math.round(bytesMax / 1024 / 1024)} MB.`);
