import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createFrameReader, frame } from "./frames.ts";

test("messages are whole and in order, however the pipe splits them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.array(fc.integer({ min: 1, max: 30 })),
      (messages, cuts) => {
        const stream = Buffer.concat(messages.flatMap((message) => frame(message)));
        const frames = createFrameReader(100);
        const received: Buffer[] = [];
        for (let at = 0, cut = 0; at < stream.length; cut += 1) {
          const length = cuts[cut % cuts.length] ?? 7;
          received.push(...frames.push(stream.subarray(at, at + length)));
          at += length;
        }
        assert.deepEqual(
          received.map((message) => [...message]),
          messages.map((message) => [...message]),
        );
      },
    ),
  );
});

test("a message with a length above the limit is refused before it arrives", () => {
  const [length] = frame(new Uint8Array(101));
  assert.throws(() => createFrameReader(100).push(length), RangeError);
});
