import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createAsciiWriter } from "./ascii-text.ts";

describe("ASCII text built in one block of memory", () => {
  const writeText = createAsciiWriter();

  it("is what the pieces are, one after the other", () => {
    const ascii = fc.string({ unit: "grapheme-ascii" });
    const number = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 9, 10, 2 ** 31 - 1, 2 ** 31));
    const numbers = fc.array(number, { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.oneof(ascii, numbers), { maxLength: 30 }), (pieces) => {
        const written = writeText((text) => {
          for (const piece of pieces) {
            if (typeof piece !== "string") text.addNumbers(piece);
            else if (piece.length % 2 === 0) text.addBytes(Buffer.from(piece));
            else text.add(piece);
          }
        });
        assert.equal(written.toString(), pieces.map(String).join(""));
      }),
    );
  });

  it("takes text of other characters where it is said to", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const written = writeText((text) => {
          text.addAny(name);
          text.add("|");
        });
        assert.equal(written.toString(), `${name}|`);
      }),
    );
  });

  it("leaves the text before it as it was", () => {
    const first = writeText((text) => text.add("first"));
    writeText((text) => text.add("other"));
    assert.equal(first.toString(), "first");
  });

  it("grows with a text that is longer than its block", () => {
    const long = "0123456789".repeat(20_000);
    const written = writeText((text) => {
      text.add(long);
      text.addBytes(Buffer.from(long));
      text.addNumbers([7]);
    });
    assert.equal(written.toString(), `${long}${long}7`);
  });

  it("has nothing of a text before it, also of one that failed midway", () => {
    const failing = () =>
      writeText((text) => {
        text.add("another company's");
        throw new Error("midway");
      });
    assert.throws(failing, /midway/);
    assert.equal(writeText((text) => text.add("own")).toString(), "own");
    assert.equal(writeText(() => {}).toString(), "");
  });
});
