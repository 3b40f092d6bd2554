import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createFrameReader, frame } from "./frames.ts";

test("messages come out whole and in order, however the pipe cuts them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.array(fc.integer({ min: 1, max: 30 })),
      (messages, cuts) => {
        const stream = Buffer.concat(messages.flatMap((message) => frame(message)));
        const frames = createFrameReader(100);
        const heard: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const length = cuts[turn % cuts.length] ?? 7;
          heard.push(...frames.push(stream.subarray(at, at + length)));
          at += length;
        }
        assert.deepEqual(
          heard.map((message) => [...message]),
          messages.map((message) => [...message]),
        );
      },
    ),
  );
});

test("a message that says it is longer than allowed is refused before it comes", () => {
  const [length] = frame(new Uint8Array(101));
  assert.throws(() => createFrameReader(100).push(length), RangeError);
});
