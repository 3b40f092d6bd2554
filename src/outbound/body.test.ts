import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { decoderOf, readBody } from "./body.ts";

const gzip = new Headers({ "content-encoding": "gzip" });
const read = (chunks: Iterable<Uint8Array>, maxBytes: number, decoder: ReturnType<typeof decoderOf> = null) =>
  readBody(Readable.from(chunks, { objectMode: false }), decoder, { maxBytes, keepBroken: false });

test("a body in any chunks is read fully or up to the limit", async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(chunks, fc.nat({ max: 100_000 }), async (list, maxBytes) => {
      const whole = Buffer.concat(list);
      const { bytes, cut } = await read(list, maxBytes);
      assert.equal(cut, whole.length > maxBytes);
      assert.ok(whole.subarray(0, maxBytes).equals(bytes));
    }),
    { numRuns: 60 },
  );
});

test("for compressed bodies, the limit applies to the decompressed size", async () => {
  const body = Buffer.alloc(30_000, "kWh ");
  const whole = await read([gzipSync(body)], 30_000, decoderOf(200, "GET", gzip));
  assert.ok(!whole.cut && body.equals(whole.bytes));
  const brotli = decoderOf(200, "GET", new Headers({ "content-encoding": " BR " }));
  const part = await read([brotliCompressSync(body)], 29_999, brotli);
  assert.ok(part.cut && body.subarray(0, 29_999).equals(part.bytes));
});

test("a body that breaks off is an error, or gives the received part on request", async () => {
  const breaking = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("broken");
      })(),
      { objectMode: false },
    );
  const limits = { maxBytes: 100, keepBroken: false };
  await assert.rejects(readBody(breaking(), null, limits), /broken/);
  const { bytes, cut } = await readBody(breaking(), null, { ...limits, keepBroken: true });
  assert.deepEqual([Buffer.from(bytes).toString(), cut], ["half", true]);
});

test("only a single known encoding is decoded, and only when there is a body", () => {
  const encoded = (encoding: string) => new Headers({ "content-encoding": encoding });
  for (const encoding of ["gzip", "x-gzip", "br", "GZIP"])
    assert.ok(decoderOf(200, "GET", encoded(encoding)), encoding);
  for (const encoding of ["", "identity", "deflate", "zstd", "gzip, gzip", "gzip, br"]) {
    assert.equal(decoderOf(200, "GET", encoded(encoding)), null, encoding);
  }
  assert.equal(decoderOf(200, "HEAD", gzip), null);
  assert.equal(decoderOf(204, "GET", gzip), null);
  assert.equal(decoderOf(304, "GET", gzip), null);
  assert.equal(decoderOf(200, "GET", new Headers({ "content-encoding": "gzip", "content-length": "0" })), null);
});
