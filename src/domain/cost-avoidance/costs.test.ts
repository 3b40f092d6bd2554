import assert from "node:assert/strict";
import { test } from "node:test";
import type { MeterBill, MeterCharge } from "../months/meter-bill.ts";
import { chargeLine, usageLine } from "../months/meter-bill.fixtures.ts";
import { servedMeter } from "../property/served-meter.fixtures.ts";
import { type PeriodAsBilled, costsOf } from "./costs.ts";
import type { MeterWithBills } from "./meter-groups.ts";

const period = (start_date: string, end_date: string, billedEnd = end_date): PeriodAsBilled => ({
  start_date,
  end_date,
  billed: { start_date, end_date: billedEnd },
});
const JANUARY = period("2023-01-01", "2023-02-01");
const FEBRUARY = period("2023-02-01", "2023-03-01");

const bill = (
  id: number,
  [start_date, end_date]: [string, string],
  charges: (Partial<MeterCharge> & { amount: number })[],
): MeterBill => ({
  id,
  estimated: false,
  usages: [usageLine({ start_date, end_date, id })],
  charges: charges.map(chargeLine),
});
const meter = (bills: MeterBill[], change: Partial<MeterWithBills> = {}): MeterWithBills => ({
  ...servedMeter({ association_type: "DISTRIBUTION" }),
  bills,
  ...change,
});
const JAN: [string, string] = ["2023-01-01", "2023-02-01"];
const FEB: [string, string] = ["2023-02-01", "2023-03-01"];

function costs(readers: MeterBill[], payers: MeterWithBills[] = [], periods = [JANUARY, FEBRUARY]) {
  return costsOf({ energy_type: "ELECTRIC", readers: [meter(readers)], payers }, periods);
}

test("all charges of a bill are the cost of its period, taxes and credits too", () => {
  const january = bill(1, JAN, [{ amount: 100.1 }, { amount: 7.07, utility_charge_type: "tax_cost" }, { amount: -2 }]);
  assert.deepEqual(costs([january]), [10_517, null]);
});

test("a charge with other days is split over the periods by whole days, to the cent", () => {
  // 31 of its 59 days are in January.
  const both = bill(1, JAN, [{ amount: 100, start_date: "2023-01-01", end_date: "2023-03-01" }]);
  assert.deepEqual(costs([both]), [5254, 4746]);
});

test("a charge on one date belongs to the period that contains it", () => {
  const fee = bill(1, JAN, [{ amount: 5, start_date: "2023-02-03", end_date: "2023-02-03" }]);
  assert.deepEqual(costs([fee]), [null, 500]);
});

test("charges and credits of a later bill for an earlier period count there", () => {
  const bills = [
    bill(1, JAN, [{ amount: 31 }]),
    bill(2, FEB, [
      { amount: -31, start_date: JAN[0], end_date: JAN[1] },
      { amount: 37.2, start_date: JAN[0], end_date: JAN[1] },
      { amount: 28 },
    ]),
  ];
  assert.deepEqual(costs(bills), [3720, 2800]);
});

test("a period that gave its last day to the next bill keeps the whole cost of its own bill", () => {
  const trimmed = [period("2023-01-01", "2023-01-31", "2023-02-01"), period("2023-01-31", "2023-03-01")];
  const bills = [bill(1, JAN, [{ amount: 31 }]), bill(2, ["2023-01-31", "2023-03-01"], [{ amount: 29 }])];
  assert.deepEqual(costs(bills, [], trimmed), [3100, 2900]);
});

test("the supplier's bills add to the cost by their days", () => {
  const supplier = meter([
    bill(3, ["2023-01-15", "2023-02-14"], [{ amount: 60 }]),
    bill(4, ["2023-02-14", "2023-03-14"], [{ amount: 28 }]),
  ]);
  const distribution = [bill(1, JAN, [{ amount: 31 }]), bill(2, FEB, [{ amount: 28 }])];
  // 17 of 30 days of the first, then 13 of them and 15 of the 28 of the second.
  assert.deepEqual(costs(distribution, [supplier]), [3100 + 3400, 2800 + 2600 + 1500]);
});

test("a period that a supplier in service has not billed to its end has an unknown cost", () => {
  const supplied = [bill(3, JAN, [{ amount: 60 }])];
  const distribution = [bill(1, JAN, [{ amount: 31 }]), bill(2, FEB, [{ amount: 28 }])];
  assert.deepEqual(costs(distribution, [meter(supplied)]), [9100, null]);
  assert.deepEqual(costs(distribution, [meter(supplied, { status: "Inactive" })]), [9100, 2800]);
  assert.deepEqual(costs(distribution, [meter(supplied, { deactivation_date: "2023-02-01" })]), [9100, 2800]);
});

test("before the first bill of a supplier no bill is missing", () => {
  const distribution = [bill(1, JAN, [{ amount: 31 }]), bill(2, FEB, [{ amount: 28 }])];
  assert.deepEqual(costs(distribution, [meter([bill(3, FEB, [{ amount: 60 }])])]), [3100, 8800]);
});
