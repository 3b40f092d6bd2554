import assert from "node:assert/strict";
import { test } from "node:test";
import type { MeterBill, MeterUsage } from "../months/meter-bill.ts";
import { usageLine } from "../months/meter-bill.fixtures.ts";
import { servedMeter } from "../property/served-meter.fixtures.ts";
import { billedReads } from "./billed-reads.ts";
import type { MeterWithBills, MeterGroup } from "./meter-groups.ts";

type Line = Partial<MeterUsage> & { start_date: string; end_date: string };

let lines = 0;
const bill = (id: number, usages: Line[], estimated = false): MeterBill => ({
  id,
  estimated,
  charges: [],
  usages: usages.map((line) => usageLine({ id: (lines += 1), ...line })),
});
const meter = (id: number, bills: MeterBill[], change: Partial<MeterWithBills> = {}): MeterWithBills => ({
  ...servedMeter({ id, meter_wrapper_id: 1 }),
  bills,
  ...change,
});
const readsOf = (...readers: MeterWithBills[]) => {
  const group: MeterGroup = { energy_type: readers[0]?.energy_type ?? "ELECTRIC", readers, payers: [] };
  const { reads, unit, flags } = billedReads(group);
  const brief = reads.map(({ start_date, end_date, usage, bills }) => [start_date, end_date, usage, bills]);
  return { brief, unit, flags, reads };
};

const JANUARY = { start_date: "2023-01-01", end_date: "2023-02-01" };
const FEBRUARY = { start_date: "2023-02-01", end_date: "2023-03-01" };
const [JAN_1, FEB_1, MAR_1] = ["2023-01-01", "2023-02-01", "2023-03-01"];

test("registers of one bill are one read", () => {
  const { brief, unit } = readsOf(
    meter(1, [
      bill(1, [
        { ...JANUARY, amount: 200 },
        { ...JANUARY, amount: 110 },
      ]),
    ]),
  );
  assert.deepEqual([brief, unit], [[[JAN_1, FEB_1, 310, [1]]], "kWh"]);
});

test("demand and reactive amounts are not use", () => {
  const demand = { ...JANUARY, amount: 90, measurement_unit: "kW", utility_usage_type: "demand_amount" } as const;
  const { brief, unit } = readsOf(meter(1, [bill(1, [{ ...JANUARY, amount: 200 }, demand])]));
  assert.deepEqual([brief, unit], [[[JAN_1, FEB_1, 200, [1]]], "kWh"]);
});

test("two parts of one bill, as around a new rate, are one read", () => {
  const { brief } = readsOf(
    meter(1, [
      bill(1, [
        { start_date: "2023-01-01", end_date: "2023-01-20", amount: 190 },
        { start_date: "2023-01-20", end_date: "2023-02-01", amount: 120 },
      ]),
    ]),
  );
  assert.deepEqual(brief, [[JAN_1, FEB_1, 310, [1]]]);
});

test("two whole cycles on one bill are two reads", () => {
  const { brief } = readsOf(
    meter(1, [
      bill(1, [
        { ...JANUARY, amount: 310 },
        { ...FEBRUARY, amount: 280 },
      ]),
    ]),
  );
  assert.deepEqual(brief, [
    [JAN_1, FEB_1, 310, [1]],
    [FEB_1, MAR_1, 280, [1]],
  ]);
});

test("a later bill's credit for an earlier period is deducted there", () => {
  const { brief } = readsOf(
    meter(1, [
      bill(1, [{ ...JANUARY, amount: 310 }]),
      bill(2, [
        { ...JANUARY, amount: -30 },
        { ...FEBRUARY, amount: 280 },
      ]),
    ]),
  );
  assert.deepEqual(brief, [
    [JAN_1, FEB_1, 280, [1, 2]],
    [FEB_1, MAR_1, 280, [2]],
  ]);
});

test("a credit that arrived before its bill is deducted as well", () => {
  const { brief } = readsOf(meter(1, [bill(1, [{ ...JANUARY, amount: -30 }]), bill(2, [{ ...JANUARY, amount: 310 }])]));
  assert.deepEqual(brief, [[JAN_1, FEB_1, 280, [2, 1]]]);
});

test("a bill that was cancelled and billed again counts as the new one", () => {
  const { brief } = readsOf(
    meter(1, [
      bill(1, [{ ...JANUARY, amount: 310 }]),
      bill(2, [{ ...JANUARY, amount: -310 }]),
      bill(3, [{ ...JANUARY, amount: 372 }]),
    ]),
  );
  assert.deepEqual(brief, [[JAN_1, FEB_1, 372, [3]]]);
});

test("two bills that both claim the same days of a meter stay two, for the method to choose", () => {
  const { brief } = readsOf(meter(1, [bill(1, [{ ...JANUARY, amount: 310 }]), bill(2, [{ ...JANUARY, amount: 300 }])]));
  assert.deepEqual(
    brief.map(([, , usage]) => usage),
    [310, 300],
  );
});

test("a read day that is on two bills belongs to the later one", () => {
  const { reads } = readsOf(
    meter(1, [
      bill(1, [{ start_date: "2023-01-01", end_date: "2023-02-01", amount: 300 }]),
      bill(2, [{ start_date: "2023-01-31", end_date: "2023-03-01", amount: 290 }]),
    ]),
  );
  assert.deepEqual(
    reads.map(({ start_date, end_date, billed }) => [start_date, end_date, billed.end_date]),
    [
      ["2023-01-01", "2023-01-31", "2023-02-01"],
      ["2023-01-31", "2023-03-01", "2023-03-01"],
    ],
  );
});

test("use that one bill states as distributed and supplied counts once", () => {
  const { brief } = readsOf(
    meter(1, [
      bill(1, [
        { ...JANUARY, amount: 1000, supply: true },
        { ...JANUARY, amount: 1000 },
      ]),
    ]),
  );
  assert.deepEqual(brief, [[JAN_1, FEB_1, 1000, [1]]]);
});

test("a read is estimated when its bill or one of its lines is", () => {
  const estimated = { ...FEBRUARY, amount: 1, estimated_meter_read: true };
  const { reads } = readsOf(
    meter(1, [bill(1, [{ ...JANUARY, amount: 1 }], true), bill(2, [estimated, { ...FEBRUARY, amount: 2 }])]),
  );
  assert.deepEqual(
    reads.map((read) => read.estimated),
    [true, true],
  );
});

test("spellings of one unit are one unit", () => {
  const { brief, flags, unit } = readsOf(
    meter(1, [
      bill(1, [{ ...JANUARY, amount: 310, measurement_unit: "KWH" }]),
      bill(2, [{ ...FEBRUARY, amount: 280, measurement_unit: "kWh" }]),
    ]),
  );
  assert.deepEqual([brief.map(([, , usage]) => usage), flags, unit], [[310, 280], [], "kWh"]);
});

test("when the unit changes, older use is converted to the latest unit by its energy", () => {
  const gas = { energy_type: "GAS" } as const;
  const { brief, flags, unit } = readsOf(
    meter(
      1,
      [
        // 100 therms have 10,000 kBtu.
        bill(1, [{ ...JANUARY, amount: 97.2, measurement_unit: "CCF", kbtus: 10_000 }]),
        bill(2, [{ ...FEBRUARY, amount: 90, measurement_unit: "therms", kbtus: 9_000 }]),
      ],
      gas,
    ),
  );
  assert.deepEqual([brief.map(([, , usage]) => usage), flags, unit], [[100, 90], ["unit_converted"], "therms"]);
});

test("a unit without a known energy content leaves the use unknown", () => {
  const { brief, flags } = readsOf(
    meter(1, [
      bill(1, [{ ...JANUARY, amount: 97, measurement_unit: "units", kbtus: null }]),
      bill(2, [{ ...FEBRUARY, amount: 280 }]),
    ]),
  );
  assert.deepEqual([brief.map(([, , usage]) => usage), flags], [[null, 280], ["unit_unknown"]]);
});

test("a meter exchanged within a bill gives one read, between two bills two reads", () => {
  const within = readsOf(
    meter(1, [bill(1, [{ start_date: "2023-01-01", end_date: "2023-01-20", amount: 190 }])]),
    meter(2, [bill(1, [{ start_date: "2023-01-20", end_date: "2023-02-01", amount: 120 }])]),
  );
  assert.deepEqual([within.brief, within.flags], [[[JAN_1, FEB_1, 310, [1]]], []]);
  assert.deepEqual(within.reads[0]?.meters, [1, 2]);
  const between = readsOf(
    meter(1, [bill(1, [{ ...JANUARY, amount: 310 }])]),
    meter(2, [bill(2, [{ ...FEBRUARY, amount: 280 }])]),
  );
  assert.deepEqual(
    between.brief.map(([, , usage]) => usage),
    [310, 280],
  );
});

test("parallel meters add up, and a period that lacks one of them is unknown", () => {
  const { brief, flags } = readsOf(
    meter(1, [bill(1, [{ ...JANUARY, amount: 310 }]), bill(2, [{ ...FEBRUARY, amount: 280 }]), bill(3, [march(300)])]),
    meter(2, [bill(4, [{ ...JANUARY, amount: 31 }]), bill(6, [march(30)])]),
  );
  assert.deepEqual(
    brief.map(([, , usage]) => usage),
    [341, null, 330],
  );
  assert.deepEqual(flags, ["meter_missing"]);
});

const march = (amount: number): Line => ({ start_date: "2023-03-01", end_date: "2023-04-01", amount });

test("meters of one wrapper that are read on different days cannot be added up", () => {
  const { flags } = readsOf(
    meter(1, [bill(1, [{ ...JANUARY, amount: 310 }])]),
    meter(2, [bill(2, [{ start_date: "2023-01-10", end_date: "2023-02-10", amount: 31 }])]),
  );
  assert.ok(flags.includes("meters_apart"));
});

test("a meter without use has no unit", () => {
  assert.deepEqual(readsOf(meter(1, [])), { brief: [], unit: null, flags: ["no_bills"], reads: [] });
});
