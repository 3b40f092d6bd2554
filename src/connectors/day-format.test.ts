import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileDayFormat } from "./day-format.ts";

const read = (format: string, text: string) => compileDayFormat(format)?.(text);

test("dates are read by their format", () => {
  const cases: [string, string, string][] = [
    ["MMM D, YYYY", "Mar 14, 2026", "2026-03-14"],
    ["MMM D, YYYY", "  sept. 4,  2026 ", "2026-09-04"],
    ["MMMM D, YYYY", "September 30, 2026", "2026-09-30"],
    ["MM/DD/YYYY", "03/04/2026", "2026-03-04"],
    ["DD/MM/YYYY", "03/04/2026", "2026-04-03"],
    ["M/D/YY", "3/4/26", "2026-03-04"],
    ["DD.MM.YYYY", "29.02.2024", "2024-02-29"],
    ["YYYY-MM-DD", "2026-12-31", "2026-12-31"],
  ];
  for (const [format, text, day] of cases) assert.equal(read(format, text), day, `${format}: ${text}`);
});

test("a text that does not match the whole format, or is not a calendar day, is rejected", () => {
  const cases: [string, string][] = [
    ["MM/DD/YYYY", "3/4/2026"],
    ["MM/DD/YYYY", "13/01/2026"],
    ["MM/DD/YYYY", "02/29/2026"],
    ["MM/DD/YYYY", "03/04/2026 (estimated)"],
    ["MM/DD/YYYY", ""],
    ["MMM D, YYYY", "Foo 1, 2026"],
    ["DD.MM.YYYY", "01x02x2026"],
    ["YYYY-MM-DD", "0000-00-00"],
  ];
  for (const [format, text] of cases) assert.equal(read(format, text), null, `${format}: ${text}`);
});

test("a format must name year, month and day once each and no unknown letters", () => {
  for (const format of ["MM/DD", "MM/DD/YYYY YYYY", "", "HH:MM:DD YYYY", "YYYY-MM-MM"])
    assert.equal(compileDayFormat(format), null, format);
});

test("every day of a century can be read in every format", () => {
  const days = fc
    .integer({ min: 0, max: 36_524 })
    .map((count) => Temporal.PlainDate.from("2000-01-01").add({ days: count }));
  const two = (value: number) => String(value).padStart(2, "0");
  fc.assert(
    fc.property(days, (day) => {
      const name = day.toLocaleString("en-US", { month: "long" });
      assert.equal(read("MM/DD/YYYY", `${two(day.month)}/${two(day.day)}/${day.year}`), day.toString());
      assert.equal(read("D.M.YY", `${day.day}.${day.month}.${two(day.year % 100)}`), day.toString());
      assert.equal(read("MMMM D, YYYY", `${name} ${day.day}, ${day.year}`), day.toString());
      assert.equal(read("D MMM YYYY", `${day.day} ${name.slice(0, 3)} ${day.year}`), day.toString());
    }),
    { numRuns: 300 },
  );
});
