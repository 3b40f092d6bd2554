/** Invariants of every property, whatever its meters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { ASSOCIATION_TYPES, ENERGY_TYPES, SERVICE_STATUSES } from "../../records/codes.ts";
import { MONTH_FIGURES } from "../../records/month-figures.ts";
import { monthFromNumber } from "../calendar.ts";
import { energyMonths, energyOf } from "./roll-up-energy.ts";
import { meterMonth, rolledMeter } from "./roll-up.fixtures.ts";
import { addMeters, openRollUp } from "./roll-up-ledger.ts";
import { rolledMonths, rollUp, type RolledMonth } from "./roll-up.ts";
import { inBatches, type RolledMeter } from "./service-points.ts";
import { toUnits } from "../whole-units.ts";

const SUMMED = MONTH_FIGURES.filter((figure) => figure !== "demand_consumption");
const FIRST = 2023 * 12;

/** Whole millionths and cents, so that sums are exact; some values are missing. */
const amount = (scale: number) =>
  fc.option(
    fc.integer({ min: -(10 ** 10), max: 10 ** 10 }).map((units) => units / 10 ** scale),
    { freq: 8 },
  );
const month = fc.record(
  Object.fromEntries(MONTH_FIGURES.map((figure) => [figure, amount(figure.endsWith("_cost") ? 2 : 6)])),
);
const meters: fc.Arbitrary<RolledMeter[]> = fc
  .array(
    fc.record({
      energy_type: fc.constantFrom(...ENERGY_TYPES),
      association_type: fc.constantFrom(...ASSOCIATION_TYPES),
      meter_wrapper_id: fc.integer({ min: 1, max: 3 }),
      status: fc.constantFrom(...SERVICE_STATUSES),
      start: fc.nat(5),
      months: fc.array(fc.tuple(month, fc.boolean(), fc.boolean()), { maxLength: 6 }),
    }),
    { maxLength: 6 },
  )
  .map((list) =>
    list.map(({ start, months, ...meter }, id) =>
      rolledMeter({
        ...meter,
        id: id + 1,
        months: months.map(([figures, month_complete, estimated], index) => ({
          ...meterMonth(monthFromNumber(FIRST + start + index).slice(0, 7)),
          ...figures,
          month_complete,
          estimated,
        })),
      }),
    ),
  );

const wholeOf = (rows: RolledMonth[]) => rows.filter(({ energy_type }) => energy_type === null);
const typesOf = (rows: RolledMonth[]) => rows.filter(({ energy_type }) => energy_type !== null);
const inUnits = (values: (number | null)[], scale: number) =>
  values.reduce<number>((sum, value) => sum + toUnits(value ?? 0, scale), 0);

test("a known figure of a property is the sum of its meters and the sum of its types of energy, exactly", () => {
  fc.assert(
    fc.property(meters, (list) => {
      const rows = rollUp(list);
      for (const whole of wholeOf(rows)) {
        const ofMonth = { effective_month: whole.effective_month };
        const parts = list
          .flatMap(({ months }) => months)
          .filter((row) => row.effective_month === ofMonth.effective_month);
        const types = typesOf(rows).filter((row) => row.effective_month === ofMonth.effective_month);
        for (const figure of SUMMED) {
          const value = whole[figure];
          if (value === null) continue;
          const scale = figure.endsWith("_cost") ? 2 : 6;
          const units = toUnits(value, scale);
          assert.equal(
            units,
            inUnits(
              parts.map((row) => row[figure]),
              scale,
            ),
          );
          assert.equal(
            units,
            inUnits(
              types.map((row) => row[figure]),
              scale,
            ),
          );
        }
      }
    }),
  );
});

test("a property has a cost when one of its meters has, and null when none has", () => {
  fc.assert(
    fc.property(meters, (list) => {
      for (const whole of wholeOf(rollUp(list))) {
        const parts = list
          .flatMap(({ months }) => months)
          .filter((row) => row.effective_month === whole.effective_month);
        assert.equal(
          whole.total_cost === null,
          parts.every(({ total_cost }) => total_cost === null),
        );
        for (const figure of SUMMED) if (parts.every((row) => row[figure] === null)) assert.equal(whole[figure], null);
      }
    }),
  );
});

test("while all meters are in service, a property's month is complete where each of its types of energy is", () => {
  const inService = meters.map((list) =>
    list.map((meter) => ({ ...meter, status: "Active" as const, meter_wrapper_id: meter.id })),
  );
  fc.assert(
    fc.property(inService, (list) => {
      const rows = rollUp(list);
      const types = new Set(typesOf(rows).map(({ energy_type }) => energy_type));
      for (const { effective_month, month_complete } of wholeOf(rows)) {
        const complete = typesOf(rows).filter((row) => row.effective_month === effective_month && row.month_complete);
        assert.equal(month_complete, complete.length === types.size);
      }
    }),
  );
});

test("the order of meters does not matter", () => {
  fc.assert(
    fc.property(meters, fc.infiniteStream(fc.nat()), (list, order) => {
      const keys = new Map(list.map((meter) => [meter.id, order.next().value ?? 0]));
      const shuffled = list.toSorted((a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0));
      assert.deepEqual(rollUp(shuffled), rollUp(list));
      assert.deepEqual(energyMonths(shuffled), energyMonths(list));
    }),
  );
});

test("adding meters a few at a time gives the same months as all at once, as long as wrappers stay whole", () => {
  fc.assert(
    fc.property(meters, fc.integer({ min: 1, max: 4 }), (list, atOnce) => {
      const batches = inBatches(list, atOnce);
      assert.deepEqual(
        batches.flat(2).toSorted((a, b) => a.id - b.id),
        list,
      );
      const ledger = openRollUp();
      for (const batch of batches) addMeters(ledger, batch.flat());
      assert.deepEqual(rolledMonths(ledger), rollUp(list));
      assert.deepEqual(energyOf(ledger), energyMonths(list));
      const wrappers = batches.map((batch) => new Set(batch.flat().map(({ meter_wrapper_id }) => meter_wrapper_id)));
      assert.equal(
        wrappers.reduce((count, { size }) => count + size, 0),
        new Set(list.map(({ meter_wrapper_id }) => meter_wrapper_id)).size,
        "no wrapper is in two batches",
      );
    }),
  );
});

test("a wrapper can be added only once: split over two calls its energy would count twice", () => {
  const meter = (id: number, association_type: "STANDARD" | "SUPPLY") =>
    rolledMeter({ id, association_type, meter_wrapper_id: 1, months: [meterMonth("2023-01")] });
  const ledger = openRollUp();
  addMeters(ledger, [meter(1, "STANDARD")]);
  assert.throws(() => addMeters(ledger, [meter(2, "SUPPLY")]), /wrapper 1 is in the roll-up already/);
});

test("the months of a property follow each other without a gap", () => {
  fc.assert(
    fc.property(meters, (list) => {
      const whole = wholeOf(rollUp(list)).map(({ effective_month }) => effective_month);
      const first = list.flatMap(({ months }) => months.map(({ effective_month }) => effective_month)).sort()[0];
      const from = first === undefined ? 0 : Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) - 1;
      assert.deepEqual(
        whole,
        whole.map((_, index) => monthFromNumber(from + index)),
      );
    }),
  );
});
