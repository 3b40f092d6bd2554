import assert from "node:assert/strict";
import { test } from "node:test";
import { meterMonth, rolledMeter } from "../../domain/property/roll-up.fixtures.ts";
import { lateNotes, partialMonths } from "./partial-months.ts";
import { meterOf } from "./reports.fixtures.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

const open = { month_complete: false, days_covered: 12 };
const months = [
  meterMonth("2024-01", open),
  meterMonth("2024-02"),
  meterMonth("2024-03", open),
  meterMonth("2024-04"),
  meterMonth("2024-05", open),
];
const ALL = months.map(({ effective_month }) => effective_month);

test("the first and the last month of a meter are partial, one between them is not", () => {
  const isPartial = partialMonths([{ meter: rolledMeter({ months }), coverageFaults: [] }]);
  assert.deepEqual(ALL.filter(isPartial), ["2024-01-01", "2024-05-01"]);
});

test("a gap in the first month makes it missing, not partial", () => {
  const fault = { kind: "gap", start_date: "2024-01-20", end_date: "2024-01-22", days: 2, bills: [1, 2] } as const;
  const isPartial = partialMonths([{ meter: rolledMeter({ months }), coverageFaults: [fault] }]);
  assert.deepEqual(ALL.filter(isPartial), ["2024-05-01"]);
});

test("a month without a bill yet of another meter of the type is missing, not partial", () => {
  const behind = rolledMeter({ id: 2, months: months.slice(0, 2) });
  const isPartial = partialMonths([
    { meter: rolledMeter({ months }), coverageFaults: [] },
    { meter: behind, coverageFaults: [] },
  ]);
  assert.deepEqual(ALL.filter(isPartial), ["2024-01-01"]);
  const ended = partialMonths([
    { meter: rolledMeter({ months }), coverageFaults: [] },
    { meter: { ...behind, account_status: "Inactive" }, coverageFaults: [] },
  ]);
  assert.deepEqual(ALL.filter(ended), ["2024-01-01", "2024-05-01"]);
});

test("the month after the last bill of a meter is partial like the last month of another, and not missing", () => {
  const before = rolledMeter({ id: 2, months: months.slice(0, 4) });
  const isPartial = partialMonths([
    { meter: rolledMeter({ months }), coverageFaults: [] },
    { meter: before, coverageFaults: [] },
  ]);
  assert.deepEqual(ALL.filter(isPartial), ["2024-01-01", "2024-05-01"]);
});

test("a note names a meter that leaves months incomplete, and one whose account is not collected", () => {
  const behind = { ...meterOf({ meter_num: "E-2" }), months: months.slice(0, 2) };
  const [late] = lateNotes([{ ...meterOf(), months }, behind], "2024-05-01", ENGLISH_REPORT);
  assert.match(
    late ?? "",
    /^Meter E-2 \(Electricity\) has no bill after Feb 2024, and leaves the months after it incomplete/,
  );
  const [ended] = lateNotes([{ ...behind, account_status: "Inactive" }], "2024-05-01", ENGLISH_REPORT);
  assert.equal(ended, "Meter E-2 (Electricity) counts up to Feb 2024: bills of its account are not collected.");
});
