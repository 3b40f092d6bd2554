/** A single range is parsed correctly, and a range past the end is distinguished from an invalid one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRangeWanted, readRange } from "./byte-range.ts";

const TEN: [header: string | undefined, part: ReturnType<typeof readRange>][] = [
  [undefined, "whole"],
  ["bytes=0-3", { first: 0, last: 3 }],
  ["bytes=9-9", { first: 9, last: 9 }],
  ["bytes=4-", { first: 4, last: 9 }],
  ["bytes=-4", { first: 6, last: 9 }],
  ["bytes=-99", { first: 0, last: 9 }],
  ["bytes=5-99", { first: 5, last: 9 }],
  ["Bytes= 1-2 ", { first: 1, last: 2 }],
  ["bytes=10-", "beyond"],
  ["bytes=10-20", "beyond"],
  ["bytes=-0", "beyond"],
  ["bytes=3-2", "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-1,3-4", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=0x1-2", "whole"],
  ["items=0-3", "whole"],
  ["", "whole"],
  [`bytes=${"9".repeat(40)}-`, "whole"],
];
for (const [header, part] of TEN) {
  test(`of ten bytes, ${header ?? "no range"} is ${typeof part === "string" ? part : `${part.first} to ${part.last}`}`, () => {
    assert.deepEqual(readRange(header, 10), part);
  });
}

test("nothing of an empty file can be asked for", () => {
  assert.equal(readRange("bytes=0-", 0), "beyond");
  assert.equal(readRange("bytes=-5", 0), "beyond");
});

test("whatever is asked, a part lies within the file", () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.nat(30)), fc.option(fc.nat(30)), fc.nat(20), (text, first, last, bytes) => {
      for (const header of [text, `bytes=${first ?? ""}-${last ?? ""}`]) {
        const part = readRange(header, bytes);
        if (typeof part === "string") continue;
        assert.ok(0 <= part.first && part.first <= part.last && part.last < bytes, header);
      }
    }),
  );
});

test("a range counts only for the very file it was meant for", () => {
  assert.ok(isRangeWanted(undefined, '"a"'));
  assert.ok(isRangeWanted('"a"', '"a"'));
  for (const other of ['"b"', 'W/"a"', "Sat, 21 Nov 2026 10:00:00 GMT"]) assert.ok(!isRangeWanted(other, '"a"'), other);
});
