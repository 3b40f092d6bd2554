/** Who makes form links may paste a column of references, or two columns with e-mail addresses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readLinkLines } from "../../web/src/data/link-lines.ts";

test("a line is a reference, and behind it may be an e-mail address", () => {
  assert.deepEqual(
    readLinkLines(
      "unit 12a\nunit-12b, tenant@example.com\nUnit 3\tthird@example.com\n\n  \nSmith, John; js@example.com ,\n",
    ),
    [
      { reference: "unit 12a", email: null },
      { reference: "unit-12b", email: "tenant@example.com" },
      { reference: "Unit 3", email: "third@example.com" },
      { reference: "Smith, John", email: "js@example.com" },
    ],
  );
});

test("an address alone is a reference: it is mailed to nobody unasked", () => {
  assert.deepEqual(readLinkLines("tenant@example.com"), [{ reference: "tenant@example.com", email: null }]);
});
