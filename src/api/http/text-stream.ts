/** Sends long answers in pieces, so that a reader that stopped reading is noticed, and only one piece of text made on the way waits in memory. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { LONG_BYTES } from "./open-answers.ts";

/** The buffer size of a stream. */
const PIECE_BYTES = 64 * 1024;

/** The bytes of texts, in UTF-8, as they are made; some are bytes already. */
export const streamTexts = (texts: AsyncIterable<string | Buffer>): Readable =>
  Readable.from(piecesOf(texts), { objectMode: false, highWaterMark: PIECE_BYTES });

/** Sends a complete text in pieces too when it is long. */
export function sendInPieces(server: FastifyInstance): void {
  server.addHook("onSend", (request, reply, payload, done) => {
    const isWhole = typeof payload === "string" || Buffer.isBuffer(payload);
    if (!isWhole || payload.length <= LONG_BYTES || request.method === "HEAD") return done(null, payload);
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    reply.header("content-length", bytes.length);
    done(null, Readable.from(cut(bytes), { objectMode: false, highWaterMark: PIECE_BYTES }));
  });
}

async function* piecesOf(texts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield* cut(Buffer.isBuffer(text) ? text : Buffer.from(text));
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}
