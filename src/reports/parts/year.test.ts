/** The last complete months against the same ones of the year before; what is not known is in no sentence. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import { energyAnswer } from "../energy-history/energy-answer.ts";
import { reportWordsOf } from "../words/report-words.ts";
import { latestYear, type TypeFigures } from "./year.ts";

const monthAt = (index: number) => monthFromNumber(monthNumber("2024-01-01") + index);
/** 100 kWh a month in the first year and 90 in the second, for $20 and $21. */
const figures = (index: number, more: Partial<TypeFigures> = {}): TypeFigures => ({
  energy_type: "ELECTRIC",
  effective_month: monthAt(index),
  total_cost: index < 12 ? 20 : 21,
  demand_cost: null,
  kbtus: 3.412 * (index < 12 ? 100 : 90),
  lbs_co2: null,
  gallons: null,
  estimated: false,
  ...more,
});
const twoYears = Array.from({ length: 24 }, (_, index) => figures(index));
const complete = (...left: number[]) =>
  new Set(twoYears.flatMap((row, index) => (left.includes(index) ? [] : [row.effective_month])));
const asked = (language: "en" | "es" = "en", range = {}) => ({
  property: "14 Example Lane",
  range,
  words: reportWordsOf(language),
});

test("twelve complete months are compared with the same of the year before, in each language", () => {
  const year = latestYear(twoYears, complete(), {});
  assert.deepEqual([year?.count, year?.first, year?.last], [12, "2025-01-01", "2025-12-01"]);
  assert.equal(
    energyAnswer(year, 24, null, asked()).answer,
    "14 Example Lane used 1,080 kWh of electricity in the 12 months to December 2025, 10.0% less than the year before, and cost $252, 5.0% more.",
  );
  assert.equal(
    energyAnswer(year, 24, 1000, asked("es")).answer,
    "14 Example Lane usó 3.7 kBtu por pie² en los 12 meses hasta diciembre de 2025, 10.0% menos que el año anterior, y costó $252, 5.0% más.",
  );
});

test("without a complete year before there is no comparison, and without a whole year the answer says how many months there are", () => {
  assert.equal(latestYear(twoYears, complete(3), {})?.before, null);
  const short = latestYear(twoYears, complete(20), {});
  assert.equal(short?.count, 3);
  const { answer, tiles } = energyAnswer(short, 24, null, asked());
  assert.match(
    answer,
    /in the 3 months to December 2025.*3 of 24 months are complete so far; a whole year needs 12\.$/,
  );
  assert.ok(tiles.every(({ mark }) => mark === "partial"));
});

test("a month of unknown energy leaves it out of the answer, and an estimated month marks the figures", () => {
  const rows = twoYears.map((row, index) =>
    index === 15 ? { ...row, kbtus: null } : index === 20 ? { ...row, estimated: true } : row,
  );
  const { answer, tiles } = energyAnswer(latestYear(rows, complete(), {}), 24, 1000, asked());
  assert.match(
    answer,
    /cost \$252 in the 12 months to December 2025, 5\.0% more than the year before; how much energy/,
  );
  assert.deepEqual(
    tiles.map(({ key, value, mark }) => [key, value, mark]),
    [
      ["cost", 252, "estimated"],
      ["use_electric", null, "estimated"],
    ],
  );
});

test("without bills, and without a complete month, the answer says what is missing and what to do", () => {
  assert.match(energyAnswer(null, 0, null, asked()).answer, /^There is no bill of 14 Example Lane yet\. Connect/);
  assert.match(energyAnswer(null, 0, null, asked("en", { from: "2030-01-01" })).answer, /Ask for other days/);
  assert.match(energyAnswer(null, 3, null, asked()).answer, /^No month of 14 Example Lane is completely billed yet/);
});
