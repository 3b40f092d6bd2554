import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, type DeliveryTerms } from "./rules.ts";

const TERMS: DeliveryTerms = {
  format: "csv",
  content: { records: "bills", period: "new" },
  schedule: "daily",
  hour: 6,
  weekday: null,
  day: null,
  time_zone: "UTC",
};

const pointersOf = (terms: Partial<DeliveryTerms>) => faultsOf({ ...TERMS, ...terms }).map(({ pointer }) => pointer);

test("a valid delivery has no fault", () => {
  assert.deepEqual(pointersOf({}), []);
  assert.deepEqual(pointersOf({ format: "xml" }), []);
  assert.deepEqual(pointersOf({ content: { report_type: "monthly_meter_history", period: "last_12_months" } }), []);
  assert.deepEqual(pointersOf({ format: "pdf", content: { portfolio_report: "accounts_payable", period: "new" } }), []);
  assert.deepEqual(pointersOf({ schedule: "weekly", weekday: "friday" }), []);
  assert.deepEqual(pointersOf({ schedule: "monthly", day: 3 }), []);
});

test("each fault names its field", () => {
  assert.deepEqual(pointersOf({ content: { period: "all" } }), ["/content"]);
  assert.deepEqual(pointersOf({ content: { records: "bills", report_type: "monthly_meter_history", period: "all" } }), [
    "/content",
  ]);
  assert.deepEqual(pointersOf({ format: "xml", content: { records: "charges", period: "all" } }), ["/format"]);
  for (const format of ["html", "pdf"] as const) {
    assert.deepEqual(pointersOf({ format }), ["/format"]);
    const content = { report_type: "monthly_meter_history", period: "all" } as const;
    assert.deepEqual(pointersOf({ format, content }), []);
  }
  assert.deepEqual(pointersOf({ content: { report_type: "monthly_meter_history", period: "new" } }), [
    "/content/period",
  ]);
  const performance = { portfolio_report: "portfolio_performance" } as const;
  assert.deepEqual(pointersOf({ content: { ...performance, period: "new" } }), ["/content/period"]);
  assert.deepEqual(pointersOf({ content: { ...performance, period: "all", property_ids: [1] } }), [
    "/content/property_ids",
  ]);
  assert.deepEqual(pointersOf({ content: { records: "meters", period: "last_month" } }), ["/content/period"]);
  assert.deepEqual(pointersOf({ weekday: "friday", day: 2 }), ["/weekday", "/day"]);
  assert.deepEqual(pointersOf({ time_zone: "Chicago" }), ["/time_zone"]);
});
