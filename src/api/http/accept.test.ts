import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { preferred } from "./accept.ts";

const TYPES = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html",
  pdf: "application/pdf",
};

describe("of the media types there are, a caller gets", () => {
  const cases: [header: string | undefined, name: keyof typeof TYPES | null][] = [
    [undefined, "json"],
    ["", "json"],
    ["*/*", "json"],
    ["*", "json"],
    ["text/csv", "csv"],
    ["TEXT/CSV; charset=utf-8", "csv"],
    ["text/*", "csv"],
    ["text/*, text/html", "csv"],
    ["text/*;q=0.5, text/html", "html"],
    ["application/pdf;q=0.9, text/csv;q=0.8, */*;q=0.1", "pdf"],
    ["application/pdf;q=0.2, text/csv;q=0.8", "csv"],
    // As browsers ask.
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
    ["*/*, application/json;q=0", "csv"],
    ["application/pdf;q=0", null],
    ["image/png", null],
    ["image/png, */*;q=0", null],
    // An invalid media range is ignored; without any valid one, everything is accepted.
    ["application/pdf;q=2", "json"],
    [",,,,", "json"],
    ["text/csv, rubbish", "csv"],
  ];
  for (const [header, name] of cases)
    test(`${name ?? "none"} for ${header === undefined ? "no header" : `"${header}"`}`, () =>
      assert.equal(preferred(header, TYPES), name));

  test("an answer at once, however long the header is", () => {
    assert.equal(preferred(",".repeat(16_000), TYPES), "json");
    assert.equal(preferred(`text/csv${";a=b".repeat(4000)}`, TYPES), "csv");
    assert.equal(preferred(`text/csv${"; ".repeat(8000)}x`, TYPES), "csv");
  });
});
