/** For any meters and bills of a property, the explained lines of its months sum to every known figure. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { ASSOCIATION_TYPES, CHARGE_TYPES, ENERGY_TYPES, USAGE_TYPES } from "../../records/codes.ts";
import { MONTH_FIGURES } from "../../records/month-figures.ts";
import { addDays } from "../calendar.ts";
import { calendarize } from "../months/calendarize.ts";
import { chargeLine, usageLine } from "../months/meter-bill.fixtures.ts";
import type { MeterBill } from "../months/meter-bill.ts";
import { explainRolled } from "./explain-roll-up.ts";
import { rolledMeter } from "./roll-up.fixtures.ts";
import { rollUp } from "./roll-up.ts";
import { toUnits } from "../whole-units.ts";

const period = fc
  .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 70 }))
  .map(([from, days]) => ({ start_date: addDays("2023-01-05", from), end_date: addDays("2023-01-05", from + days) }));
const figure = fc.option(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }).map((units) => units / 10 ** 6));
const usage = fc
  .record({
    id: fc.nat(),
    dates: period,
    amount: fc.integer({ min: -5, max: 90 }),
    measurement_unit: fc.constantFrom("kWh", "kW", "MW"),
    utility_usage_type: fc.constantFrom(...USAGE_TYPES),
    kbtus: figure,
    lbs_co2: figure,
    gallons: figure,
    supply: fc.boolean(),
  })
  .map(({ dates, ...line }) => usageLine({ ...dates, ...line }));
const charge = fc
  .record({
    id: fc.nat(),
    dates: fc.option(period),
    amount: fc.integer({ min: -(10 ** 6), max: 10 ** 6 }).map((cents) => cents / 100),
    utility_charge_type: fc.constantFrom(...CHARGE_TYPES),
  })
  .map(({ dates, ...line }) => chargeLine({ ...line, ...dates }));
const bills: fc.Arbitrary<MeterBill[]> = fc
  .array(
    fc.record({
      estimated: fc.boolean(),
      charges: fc.array(charge, { maxLength: 3 }),
      usages: fc.array(usage, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  )
  .map((list) => list.map((bill, index) => ({ ...bill, id: index + 1 })));
const meters = fc
  .array(
    fc.record({
      energy_type: fc.constantFrom(...ENERGY_TYPES),
      association_type: fc.constantFrom(...ASSOCIATION_TYPES),
      meter_wrapper_id: fc.integer({ min: 1, max: 2 }),
      bills,
    }),
    { maxLength: 4 },
  )
  .map((list) =>
    list.map(({ bills: own, ...meter }, index) => ({
      ...rolledMeter({ ...meter, id: index + 1, months: [] }),
      months: calendarize({ bills: own, service: { start_date: null, end_date: null }, explain: true }),
    })),
  );

test("the lines of a property's month sum to each of its figures, and those of a type of energy to its own", () => {
  let known = 0;
  fc.assert(
    fc.property(meters, (list) => {
      for (const rolled of rollUp(list)) {
        const rows = list
          .filter(({ energy_type }) => rolled.energy_type === null || energy_type === rolled.energy_type)
          .flatMap((meter) => meter.months.map((month) => ({ meter, month })))
          .filter(({ month }) => month.effective_month === rolled.effective_month);
        const explanation = explainRolled(rows, rolled.energy_type);
        for (const name of [...MONTH_FIGURES, "kbtus", "lbs_co2"] as const) {
          const value = rolled[name];
          if (value === null) continue;
          known++;
          const sum = explanation[name].reduce((units, { amount }) => units + toUnits(amount ?? Number.NaN, 6), 0);
          assert.equal(sum, toUnits(value, 6), name);
        }
      }
    }),
  );
  assert.ok(known > 1000, "figures were compared");
});

test("an unknown figure lists the lines that make it unknown, and no unrelated lines", () => {
  const bill = (id: number, kbtus: number | null, gallons: number | null): MeterBill => ({
    id,
    estimated: false,
    charges: [],
    usages: [usageLine({ id: id * 10, start_date: "2023-01-01", end_date: "2023-02-01", kbtus, gallons })],
  });
  const service = { start_date: null, end_date: null };
  const gas = rolledMeter({ id: 1, energy_type: "GAS", months: [] });
  const water = rolledMeter({ id: 2, energy_type: "WATER", months: [] });
  const [gasMonth] = calendarize({ bills: [bill(1, null, null)], service, explain: true });
  const [waterMonth] = calendarize({ bills: [bill(2, null, 748)], service, explain: true });
  assert.ok(gasMonth && waterMonth);
  const rows = [
    { meter: gas, month: gasMonth },
    { meter: water, month: waterMonth },
  ];
  const { distribution_kbtus, gallons } = explainRolled(rows, null);
  assert.deepEqual(
    [distribution_kbtus, gallons].map((lines) =>
      lines.map(({ utility_meter_id, amount }) => [utility_meter_id, amount]),
    ),
    [[[1, null]], [[2, 748]]],
  );
});
