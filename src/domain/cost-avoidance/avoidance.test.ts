import assert from "node:assert/strict";
import { test } from "node:test";
import { packDailyMeans } from "../caltrack/degree-table.ts";
import {
  avoidOn,
  drawMeter,
  GAS_HEAT,
  HOUSE,
  NO_SETTINGS,
  SAVINGS_START,
  TEMPERATURES,
  withBill,
  withNoise,
} from "./cost-avoidance.fixtures.ts";

const near = (actual: number | null | undefined, expected: number, within = 1e-4) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < within, `${actual}, not ${expected}`);

const totalOf = (values: (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0);

test("a meter that uses a fifth less avoids a quarter of its remaining use and cost", () => {
  const meter = drawMeter({ share: 0.8 });
  const { periods, sufficient, flags, unit, model } = avoidOn(meter);
  assert.deepEqual([sufficient, flags, unit, model?.type], [true, [], "kWh", "cdd_hdd"]);
  assert.ok(periods.length > 12);
  for (const period of periods) {
    const bill = meter.bills.find(({ id }) => id === period.bills[0]);
    const used = bill?.usages[0]?.amount ?? Number.NaN;
    const cost = totalOf(bill?.charges.map(({ amount }) => amount) ?? []);
    assert.equal(period.actual, used);
    near(period.avoided, used / 4);
    near(period.actualCost, cost, 1e-9);
    near(period.unitCost, cost / used, 1e-9);
    // The unit cost of the bill times 1.25 of its use.
    near(period.adjustedCost, cost * 1.25, 0.0051);
    near(period.avoidedCost, cost * 0.25, 0.0051);
    assert.deepEqual(period.flags, []);
  }
});

test("a bill that began before the savings belongs to no period", () => {
  const { periods, baseline } = avoidOn(drawMeter());
  assert.ok(periods.every(({ start_date }) => start_date >= SAVINGS_START));
  assert.ok((baseline?.end_date ?? "9999") <= SAVINGS_START);
});

test("a meter that uses more has negative avoided use", () => {
  const { periods } = avoidOn(drawMeter({ share: 1.1 }));
  for (const { avoided, avoidedCost, actual } of periods) {
    near(avoided, -(actual ?? 0) / 11);
    assert.ok((avoidedCost ?? 0) < 0);
  }
});

test("gas is explained by heating alone, and its summers count as periods", () => {
  const meter = drawMeter({ energy_type: "GAS", unit: "therms", habit: GAS_HEAT, share: 0.8 });
  const { model, periods } = avoidOn(meter);
  assert.deepEqual([model?.type, model?.heatingBalanceF], ["hdd_only", 62]);
  for (const { coolingDegreeDays, avoided, actual } of periods) {
    assert.equal(coolingDegreeDays, null);
    near(avoided, (actual ?? 0) / 4);
  }
});

test("a period without weather has its use and its cost, but no avoided use", () => {
  const holed = {
    ...TEMPERATURES,
    means: TEMPERATURES.means.map((mean, day) => (day > 520 && day < 530 ? Number.NaN : mean)),
  };
  const { periods } = avoidOn(drawMeter(), { temperatures: holed });
  const [hole, ...more] = periods.filter(({ avoided }) => avoided === null);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [hole?.adjusted, hole?.adjustedCost, hole?.avoidedCost, hole?.avoidedKbtus, hole?.avoidedCo2, hole?.flags],
    [null, null, null, null, null, ["weather_missing"]],
  );
  assert.ok((hole?.actual ?? 0) > 0 && (hole?.actualCost ?? 0) > 0);
});

test("each reason for having no result has its own flag", () => {
  const electric = drawMeter();
  const cases: [ReturnType<typeof avoidOn>, string[]][] = [
    [avoidOn(drawMeter({ energy_type: "WATER", unit: "kgal" })), ["not_modelled"]],
    [avoidOn({ ...electric, bills: [] }), ["no_bills"]],
    [avoidOn(electric, { temperatures: packDailyMeans([]) }), ["no_weather"]],
    [avoidOn(drawMeter({ until: "2021-11-01" }), { settings: NO_SETTINGS }), ["no_savings_start"]],
    [avoidOn(drawMeter({ from: "2022-02-10" })), ["no_baseline_bills"]],
    [avoidOn(drawMeter({ from: "2021-08-01" })), ["usage_days_missing", "days_missing"]],
    [avoidOn(drawMeter({ days: 91 })), ["no_billing_cycle"]],
  ];
  for (const [result, flags] of cases) {
    assert.deepEqual(result.flags.slice(0, flags.length), flags);
    assert.deepEqual([result.sufficient, result.periods, result.band], [false, [], null]);
  }
});

test("fuel delivered by truck is not modelled", () => {
  const meter = drawMeter({ energy_type: "FUEL_OIL", unit: "gallons" });
  const delivered = meter.bills.map((bill) => ({
    ...bill,
    usages: bill.usages.map((usage) => ({ ...usage, end_date: usage.start_date })),
  }));
  assert.equal(avoidOn({ ...meter, bills: delivered }).flags[0], "delivered_fuel");
});

test("bills since the savings that are outside the range asked for are not said to be missing", () => {
  const { periods, flags } = avoidOn(drawMeter({ share: 0.8 }), { range: { to: SAVINGS_START } });
  assert.deepEqual([periods, flags], [[], []]);
});

test("a sufficient baseline without later bills is flagged", () => {
  const result = avoidOn(drawMeter({ until: "2022-02-01" }));
  assert.deepEqual([result.sufficient, result.flags], [true, ["no_savings_bills"]]);
});

test("without a date the first twelve complete months are the baseline", () => {
  const result = avoidOn(drawMeter({ from: "2021-01-15" }), { settings: NO_SETTINGS });
  // Complete from February 2021 to January 2022.
  assert.equal(result.savingsStart, "2022-02-01");
  assert.ok(result.sufficient && result.flags.includes("default_savings_start"));
});

test("an estimated read and the one that settles it are one row with the bills and the cost of both", () => {
  const meter = drawMeter({ share: 0.8 });
  const estimated = withBill(meter, 20, (bill) => ({ ...bill, estimated: true }));
  const before = avoidOn(meter).periods;
  const { periods } = avoidOn(estimated);
  assert.equal(periods.length, before.length - 1);
  const joined = periods.find(({ bills }) => bills.length === 2);
  assert.deepEqual([joined?.bills, joined?.days, joined?.flags], [[1020, 1021], 60, ["estimated"]]);
  const own = before.filter(({ bills }) => bills[0] === 1020 || bills[0] === 1021);
  near(joined?.actualCost, totalOf(own.map(({ actualCost }) => actualCost)), 1e-9);
  near(joined?.avoided, totalOf(own.map(({ avoided }) => avoided)));
});

test("an estimate that was never settled leaves the use of its period unknown", () => {
  const meter = drawMeter();
  const last = withBill(meter, meter.bills.length - 1, (bill) => ({ ...bill, estimated: true }));
  const period = avoidOn(last).periods.at(-1);
  assert.deepEqual([period?.actual, period?.avoided, period?.avoidedCost], [null, null, null]);
  assert.deepEqual(period?.flags, ["use_unknown", "estimated"]);
  assert.ok((period?.adjusted ?? 0) > 0);
});

test("a period without use has the price of the previous bill, a period with use its own", () => {
  const meter = drawMeter({ energy_type: "GAS", unit: "therms", habit: GAS_HEAT });
  const idle = withBill(meter, 20, (bill) => ({
    ...bill,
    usages: bill.usages.map((usage) => ({ ...usage, amount: 0, kbtus: 0, lbs_co2: 0 })),
    charges: [
      { ...bill.charges[1], id: 7, amount: 15, utility_charge_type: "service_cost", start_date: null, end_date: null },
    ],
  }));
  const { periods } = avoidOn(idle);
  const at = periods.findIndex(({ bills }) => bills[0] === 1020);
  const [before, zero, next] = [periods[at - 1], periods[at], periods[at + 1]];
  assert.deepEqual([zero?.actual, zero?.actualCost, zero?.flags], [0, 15, ["last_unit_cost"]]);
  assert.equal(zero?.unitCost, before?.unitCost);
  near(zero?.avoidedCost, Math.round((zero?.adjusted ?? 0) * (before?.unitCost ?? 0) * 100) / 100 - 15, 1e-9);
  assert.ok(next?.unitCost !== zero?.unitCost);
});

test("a unit cost far from that of the baseline is flagged, but used", () => {
  const meter = withBill(drawMeter(), 20, (bill) => ({
    ...bill,
    charges: bill.charges.map((charge) => ({ ...charge, amount: charge.amount * 4 })),
  }));
  const odd = avoidOn(meter).periods.filter(({ flags }) => flags.length > 0);
  assert.deepEqual(
    odd.map(({ bills, flags }) => [bills, flags]),
    [[[1020], ["unusual_unit_cost"]]],
  );
});

test("a bill without charges has avoided use but no avoided cost", () => {
  const meter = withBill(drawMeter({ share: 0.8 }), 20, (bill) => ({ ...bill, charges: [] }));
  const period = avoidOn(meter).periods.find(({ bills }) => bills[0] === 1020);
  assert.deepEqual([period?.actualCost, period?.adjustedCost, period?.avoidedCost], [null, null, null]);
  assert.deepEqual(period?.flags, ["cost_unknown"]);
  assert.ok((period?.avoided ?? 0) > 0);
});

test("energy and CO2 follow from the content of a unit on the same bill", () => {
  const meter = drawMeter({ share: 0.8 });
  for (const { avoided, avoidedKbtus, avoidedCo2, adjustedKbtus, actualKbtus } of avoidOn(meter).periods) {
    near(avoidedKbtus, (avoided ?? 0) * 3.412, 1e-5);
    near(avoidedCo2, (avoided ?? 0) * 3.412 * 0.25, 1e-5);
    near((adjustedKbtus ?? 0) - (actualKbtus ?? 0), avoidedKbtus ?? 0, 1e-9);
  }
});

test("a larger floor area and dated adjustments are neither waste nor savings", () => {
  const settings = {
    savingsStart: SAVINGS_START,
    floorAreas: [
      { date: "2000-01-01", sq_ft: 10_000 },
      { date: "2022-01-20", sq_ft: 12_000 },
    ],
    floorAreaShare: 0.5,
    adjustments: [{ start_date: "2022-01-01", end_date: "2024-01-01", amount: null, percent: 3 }],
  };
  const plain = avoidOn(drawMeter()).periods;
  const { periods, baseline } = avoidOn(drawMeter(), { settings });
  // Half of the use grows by a fifth, less the part that the last days of the baseline already had.
  assert.ok((baseline?.end_date ?? "") < "2022-02-10");
  for (const [index, period] of periods.entries()) {
    const modelled = plain[index]?.adjusted ?? Number.NaN;
    const factor = period.floorAreaFactor;
    assert.ok(factor > 1.098 && factor <= 1.1 + 1e-12, String(factor));
    near(period.adjusted, modelled * factor * 1.03, 1e-3);
    near(period.specialAdjustment, modelled * factor * 0.03, 1e-3);
  }
});

test("the requested days select the rows, not the model", () => {
  const whole = avoidOn(drawMeter({ share: 0.8 }));
  const part = avoidOn(drawMeter({ share: 0.8 }), { range: { from: "2022-06-01", to: "2022-09-01" } });
  assert.deepEqual(part.model, whole.model);
  assert.equal(part.periods.length, 3);
  assert.ok(part.periods.every(({ end_date }) => end_date > "2022-06-01" && end_date <= "2022-09-01"));
});

test("the model of a house that does not depend on the weather is its base", () => {
  const { model, flags } = avoidOn(drawMeter({ habit: { ...HOUSE, heating: 0, cooling: 0 } }));
  assert.equal(model?.type, "intercept_only");
  assert.deepEqual(flags, ["weak_fit"]);
});

test("avoided use that is smaller than its uncertainty is flagged", () => {
  const flags = (share: number) => avoidOn(withNoise(drawMeter({ share }), 0)).flags;
  assert.ok(flags(0.999).includes("within_uncertainty"));
  assert.ok(!flags(0.6).includes("within_uncertainty"));
});

test("the uncertainty grows with the covered time, but slower than the time", () => {
  const meter = withNoise(drawMeter({ share: 0.8 }), 0);
  const [whole, year, half] = [
    avoidOn(meter),
    avoidOn(meter, { range: { from: "2022-02-10", to: "2023-02-20" } }),
    avoidOn(meter, { range: { from: "2022-02-10", to: "2022-09-01" } }),
  ];
  const daysOf = (result: typeof whole) => result.periods.reduce((sum, { days }) => sum + days, 0);
  assert.deepEqual([daysOf(whole), daysOf(year), daysOf(half)], [450, 360, 180]);
  const [ofWhole, ofYear, ofHalf] = [whole, year, half].map(({ band }) => band ?? Number.NaN);
  assert.ok(ofWhole !== undefined && ofYear !== undefined && ofHalf !== undefined);
  assert.ok(ofHalf < ofYear && ofYear < ofWhole && ofWhole < (ofYear * 450) / 360, `${ofHalf} ${ofYear} ${ofWhole}`);
});

test("the part of the avoided cost that consists of fixed charges is reported separately", () => {
  const result = avoidOn(drawMeter({ share: 0.8, price: 0.2, fixed: 18 }));
  for (const period of result.periods) {
    // At the average unit cost the fixed charge is avoided in proportion to the use: 18 x (1 / 0.8 - 1).
    near(period.avoidedFixedCost, 4.5, 0.011);
    near((period.avoidedCost ?? 0) - (period.avoidedFixedCost ?? 0), 0.2 * (period.avoided ?? 0), 0.02);
  }
  assert.ok(
    avoidOn(drawMeter({ share: 0.8, fixed: 0 })).periods.every(({ avoidedFixedCost }) => avoidedFixedCost === 0),
  );
});
