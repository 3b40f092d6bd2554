/** Invariants of every meter, whatever its bills. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { CHARGE_TYPES, USAGE_TYPES } from "../../records/codes.ts";
import { addDays, daysBetween, daysInMonth, monthsTouched, spanOf } from "../calendar.ts";
import { calendarize, type MeterMonth } from "./calendarize.ts";
import type { MeterBill } from "./meter-bill.ts";
import { split, toScaled } from "../decimal.ts";
import { shortBill } from "./meter-bill.fixtures.ts";
import { toUnits } from "../whole-units.ts";

const OPEN = { start_date: null, end_date: null };
const derive = (bills: MeterBill[]) => calendarize({ bills, service: OPEN });

const period = fc
  .tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 130 }))
  .map(([from, days]) => ({ start_date: addDays("2021-11-20", from), end_date: addDays("2021-11-20", from + days) }));
const cents = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((value) => value / 100);
const energy = fc.option(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((value) => value / 10 ** 6));

const charge = fc.record({
  id: fc.nat(),
  amount: cents,
  utility_charge_type: fc.constantFrom(...CHARGE_TYPES),
  dates: fc.option(period),
});
const usage = fc.record({
  id: fc.nat(),
  amount: fc.integer({ min: -3, max: 3 }),
  measurement_unit: fc.constantFrom("kWh", "kW", "MW"),
  utility_usage_type: fc.constantFrom(...USAGE_TYPES),
  estimated_meter_read: fc.boolean(),
  kbtus: energy,
  lbs_co2: energy,
  gallons: energy,
  supply: fc.boolean(),
  dates: period,
});
const bills: fc.Arbitrary<MeterBill[]> = fc
  .array(
    fc.record({
      estimated: fc.boolean(),
      charges: fc.array(charge, { maxLength: 4 }),
      usages: fc.array(usage, { maxLength: 3 }),
      period: fc.option(period),
    }),
    { maxLength: 6 },
  )
  .map((list) =>
    list.map((bill, index) => ({
      ...bill,
      id: index + 1,
      charges: bill.charges.map(({ dates, ...line }) => ({
        ...line,
        start_date: dates?.start_date ?? null,
        end_date: dates?.end_date ?? null,
      })),
      usages: bill.usages.map(({ dates, ...line }) => ({ ...line, ...dates })),
    })),
  );

const inCents = (months: MeterMonth[]) =>
  months.reduce((sum, { total_cost }) => sum + toScaled(total_cost ?? 0, 2), 0n);

test("the months of all charges sum to the charges to the cent, class by class and in total", () => {
  fc.assert(
    fc.property(bills, (list) => {
      const months = derive(list);
      const dated = list.flatMap(({ charges, usages, period: whole }) =>
        charges.filter(({ start_date }) => start_date !== null || usages.length > 0 || whole),
      );
      assert.equal(
        inCents(months),
        dated.reduce((sum, { amount }) => sum + toScaled(amount, 2), 0n),
      );
      for (const type of CHARGE_TYPES) {
        const posted = months.reduce((sum, month) => sum + toScaled(month[type] ?? 0, 2), 0n);
        const charged = dated.filter(({ utility_charge_type }) => utility_charge_type === type);
        assert.equal(
          posted,
          charged.reduce((sum, { amount }) => sum + toScaled(amount, 2), 0n),
        );
      }
    }),
  );
});

test("a charge is split over its months as by exact arithmetic, and the explained lines agree", () => {
  fc.assert(
    fc.property(period, cents, (dates, amount) => {
      const bill = shortBill({ start: dates.start_date, end: dates.end_date, cost: amount });
      const months = calendarize({ bills: [bill], service: OPEN, explain: true });
      const touched = monthsTouched(dates);
      const days = touched.map((month) => daysOf(dates, month));
      const parts = days.every((count) => count === 0) ? [toScaled(amount, 2)] : split(toScaled(amount, 2), days);
      assert.deepEqual(
        months.map(({ effective_month }) => effective_month),
        touched,
      );
      assert.deepEqual(
        months.map(({ total_cost }) => toScaled(total_cost ?? 0, 2)),
        parts,
      );
      assert.deepEqual(
        months.map(({ explain }) => explain?.total_cost.map((line) => [line.days, toScaled(line.amount ?? 0, 2)])),
        parts.map((part, index) => [[days[index], part]]),
      );
    }),
  );
});

/** Days of a period that lie in a month. */
function daysOf({ start_date, end_date }: { start_date: string; end_date: string }, month: string): number {
  const end = addDays(month, daysInMonth(month));
  return Math.max(0, daysBetween(start_date > month ? start_date : month, end_date < end ? end_date : end));
}

test("known energy sums to the lines to the millionth", () => {
  fc.assert(
    fc.property(bills, (list) => {
      const uses = list.flatMap(({ usages }) => usages).filter((line) => line.utility_usage_type === "usage_amount");
      fc.pre(uses.every(({ gallons }) => gallons !== null));
      const posted = derive(list).reduce((sum, { gallons }) => sum + toUnits(gallons ?? 0, 6), 0);
      assert.equal(
        posted,
        uses.reduce((sum, { gallons }) => sum + toUnits(gallons ?? 0, 6), 0),
      );
    }),
  );
});

test("a figure that is unknown in a line is unknown in every month of that line", () => {
  fc.assert(
    fc.property(bills, (list) => {
      const months = new Map(derive(list).map((month) => [month.effective_month, month]));
      for (const line of list.flatMap(({ usages }) => usages)) {
        if (line.utility_usage_type !== "usage_amount" || line.kbtus !== null) continue;
        for (const name of monthsTouched(line)) {
          const month = months.get(name);
          assert.equal(line.supply ? month?.supply_kbtus : month?.distribution_kbtus, null);
        }
      }
    }),
  );
});

test("the order of the bills does not matter, and a second run gives the same", () => {
  fc.assert(
    fc.property(
      bills.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        const months = calendarize({ bills: list, service: OPEN, explain: true });
        assert.deepEqual(calendarize({ bills: shuffled, service: OPEN, explain: true }), months);
        assert.deepEqual(calendarize({ bills: list, service: OPEN, explain: true }), months);
      },
    ),
  );
});

test("a bill split in two at the same use and cost a day changes no month", () => {
  const whole = fc.tuple(
    period.filter((dates) => daysBetween(dates.start_date, dates.end_date) > 1),
    fc.integer({ min: -9999, max: 9999 }),
    fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  );
  fc.assert(
    fc.property(whole, ([dates, perDay, share]) => {
      const { start_date: start, end_date: end } = dates;
      const days = daysBetween(start, end);
      const cut = addDays(start, Math.min(days - 1, Math.max(1, Math.round(days * share))));
      const bill = (id: number, from: string, to: string) => {
        const count = daysBetween(from, to);
        return shortBill({ id, start: from, end: to, cost: (count * perDay) / 100, kbtus: (count * perDay) / 1000 });
      };
      assert.deepEqual(derive([bill(1, start, cut), bill(2, cut, end)]), derive([bill(1, start, end)]));
    }),
  );
});

test("the days covered are at most those of the month, and all of them where it is complete", () => {
  fc.assert(
    fc.property(bills, (list) => {
      for (const { effective_month, days_covered, month_complete } of derive(list)) {
        const days = daysInMonth(effective_month);
        assert.ok(days_covered >= 0 && days_covered <= days);
        if (month_complete) assert.equal(days_covered, days);
      }
    }),
  );
});

test("bills without gap or overlap complete every month except the first and the last", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2, max: 95 }), { minLength: 1, maxLength: 30 }), (lengths) => {
      let start = "2020-01-20";
      const list = lengths.map((days, index) => {
        const end = addDays(start, days);
        const bill = shortBill({ id: index + 1, start, end, kbtus: days });
        start = end;
        return bill;
      });
      const months = derive(list);
      for (const { effective_month, month_complete } of months.slice(1, -1)) {
        assert.ok(month_complete, effective_month);
      }
      assert.equal(months[0]?.month_complete, false);
      const span = spanOf(list.flatMap(({ usages }) => usages));
      assert.equal(
        months.reduce((sum, { days_covered }) => sum + days_covered, 0),
        daysBetween(span?.start_date ?? "", span?.end_date ?? ""),
      );
    }),
  );
});

test("months follow one another without a gap, and every figure is a number or null", () => {
  fc.assert(
    fc.property(bills, (list) => {
      const months = derive(list);
      for (const [index, month] of months.entries()) {
        const before = months[index - 1];
        if (before)
          assert.equal(addDays(before.effective_month, daysInMonth(before.effective_month)), month.effective_month);
        for (const value of Object.values(month)) assert.ok(value === null || !Number.isNaN(value));
        assert.ok(!Object.values(month).some((value) => Object.is(value, -0)));
      }
    }),
  );
});
