import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Period } from "../../records/scalars.ts";
import { addDays, dayFromNumber } from "../calendar.ts";
import { calendarize } from "./calendarize.ts";
import { countedPart } from "./counted-part.ts";
import { chargeLine, shortBill, usageLine } from "./meter-bill.fixtures.ts";

const METER = 1;
const period = (text: string): Period => {
  const [start_date = "", end_date = ""] = text.split("..");
  return { start_date, end_date };
};
const days = (...texts: string[]) => texts.map((text) => ({ utility_meter_id: METER, ...period(text) }));
const textOf = ({ start_date, end_date }: { start_date: string | null; end_date: string | null }) =>
  `${start_date}..${end_date}`;

describe("of a bill that covers two months", () => {
  const bill = shortBill({ start: "2023-01-01", end: "2023-03-01", kbtus: 2013.08, cost: 59, demand: 40 });
  const both = textOf({ start_date: "2023-01-01", end_date: "2023-03-01" });

  test("all counts unless counted days are listed", () => {
    assert.equal(countedPart(bill, METER, null), bill);
    assert.deepEqual(countedPart(bill, METER, days(both)), bill);
  });

  test("one month counts with its share by days, as estimated use and with the whole demand", () => {
    const part = countedPart(bill, METER, days("2023-02-01..2023-03-01"));
    const of = (line: { kbtus: number | null; amount: number; estimated_meter_read: boolean }) => [
      line.kbtus,
      line.amount,
      line.estimated_meter_read,
    ];
    assert.deepEqual(part?.usages.map(of), [
      [955.36, 955.36, true],
      [null, 40, false],
    ]);
    assert.deepEqual(
      part?.charges.map((charge) => [charge.amount, textOf(charge)]),
      [[28, "2023-02-01..2023-03-01"]],
    );
  });

  test("two stretches count with the share of each", () => {
    const part = countedPart(bill, METER, days("2023-01-01..2023-01-11", "2023-02-10..2023-03-01"));
    assert.deepEqual(
      part?.charges.map(({ amount }) => amount),
      [10, 19],
    );
  });

  test("a meter without a listed day does not count", () => {
    assert.equal(countedPart(bill, METER, []), null);
    assert.equal(countedPart(bill, 2, days(both)), null);
  });

  test("a charge on a single date does not count on the first day after those that count, unless that date is listed", () => {
    const dated = { ...bill, charges: [chargeLine({ amount: 5, ...period("2023-02-10..2023-02-10") })], usages: [] };
    assert.equal(countedPart(dated, METER, days("2023-01-01..2023-02-10")), null);
    assert.deepEqual(countedPart(dated, METER, days("2023-01-01..2023-02-10", "2023-02-10..2023-02-10")), dated);
  });

  test("a charge without days has those of its meter, and a charge on a single date counts or does not", () => {
    const charges = [
      chargeLine({ amount: 59 }),
      chargeLine({ amount: 5, ...period("2023-02-10..2023-02-10") }),
      chargeLine({ amount: 7, ...period("2023-01-10..2023-01-10") }),
    ];
    const part = countedPart({ ...bill, charges }, METER, days("2023-02-01..2023-03-01"));
    assert.deepEqual(
      part?.charges.map((charge) => [charge.amount, textOf(charge)]),
      [
        [28, "2023-02-01..2023-03-01"],
        [5, "2023-02-10..2023-02-10"],
      ],
    );
  });
});

test("the parts of a bill before and after any day sum to the bill, in money to the cent and in use to the millionth", () => {
  const figures = fc.record({
    length: fc.integer({ min: 2, max: 120 }),
    cut: fc.integer({ min: 1, max: 119 }),
    cents: fc.integer({ min: -99_999, max: 99_999 }),
    millionths: fc.integer({ min: 0, max: 9_999_999 }),
  });
  fc.assert(
    fc.property(figures, ({ length, cut, cents, millionths }) => {
      fc.pre(cut < length);
      const [start_date, end_date] = [dayFromNumber(19_000), dayFromNumber(19_000 + length)];
      const [amount, kbtus] = [cents / 100, millionths / 1e6];
      const bill = {
        id: 1,
        estimated: false,
        charges: [chargeLine({ amount, start_date, end_date })],
        usages: [usageLine({ kbtus, start_date, end_date })],
      };
      const middle = addDays(start_date, cut);
      const parts = [days(`${start_date}..${middle}`), days(`${middle}..${end_date}`)].map((part) =>
        countedPart(bill, METER, part),
      );
      const sum = (of: (part: (typeof parts)[number]) => number, scale: number) =>
        parts.reduce((total, part) => total + Math.round(of(part) * scale), 0);
      assert.equal(
        sum((part) => part?.charges[0]?.amount ?? 0, 100),
        cents,
      );
      assert.equal(
        sum((part) => part?.usages[0]?.kbtus ?? 0, 1e6),
        millionths,
      );
      const months = calendarize({
        bills: parts.flatMap((part) => part ?? []),
        service: { start_date: null, end_date: null },
      });
      assert.equal(
        months.reduce((total, { total_cost }) => total + Math.round((total_cost ?? 0) * 100), 0),
        cents,
      );
    }),
  );
});
