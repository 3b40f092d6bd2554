import assert from "node:assert/strict";
import { test } from "node:test";
import type { MeterBill, MeterCharge, MeterUsage } from "../months/meter-bill.ts";
import { billSumsOf } from "./bill-sums.ts";

const usage = (start_date: string, end_date: string, more: Partial<MeterUsage> = {}): MeterUsage => ({
  id: 1,
  amount: 100,
  measurement_unit: "kWh",
  utility_usage_type: "usage_amount",
  estimated_meter_read: false,
  kbtus: 341.2,
  lbs_co2: null,
  gallons: null,
  supply: false,
  start_date,
  end_date,
  ...more,
});
const charge = (amount: number, more: Partial<MeterCharge> = {}): MeterCharge => ({
  id: 1,
  amount,
  utility_charge_type: "usage_cost",
  start_date: null,
  end_date: null,
  ...more,
});
const bill = (more: Partial<MeterBill> = {}): MeterBill => ({
  id: 7,
  estimated: false,
  charges: [],
  usages: [],
  ...more,
});
const sumsOf = (more: Partial<MeterBill>) => billSumsOf([bill(more)])[0];

test("charges add up to whole cents, and energy that is delivered and supplied counts once", () => {
  const usages = [
    usage("2025-01-01", "2025-02-01"),
    usage("2025-01-01", "2025-02-01", { kbtus: 0.1 }),
    usage("2025-01-01", "2025-02-01", { supply: true, kbtus: 900 }),
    usage("2025-01-01", "2025-03-01", { utility_usage_type: "demand_amount", kbtus: null }),
  ];
  assert.deepEqual(sumsOf({ usages, charges: [charge(0.1), charge(0.2), charge(-5)] }), {
    utility_bill_id: 7,
    cents: -470,
    kbtus: 341.3,
    gallons: null,
  });
});

test("supplied energy counts where none is delivered", () => {
  const usages = [usage("2025-01-01", "2025-02-01", { supply: true })];
  assert.deepEqual(sumsOf({ usages })?.kbtus, 341.2);
});

test("a figure that one of the uses does not have is not known, and without a charge there is no cost", () => {
  const usages = [usage("2025-01-01", "2025-02-01"), usage("2025-01-01", "2025-02-01", { kbtus: null })];
  const sums = sumsOf({ usages });
  assert.deepEqual([sums?.kbtus, sums?.gallons, sums?.cents], [null, null, null]);
});
