import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "../../domain/calendar.ts";
import { createDayReader, isDayFormat } from "./dates.ts";
import type { Language } from "./month-names.ts";

const CASES: [string, string, Language, string | null][] = [
  ["March 14, 2026", "MMMM D, YYYY", "en", "2026-03-14"],
  ["Mar 14, 2026", "MMM D, YYYY", "en", "2026-03-14"],
  ["Sept. 4, 2025", "MMM D, YYYY", "en", "2025-09-04"],
  ["MAY 4 2025", "MMM D YYYY", "en", "2025-05-04"],
  ["Mar 14, 2026", "MMMM D, YYYY", "en", null],
  ["03/04/2026", "MM/DD/YYYY", "en", "2026-03-04"],
  ["03/04/2026", "DD/MM/YYYY", "en", "2026-04-03"],
  ["3/4/26", "M/D/YY", "en", "2026-03-04"],
  ["3/4/2026", "MM/DD/YYYY", "en", null],
  ["2026-02-29", "YYYY-MM-DD", "en", null],
  ["2024-02-29", "YYYY-MM-DD", "en", "2024-02-29"],
  ["13/01/2026", "MM/DD/YYYY", "en", null],
  ["29 janv. 2021", "D MMM YYYY", "fr", "2021-01-29"],
  ["1 août 2021", "D MMMM YYYY", "fr", "2021-08-01"],
  ["1 jui 2021", "D MMM YYYY", "fr", null],
  ["3. März 2024", "D. MMMM YYYY", "de", "2024-03-03"],
  ["3. Mrz 2024", "D. MMM YYYY", "de", "2024-03-03"],
  ["21 MAI 23", "DD MMM YY", "pt", "2023-05-21"],
  ["5 dic 2023", "D MMM YYYY", "es", "2023-12-05"],
  ["March 5th, 2026", "MMMM D, YYYY", "en", "2026-03-05"],
  ["the 22nd of March 2026", "the D of MMMM YYYY", "en", "2026-03-22"],
  ["1er août 2021", "D MMMM YYYY", "fr", "2021-08-01"],
  ["1º de marzo de 2026", "D de MMMM de YYYY", "es", "2026-03-01"],
  ["5 de março de 2026", "D de MMMM de YYYY", "pt", "2026-03-05"],
  ["Thursday, March 5, 2026", "MMMM D, YYYY", "en", "2026-03-05"],
  ["Thu 03/05/2026", "MM/DD/YYYY", "en", "2026-03-05"],
  ["jeu. 5 mars 2026", "D MMMM YYYY", "fr", "2026-03-05"],
  ["mar. 3 mars 2026", "D MMMM YYYY", "fr", "2026-03-03"],
  ["mars 2, 2026", "MMM D, YYYY", "fr", "2026-03-02"],
  ["Do, 5. März 2026", "D. MMMM YYYY", "de", "2026-03-05"],
  ["quinta-feira, 5 de março de 2026", "D de MMMM de YYYY", "pt", "2026-03-05"],
  ["Someday, March 5, 2026", "MMMM D, YYYY", "en", null],
  ["March 5x, 2026", "MMMM D, YYYY", "en", null],
  ["Jan 14", "MMM D", "en", null],
  ["14.03.2026 x", "DD.MM.YYYY", "en", null],
];

for (const [text, format, language, expected] of CASES) {
  test(`"${text}" as ${format} in ${language} is ${expected ?? "no day"}`, () => {
    assert.equal(createDayReader([format], language).read(text), expected);
  });
}

const WITHOUT_YEAR: [string, string, string | null][] = [
  ["Jan 21", "2026-01-25", "2026-01-21"],
  ["Dec 14", "2026-01-25", "2025-12-14"],
  ["Jan 25", "2026-01-25", "2026-01-25"],
  ["Jan 26", "2026-01-25", "2025-01-26"],
  ["Feb 29", "2025-03-05", "2024-02-29"],
  ["Feb 29", "2027-03-05", null],
  ["Feb 30", "2026-03-05", null],
];

for (const [text, latest, expected] of WITHOUT_YEAR) {
  test(`"${text}" on a bill of ${latest} is ${expected ?? "no day"}`, () => {
    assert.equal(createDayReader(["MMM D", "MM/DD/YYYY"], "en").readBefore(text, latest), expected);
  });
}

test("a printed year applies, even after the bill", () => {
  assert.equal(createDayReader(["MM/DD/YYYY"], "en").readBefore("02/01/2026", "2026-01-25"), "2026-02-01");
});

test("the first matching format decides", () => {
  assert.equal(createDayReader(["MMM D, YYYY", "MM/DD/YYYY"], "en").read("02/01/2026"), "2026-02-01");
});

test("a format names month and day once, the year at most once, and has no other words", () => {
  const formats = ["MM/DD/YYYY", "MMM D", "D. MMMM YY", "YYYY", "MM/DD/YYYY MM", "MM/DD/YYYY h", "", "DD"];
  assert.deepEqual(formats.map(isDayFormat), [true, true, true, false, false, false, false, false]);
  assert.throws(() => createDayReader(["YYYY"], "en"), RangeError);
});

test("every day can be read from its printed form", () => {
  const reader = createDayReader(["MM/DD/YYYY"], "en");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
      const day = addDays("2000-01-01", days);
      const [year, month, date] = day.split("-");
      assert.equal(reader.read(`${month}/${date}/${year}`), day);
    }),
    { numRuns: 300 },
  );
});
