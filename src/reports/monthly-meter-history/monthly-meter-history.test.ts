import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { calendarize } from "../../domain/months/calendarize.ts";
import { serviceOf } from "../../domain/months/days-covered.ts";
import { usageLine } from "../../domain/months/meter-bill.fixtures.ts";
import { energyMonths } from "../../domain/property/roll-up-energy.ts";
import { toUnits } from "../../domain/whole-units.ts";
import { MONTHLY_METER_HISTORY, monthlyMeterHistoryRows, type MeterMonths } from "./monthly-meter-history.ts";
import { coverageFaultsOf } from "../parts/coverage-faults.ts";
import { partialMonths } from "../parts/partial-months.ts";
import { monthUses } from "../parts/month-uses.ts";
import { billOf, meterOf, readRows, type BillFixture } from "../parts/reports.fixtures.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

/** A meter with the months derived from its bills. */
function monthsOf(meter: ReturnType<typeof meterOf>, ...bills: BillFixture[]): MeterMonths {
  const read = bills.map(billOf);
  const months = calendarize({ bills: read, service: serviceOf(meter) });
  const coverageFaults = coverageFaultsOf({ meter, bills: read });
  const isPartial = partialMonths([{ meter: { ...meter, months }, coverageFaults }]);
  return { meter, months, coverageFaults, uses: monthUses(read), isStale: false, isPartial };
}

const ACROSS: BillFixture = {
  id: 1,
  start: "2025-01-11",
  end: "2025-02-10",
  usage: 300,
  kbtus: 1023.6,
  lbs_co2: 129,
  demand: 12,
  costs: { usage_cost: 60, tax_cost: 3.01 },
};
const AFTER: BillFixture = { ...ACROSS, id: 2, start: "2025-02-10", end: "2025-03-01", usage: 190, demand: 15 };

test("a month has its share of each bill, and lists those bills", () => {
  const { rows } = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), monthsOf(meterOf(), ACROSS, AFTER));
  assert.equal(rows.length, 2);
  assert.deepEqual(rows[1], {
    month: "2025-02",
    meter_number: "M1",
    energy_type: "ELECTRIC",
    // 300 x 9 / 30 + 190 x 19 / 19.
    usage: 280,
    usage_unit: "kWh",
    usage_per_day: 10,
    kbtus: 1330.68,
    tons_co2: 0.076067,
    demand: 15,
    demand_unit: "kW",
    usage_cost: 78,
    demand_cost: 0,
    service_cost: 0,
    interim_rate_cost: 0,
    other_applied_cost: 0,
    tax_cost: 3.91,
    total_cost: 81.91,
    cost_per_day: 2.925357,
    average_unit_cost: 0.292536,
    days_billed: 28,
    estimated: false,
    month_complete: true,
    bills: [1, 2],
  });
  assert.deepEqual(Object.keys(rows[0] ?? {}).sort(), MONTHLY_METER_HISTORY.columns.map(({ key }) => key).sort());
});

test("figures per day use the billed days, so a partial month does not look like one of low use", () => {
  const { rows } = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), monthsOf(meterOf(), ACROSS));
  assert.deepEqual(
    rows.map(({ usage, usage_per_day, days_billed, month_complete }) => [
      usage,
      usage_per_day,
      days_billed,
      month_complete,
    ]),
    [
      [210, 10, 21, false],
      [90, 10, 9, false],
    ],
  );
});

test("a month without a bill between others is listed, with all figures unknown", () => {
  const later = { ...AFTER, id: 3, start: "2025-04-01", end: "2025-05-01" };
  const { rows, missing, notes } = readRows(
    monthlyMeterHistoryRows({}, ENGLISH_REPORT),
    monthsOf(meterOf(), AFTER, later),
  );
  const march = rows.find(({ month }) => month === "2025-03");
  assert.deepEqual(
    [march?.usage, march?.usage_unit, march?.kbtus, march?.total_cost, march?.cost_per_day, march?.bills],
    [null, null, null, null, null, []],
  );
  assert.equal(missing, 1);
  assert.match(notes.join(" "), /Bills are missing, or two cover the same days: 1 month/);
  assert.ok(notes.includes("Meter M1: no bill covers Mar 1, 2025 to Mar 31, 2025 (31 days)."), notes.join(" "));
  const twice = { ...AFTER, id: 3, start: "2025-02-20", end: "2025-04-01" };
  const overlap = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), monthsOf(meterOf(), AFTER, twice)).notes;
  assert.ok(overlap.includes("Meter M1: two bills cover Feb 20, 2025 to Feb 28, 2025 (9 days)."), overlap.join(" "));
});

test("a month in which the unit changes has no single usage, its neighbors have", () => {
  const gas = meterOf({ energy_type: "GAS" });
  const part = monthsOf(gas, { ...ACROSS, unit: "therms" }, { ...AFTER, end: "2025-04-01", unit: "CCF" });
  const { rows, totals, notes } = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), part);
  assert.deepEqual(
    rows.map(({ usage_unit }) => usage_unit),
    ["therms", null, "CCF"],
  );
  assert.equal(totals.usage, null);
  assert.match(notes.join(" "), /Billed in more than one unit, so usage is not added up: 1 month\./);
});

test("months with unknown CO2 are counted, except months with only charges", () => {
  const withoutZip = monthsOf(meterOf(), { ...ACROSS, lbs_co2: null }, AFTER);
  const { notes } = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), withoutZip);
  assert.ok(notes.some((note) => note.startsWith("CO2 of electricity is not known") && note.endsWith("(2 months).")));
  const { usage: _, ...chargesAlone } = ACROSS;
  const service = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), monthsOf(meterOf(), chargesAlone));
  assert.doesNotMatch(service.notes.join(" "), /not known/);
});

test("between two fuel deliveries the use is known to be 0", () => {
  const delivery = (id: number, day: string): BillFixture => ({
    id,
    start: day,
    end: day,
    usage: 100,
    unit: "gal",
    kbtus: 13_800,
  });
  const oil = meterOf({ energy_type: "FUEL_OIL" });
  const { rows } = readRows(
    monthlyMeterHistoryRows({}, ENGLISH_REPORT),
    monthsOf(oil, delivery(1, "2025-01-20"), delivery(2, "2025-03-03")),
  );
  assert.deepEqual(
    rows.map(({ month, usage, kbtus }) => [month, usage, kbtus]),
    [
      ["2025-01", 100, 13_800],
      ["2025-02", 0, 0],
      ["2025-03", 100, 13_800],
    ],
  );
});

test("demand has the unit that it was calculated in", () => {
  const unitOf = (demandUnit: string, demand: number) => {
    const { rows } = readRows(
      monthlyMeterHistoryRows({}, ENGLISH_REPORT),
      monthsOf(meterOf(), { ...ACROSS, demandUnit, demand }),
    );
    return [rows[0]?.demand, rows[0]?.demand_unit];
  };
  assert.deepEqual(unitOf("MW", 0.5), [500, "kW"]);
  assert.deepEqual(unitOf("kVA", 80), [80, "kVA"]);
});

test("only the requested months are listed and added up", () => {
  const { rows, totals } = readRows(
    monthlyMeterHistoryRows({ from: "2025-02-01", to: "2025-03-01" }, ENGLISH_REPORT),
    monthsOf(meterOf(), ACROSS, AFTER),
  );
  assert.deepEqual([rows.map(({ month }) => month), totals.total_cost], [["2025-02"], 81.91]);
});

test("while months are being derived again, a note names the meter", () => {
  const { notes } = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), {
    ...monthsOf(meterOf(), ACROSS, AFTER),
    isStale: true,
  });
  assert.match(notes.join(" "), /Meter M1: a bill has just arrived/);
});

const anyBill = fc.record({
  start: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 9 }),
  length: fc.integer({ min: 1, max: 3 }),
  usage: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((millionths) => millionths / 1e6),
  cost: fc.integer({ min: -(10 ** 7), max: 10 ** 7 }).map((cents) => cents / 100),
});
const twoDigits = (number: number) => String(number).padStart(2, "0");

test("the months of a meter add up to its bills, in use to the millionth and in cost to the cent", () => {
  fc.assert(
    fc.property(fc.array(anyBill, { minLength: 1, maxLength: 12 }), (list) => {
      const bills = list.map(({ start, month, length, usage, cost }, index): BillFixture => {
        const day = twoDigits(start);
        return {
          id: index + 1,
          start: `2024-${twoDigits(month)}-${day}`,
          end: `2024-${twoDigits(month + length)}-${day}`,
          usage,
          costs: { usage_cost: cost },
        };
      });
      const { rows, totals } = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), monthsOf(meterOf(), ...bills));
      const sum = (values: unknown[], scale: number) =>
        values.reduce<number>((all, value) => all + toUnits(Number(value), scale), 0);
      const millionths = sum(
        list.map(({ usage }) => usage),
        6,
      );
      assert.equal(
        sum(
          rows.map(({ usage }) => usage),
          6,
        ),
        millionths,
      );
      assert.equal(toUnits(Number(totals.usage), 6), millionths);
      assert.equal(
        toUnits(Number(totals.total_cost), 2),
        sum(
          list.map(({ cost }) => cost),
          2,
        ),
      );
    }),
  );
});

test("the energy of all meters counts once for each wrapper, as in the roll-up of the property", () => {
  const meter = fc.record({
    wrapper: fc.integer({ min: 1, max: 2 }),
    association_type: fc.constantFrom("STANDARD", "DISTRIBUTION", "SUPPLY"),
    energy_type: fc.constantFrom("ELECTRIC", "GAS"),
    months: fc.array(fc.integer({ min: 0, max: 10 ** 6 }), { maxLength: 4 }),
    first: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(fc.array(meter, { maxLength: 5 }), (list) => {
      const parts = list.map(({ wrapper, association_type, energy_type, months, first }, index) => {
        const bills = months.map((kbtus, at): BillFixture => {
          const [start, end] = [first + at, first + at + 1].map((month) => `2024-${twoDigits(month)}-01`);
          const period = { start_date: start ?? "", end_date: end ?? "" };
          const usages = [
            usageLine({ ...period, amount: 1, kbtus, lbs_co2: 1, supply: association_type === "SUPPLY" }),
          ];
          return { id: index * 10 + at, start: period.start_date, end: period.end_date, usages };
        });
        return monthsOf(meterOf({ id: index + 1, meter_wrapper_id: wrapper, association_type, energy_type }), ...bills);
      });
      const { totals } = readRows(monthlyMeterHistoryRows({}, ENGLISH_REPORT), ...parts);
      const rolled = energyMonths(parts.map(({ meter: of, months }) => ({ ...of, months })));
      const sum = rolled.reduce((all, { kbtus }) => all + (kbtus ?? 0), 0);
      assert.equal(totals.kbtus ?? 0, sum);
    }),
  );
});
