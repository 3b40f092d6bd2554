/** What holds for every history of bills: sums, the order of bills, and that an accrual goes when its bill comes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays, dayFromNumber, dayNumber } from "../calendar.ts";
import { accrualsOf, type ShortBill } from "./accruals.fixtures.ts";

const FIRST = "2024-06-01";

/** Bills one after the other, some with a gap before them. */
const histories = fc
  .array(
    fc.record({
      gap: fc.oneof(
        { weight: 5, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 50 }) },
      ),
      days: fc.integer({ min: 1, max: 65 }),
      cost: fc.option(fc.integer({ min: -500, max: 90_000 }), { freq: 12 }),
      usage: fc.option(fc.integer({ min: 0, max: 5000 }), { freq: 12 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((drawn) => {
    let day = FIRST;
    return drawn.map(({ gap, days, cost, usage }, at): ShortBill => {
      const start = addDays(day, gap);
      day = addDays(start, days);
      return { id: at + 1, start, end: day, cost: cost === null ? null : cost / 100, usage };
    });
  });
const days = fc.integer({ min: 0, max: 1500 }).map((count) => addDays(FIRST, count));

test("the months of an accrual add up to it to the cent, in days and in cost", () => {
  fc.assert(
    fc.property(histories, days, (bills, asOf) => {
      for (const { months, days: count, cents, start, end } of accrualsOf(bills, asOf)) {
        assert.equal(
          months.reduce((sum, each) => sum + each.days, 0),
          count,
        );
        assert.equal(count, end - start);
        if (cents === null) continue;
        assert.equal(
          months.reduce((sum, each) => sum + (each.cents ?? 0), 0),
          cents,
        );
      }
    }),
  );
});

test("no accrued day is billed, and every day of the last year up to the day is billed or accrued, from the first bill on", () => {
  fc.assert(
    fc.property(histories, days, (bills, asOf) => {
      const accruals = accrualsOf(bills, asOf);
      const countOf = (day: number) =>
        accruals.filter(({ start, end }) => start <= day && day < end).length +
        (bills.some(({ start, end }) => dayNumber(start) <= day && day < dayNumber(end)) ? 1 : 0);
      for (let day = dayNumber(asOf); day >= dayNumber(FIRST) && day > dayNumber(asOf) - 330; day -= 1)
        if (day >= dayNumber(bills[0]?.start ?? asOf)) assert.equal(countOf(day), 1, dayFromNumber(day));
    }),
  );
});

test("the order of the bills does not matter", () => {
  const shuffled = histories.chain((bills) =>
    fc.tuple(fc.constant(bills), fc.shuffledSubarray(bills, { minLength: bills.length })),
  );
  fc.assert(
    fc.property(shuffled, days, ([bills, other], asOf) => {
      assert.deepEqual(accrualsOf(other, asOf), accrualsOf(bills, asOf));
    }),
  );
});

test("an accrual goes when a bill of its days arrives, whatever that costs", () => {
  fc.assert(
    fc.property(histories, days, fc.integer({ min: 0, max: 90_000 }), (bills, asOf, cents) => {
      const arrived = accrualsOf(bills, asOf).map(({ start, end }, at): ShortBill => ({
        id: 1000 + at,
        start: dayFromNumber(start),
        end: dayFromNumber(end),
        cost: cents / 100,
        usage: 1,
      }));
      assert.deepEqual(accrualsOf([...bills, ...arrived], asOf), []);
    }),
  );
});

test("bills that cost twice as much accrue twice as much, by the last bill", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 65 }),
      fc.integer({ min: 0, max: 90_000 }),
      fc.integer({ min: 1, max: 200 }),
      (length, cents, after) => {
        const bill = { id: 1, start: FIRST, end: addDays(FIRST, length), usage: 10 };
        const asOf = addDays(bill.end, after - 1);
        const [once] = accrualsOf([{ ...bill, cost: cents / 100 }], asOf);
        const [twice] = accrualsOf([{ ...bill, cost: (2 * cents) / 100 }], asOf);
        assert.ok(Math.abs((twice?.cents ?? 0) - 2 * (once?.cents ?? 0)) <= 1);
      },
    ),
  );
});
