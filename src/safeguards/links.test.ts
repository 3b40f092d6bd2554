/** Signed links open only as what they were made for, unchanged, and until they expire. */
import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createLinkSigner } from "./links.ts";

const KEY = createSecretKey(Buffer.alloc(32, 7));
const NOW = Date.parse("2026-11-21T10:20:30.400Z");
const signer = createLinkSigner(KEY, () => NOW);

describe("signed links", () => {
  test("return the values that were signed", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\w-]{1,20}$/), { minLength: 1 }), fc.nat(), (values, later) => {
        const text = signer.sign("form", values, NOW + 1 + later);
        assert.deepEqual(signer.open("form", text), { values, expired: false });
      }),
    );
  });

  test("are invalid when any character is changed, added or removed", () => {
    const text = signer.sign("file", [12, 345], NOW + 1000);
    for (let place = 0; place < text.length; place += 1) {
      const [before, after] = [text.slice(0, place), text.slice(place + 1)];
      const other = text[place] === "A" ? "B" : "A";
      for (const tried of [
        before + after,
        before + other + after,
        `${before}A${text.slice(place)}`,
        `${before}=${after}`,
      ])
        assert.equal(signer.open("file", tried), null, tried);
    }
  });

  test("are invalid as a link of another kind, or for another service", () => {
    const text = signer.sign("form", [1, 2], null);
    assert.equal(signer.open("receipt", text), null);
    assert.equal(createLinkSigner(createSecretKey(Buffer.alloc(32, 8)), () => NOW).open("form", text), null);
  });

  test("say when they have expired", () => {
    assert.equal(signer.open("form", signer.sign("form", [1], NOW + 1))?.expired, false);
    assert.equal(signer.open("form", signer.sign("form", [1], NOW))?.expired, true);
    assert.equal(signer.open("form", signer.sign("form", [1], null))?.expired, false);
  });

  test("of files work for 7 days and an hour at most, and are the same text within an hour", () => {
    const of = { company_id: 3, document_id: 4 };
    const text = signer.signFileLink(of);
    const day = 24 * 3600 * 1000;
    const at = (ms: number) => createLinkSigner(KEY, () => NOW + ms);
    assert.equal(at(7 * day).open("file", text)?.expired, false);
    assert.equal(at(7 * day + 3600 * 1000).open("file", text)?.expired, true);
    assert.equal(at(60_000).signFileLink(of), text);
  });

  test("refuse values that could be read as another part of the link", () => {
    assert.throws(() => signer.sign("form", ["1.2"], null), TypeError);
  });

  test("open nothing when the text is not a link", () => {
    for (const text of ["", ".", "..", "1", "1.n.", "1.n.AAAA", "%00", "1.n.".padEnd(400, "A")])
      assert.equal(signer.open("form", text), null);
  });
});
