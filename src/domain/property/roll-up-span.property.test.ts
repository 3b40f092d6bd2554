/** Rolling up only the months that a change reaches gives the same as rolling up all of them, for any property and change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { ASSOCIATION_TYPES, SERVICE_STATUSES } from "../../records/codes.ts";
import { MONTH_FIGURES } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { monthFromNumber, monthNumber } from "../calendar.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { deriveProperty, type DerivedProperty } from "./property-derivation.ts";
import { meterMonth, rolledMeter } from "./roll-up.fixtures.ts";
import { addMeters, ledgerOf, openRollUp } from "./roll-up-ledger.ts";
import {
  isWithin,
  monthsReached,
  monthsShownBeside,
  snapshotsShowing,
  withEnds,
  withMonths,
  type MonthDifference,
  type MonthSpan,
} from "./roll-up-span.ts";
import { isEnergy } from "./roll-up-sums.ts";
import { usableMonths } from "./stored-months.ts";
import { inBatches, type RolledMeter } from "./service-points.ts";

const FIRST = 2018 * 12;
const MONTHS = 60;

/** Figures that differ by month and meter, in whole cents and millionths. */
function figuresOf(seed: number, month: number): Partial<MeterMonthFigures> {
  const figures = MONTH_FIGURES.map((figure, index) => {
    const units = ((seed * 7919 + month * 104_729 + index * 1299) % 2_000_003) - 1000;
    return [figure, units / 10 ** (figure.endsWith("_cost") ? 2 : 6)];
  });
  return Object.fromEntries(figures) as Partial<MeterMonthFigures>;
}

/** The state of a meter's month: only one in so many is not billed fully, so that properties have complete years. */
const kindOf = (billed: number) =>
  fc.oneof(
    { weight: billed, arbitrary: fc.constant("billed" as const) },
    { weight: 3, arbitrary: fc.constant("unknown" as const) },
    { weight: 1, arbitrary: fc.constantFrom("missing" as const, "begun" as const, "charged" as const) },
  );
type Kind = "billed" | "missing" | "begun" | "unknown" | "charged";

function monthOf(kindOfMonth: Kind, seed: number, number: number, isSupply: boolean): MeterMonthFigures {
  const figures = figuresOf(seed, number);
  const side = isSupply ? "supply" : "distribution";
  const other = isSupply ? "distribution" : "supply";
  const none = { [`${other}_kbtus`]: null, [`${other}_lbs_co2`]: null };
  const unknown = { [`${side}_kbtus`]: null, [`${side}_lbs_co2`]: null, gallons: null };
  const month = monthFromNumber(number).slice(0, 7);
  const whole = meterMonth(month, { ...figures, ...none, estimated: seed % 7 === 0 });
  const rest = { month_complete: false, days_covered: 0 };
  const kinds: Record<Kind, MeterMonthFigures> = {
    billed: whole,
    missing: meterMonth(month, rest),
    begun: { ...whole, month_complete: false, days_covered: 11 },
    unknown: { ...whole, ...unknown },
    charged: { ...whole, ...unknown, demand_consumption: null, ...rest },
  };
  return kinds[kindOfMonth];
}

const months = fc.record({
  start: fc.nat(40),
  seed: fc.nat(1000),
  kinds: fc.oneof(
    { weight: 6, arbitrary: fc.array(kindOf(400), { minLength: 40, maxLength: MONTHS }) },
    { weight: 1, arbitrary: fc.array(kindOf(40), { maxLength: MONTHS }) },
  ),
});

function monthsOf({ start, seed, kinds }: { start: number; seed: number; kinds: Kind[] }, isSupply: boolean) {
  const from = Math.max(0, start - 30);
  return kinds.map((each, index) => monthOf(each, seed, FIRST + from + index, isSupply));
}

const meters: fc.Arbitrary<RolledMeter[]> = fc
  .array(
    fc.record({
      energy_type: fc.constantFrom("ELECTRIC", "ELECTRIC", "GAS", "WATER", "STEAM"),
      association_type: fc.oneof(
        { weight: 3, arbitrary: fc.constant("STANDARD" as const) },
        { weight: 1, arbitrary: fc.constantFrom(...ASSOCIATION_TYPES) },
      ),
      meter_wrapper_id: fc.integer({ min: 1, max: 4 }),
      status: fc.oneof(
        { weight: 3, arbitrary: fc.constant("Active" as const) },
        { weight: 1, arbitrary: fc.constantFrom(...SERVICE_STATUSES) },
      ),
      ended: fc.option(fc.integer({ min: 20, max: MONTHS }), { freq: 6 }),
      months,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) =>
    list.map(({ ended, months: own, ...meter }, index) =>
      rolledMeter({
        ...meter,
        id: index + 1,
        deactivation_date: ended === null ? null : monthFromNumber(FIRST + ended),
        months: monthsOf(own, meter.association_type === "SUPPLY"),
      }),
    ),
  );

/**
 * Changes the months of one meter: some values change, the last months are removed, months are added at either end, or all are
 * removed.
 */
const change = fc.record({
  meter: fc.nat(),
  at: fc.nat(MONTHS),
  count: fc.integer({ min: 1, max: 5 }),
  seed: fc.nat(1000),
  kinds: fc.array(kindOf(20), { minLength: 5, maxLength: 5 }),
  way: fc.constantFrom("others", "others", "fewer", "more", "earlier", "none"),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed({ months: own, association_type }: RolledMeter, { at, count, seed, kinds, way }: Change) {
  const first = own[0] === undefined ? FIRST : monthNumber(own[0].effective_month);
  const isSupply = association_type === "SUPPLY";
  const fresh = (from: number) =>
    kinds.slice(0, count).map((each, index) => monthOf(each, seed, from + index, isSupply));
  const ways: Record<Change["way"], () => MeterMonthFigures[]> = {
    others: () => {
      const others = fresh(first + (own.length === 0 ? 0 : at % own.length));
      const byMonth = new Map(others.map((month) => [month.effective_month, month]));
      return own.map((month) => byMonth.get(month.effective_month) ?? month);
    },
    fewer: () => own.slice(0, -count),
    more: () => [...own, ...fresh(first + own.length)],
    earlier: () => [...fresh(first - count), ...own],
    none: () => [],
  };
  return ways[way]();
}

function differencesOf(before: readonly MeterMonthFigures[], after: readonly MeterMonthFigures[]): MonthDifference[] {
  const was = new Map(before.map((month) => [month.effective_month, month]));
  const is = new Set(after.map(({ effective_month }) => effective_month));
  const written = after.flatMap((month): MonthDifference[] => {
    const old = was.get(month.effective_month);
    if (old === undefined) return [{ kind: "fresh", month: month.effective_month }];
    return JSON.stringify(old) === JSON.stringify(month) ? [] : [{ kind: "changed", month: month.effective_month }];
  });
  const gone = [...was.keys()].filter((month) => !is.has(month));
  return [...written, ...gone.map((month): MonthDifference => ({ kind: "gone", month }))];
}

const onlyEnds = (meter: RolledMeter): RolledMeter =>
  withEnds(meter, {
    first: meter.months.at(0)?.effective_month ?? null,
    last: meter.months.at(-1)?.effective_month ?? null,
  });

/**
 * As the store reads them: the months of the span, and for other months those that snapshots need and no stored month provides.
 */
function read(meter: RolledMeter, span: MonthSpan, isTold: boolean): RolledMeter {
  const none = { demand_consumption: null, usage_cost: null, demand_cost: null, service_cost: null, gallons: null };
  const more = { interim_rate_cost: null, other_applied_cost: null, tax_cost: null };
  const at = (month: Month) => isWithin(span, month);
  const beside = (month: Month) => isEnergy(meter.energy_type) && !isTold && isWithin(monthsShownBeside(span), month);
  const some = meter.months
    .filter(({ effective_month: month }) => at(month) || beside(month))
    .map((month) => (at(month.effective_month) ? month : { ...month, ...none, ...more }));
  return withMonths(onlyEnds(meter), some);
}

const PROPERTY = {
  sq_ft: 12_345,
  property_use: { property_type: "Data Center", annual_it_energy_kwh: 8000, it_energy_measured_at_ups: true },
  weather: [],
};
const wholeOf = (list: readonly RolledMeter[]) => deriveProperty({ ...PROPERTY, ledger: ledgerOf(list) });

/** The stored rows after the months of the span replaced the previous ones. */
function writtenOver(stored: DerivedProperty, part: DerivedProperty, span: MonthSpan): DerivedProperty {
  const kept = <Row extends { effective_month: Month }>(rows: Row[], of: MonthSpan) =>
    rows.filter(({ effective_month }) => !isWithin(of, effective_month));
  return {
    months: [...kept(stored.months, span), ...part.months],
    summed: [...kept(stored.summed, span), ...part.summed],
    snapshots: [...kept(stored.snapshots, snapshotsShowing(span)), ...part.snapshots],
  };
}

const sorted = ({ months: rows, summed, snapshots }: DerivedProperty): string[] =>
  [...rows, ...summed, ...snapshots].map((row) => JSON.stringify(row)).sort();

test("rolling up only the months that a change reaches gives the same as rolling up all of them", () => {
  let [reached, skipped, shown] = [0, 0, 0];
  fc.assert(
    fc.property(meters, change, fc.integer({ min: 1, max: 4 }), (before, one, atOnce) => {
      const meter = before[one.meter % before.length];
      if (meter === undefined) return;
      const own = changed(meter, one);
      const differences = differencesOf(meter.months, own);
      if (differences.length === 0) return;
      const after = before.map((each) => (each === meter ? { ...each, months: own } : each));
      const wrapper = after.filter(({ meter_wrapper_id }) => meter_wrapper_id === meter.meter_wrapper_id).map(onlyEnds);
      const all = own.map(({ effective_month }) => effective_month);
      const span = monthsReached({ meterId: meter.id, months: all, differences, wrapper });
      if (span === null) return;
      reached++;
      const stored = wholeOf(before);
      const types = stored.months.flatMap(({ energy_type, ...row }) =>
        energy_type === null ? [] : [{ ...row, energy_type }],
      );
      const beside = types.filter(({ effective_month }) => isWithin(monthsShownBeside(span), effective_month));
      const usable = usableMonths(after.map(onlyEnds), beside, span);
      skipped += usable.size;
      const ledger = openRollUp();
      for (const batch of inBatches(after, atOnce))
        addMeters(
          ledger,
          batch.flat().map((each) => read(each, span, usable.has(each.energy_type))),
        );
      const part = deriveProperty({ ...PROPERTY, ledger, stored: usable }, span);
      shown += part.snapshots.length;
      assert.deepEqual(sorted(writtenOver(stored, part, span)), sorted(wholeOf(after)));
    }),
    { numRuns: 400 },
  );
  assert.ok(reached > 100 && skipped > 100 && shown > 100, `${reached} changes, ${skipped} types, ${shown} snapshots`);
});
