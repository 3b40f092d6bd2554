/**
 * Templates that do not state whether the last printed day counts: what a bill shows by itself, and what the account's other
 * bills decide.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pagesOfText } from "./parsers.fixtures.ts";
import { runTemplate } from "./template/run-template.ts";
import { BILL, meterOf, summaryOf } from "./small-bill.fixtures.ts";
import { readTemplate } from "./template/template.ts";

const yaml = readFileSync(new URL("fixtures/small.yaml", import.meta.url), "utf8");
const template = readTemplate(yaml.replace("period_end: exclusive", "period_end: detect"), "small.yaml");
const read = (...changes: [from: string, to: string][]) => {
  let text = BILL;
  for (const [from, to] of changes) {
    assert.ok(text.includes(from), from);
    text = text.replace(from, to);
  }
  return runTemplate(template, pagesOfText(text));
};
const endsOf = (reading: ReturnType<typeof read>) => {
  const { usages, charges } = meterOf(reading);
  return [...new Set([...usages, ...charges].map(({ end_date }) => end_date))];
};

test("30 printed days from 10 February to 12 March exclude the last day", () => {
  const reading = read();
  assert.deepEqual(endsOf(reading), ["2026-03-12"]);
  assert.equal(reading.statement?.assumed_period_end, undefined);
  assert.deepEqual(summaryOf(reading), []);
});

test("31 printed days include the last day", () => {
  const reading = read(["30 days", "31 days"]);
  assert.deepEqual(endsOf(reading), ["2026-03-13"]);
  assert.equal(reading.statement?.assumed_period_end, undefined);
  assert.deepEqual(summaryOf(reading), []);
});

test("a charge's own days are read like those of the bill", () => {
  const reading = read([
    "Tax                                             10.50",
    "Tax                  02/10/2026   02/20/2026   10.50",
  ]);
  assert.deepEqual(endsOf(reading), ["2026-03-12", "2026-02-20"]);
});

test("without a number of days the last day is taken as covered, and the statement says that this is assumed", () => {
  const reading = read([", 30 days", ""]);
  assert.deepEqual(endsOf(reading), ["2026-03-13"]);
  assert.equal(reading.statement?.assumed_period_end, "inclusive");
  assert.deepEqual(summaryOf(reading), []);
});

test("a number of days that fits neither convention is an error, not a guess", () => {
  assert.deepEqual(summaryOf(read(["30 days", "28 days"])), ["error printed_days_differ"]);
});

test("what one meter shows applies to the other meters of the bill", () => {
  const meter = BILL.slice(BILL.indexOf("Meter 7"));
  const second = meter.replace("Meter 7", "Meter 8").replace(", 30 days", "");
  const { statement } = runTemplate(template, pagesOfText(BILL + second));
  assert.deepEqual(
    statement?.meters.map(({ meter_num, usages }) => [meter_num, usages[0]?.end_date]),
    [
      ["7", "2026-03-12"],
      ["8", "2026-03-12"],
    ],
  );
  assert.equal(statement?.assumed_period_end, undefined);
});
