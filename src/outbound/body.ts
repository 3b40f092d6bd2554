/** Reads the body of an answer into memory: decompressed, and never beyond the limit. */
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";

const DECODERS = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
]);

/** The names of `DECODERS` for the header `accept-encoding`. */
export const ACCEPTED_ENCODINGS = "gzip, br";

/** Decodes one known encoding; null leaves the body as it is: without encoding, or with an unknown or several encodings. */
export function decoderOf(status: number, method: string | undefined, headers: Headers): Transform | null {
  if (method === "HEAD" || status === 204 || status === 304 || headers.get("content-length") === "0") return null;
  return DECODERS.get(headers.get("content-encoding")?.trim().toLowerCase() ?? "")?.() ?? null;
}

/**
 * The first `maxBytes` of a body; `cut` means that there was more. With `keepBroken` a body that breaks off gives the received
 * part. Collected in one growing block: a list of one-byte chunks would take a hundred times its size. @throws the error of the
 * stream or the decoder, unless `keepBroken`
 */
export async function readBody(
  body: Readable,
  decoder: Transform | null,
  { maxBytes, keepBroken }: { maxBytes: number; keepBroken: boolean },
): Promise<{ bytes: Uint8Array; cut: boolean }> {
  let block = Buffer.alloc(Math.min(maxBytes, 16_384));
  let size = 0;
  let cut = false;
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      const taken = chunk.subarray(0, maxBytes - size);
      if (size + taken.length > block.length) {
        const larger = Buffer.alloc(Math.min(maxBytes, Math.max(2 * block.length, size + taken.length)));
        block.copy(larger, 0, 0, size);
        block = larger;
      }
      block.set(taken, size);
      size += taken.length;
      if (taken.length === chunk.length) continue;
      cut = true;
      return;
    }
  };
  try {
    await (decoder ? pipeline(body, decoder, collect) : pipeline(body, collect));
  } catch (error) {
    // Ending early also makes the previous streams fail, which is expected.
    if (!cut && !keepBroken) throw error;
    cut = true;
  }
  return { bytes: block.subarray(0, size), cut };
}
