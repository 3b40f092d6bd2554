import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Period } from "../../records/scalars.ts";
import { addDays, dayFromNumber } from "../calendar.ts";
import { restOfBill, uncovered, type RestCharge, type RestUsage } from "./rest-of-bill.ts";
import { daysShared, overlaps, SHARED_DAYS } from "./shared-days.ts";

const period = (text: string): Period => {
  const [start_date = "", end_date = ""] = text.split("..");
  return { start_date, end_date };
};
const usage = (days: string, over: Partial<RestUsage> = {}): RestUsage => ({
  utility_meter_id: 1,
  amount: 590,
  utility_usage_type: "usage_amount",
  estimated_meter_read: false,
  kbtus: 2013.08,
  gallons: null,
  ...period(days),
  ...over,
});
const charge = (days: string, over: Partial<RestCharge> = {}): RestCharge => ({
  utility_meter_id: 1,
  amount: 59,
  quantity: 590,
  ...period(days),
  ...over,
});
const BOTH = "2023-01-01..2023-03-01";
const JANUARY = period("2023-01-01..2023-02-01");
const textOf = ({ start_date, end_date }: { start_date: string | null; end_date: string | null }) =>
  `${start_date}..${end_date}`;

describe("what an imported bill of two months knows when the portal gives the first", () => {
  const bill = { usages: [usage(BOTH)], charges: [charge(BOTH)] };

  test("is the second month with its share by days, as no meter was read between them", () => {
    const rest = restOfBill(bill, () => [JANUARY]);
    const days = period("2023-02-01..2023-03-01");
    assert.deepEqual(rest, {
      usages: [{ ...usage(BOTH), ...days, amount: 280, kbtus: 955.36, estimated_meter_read: true }],
      charges: [{ ...charge(BOTH), ...days, amount: 28, quantity: null }],
    });
  });

  test("is nothing more when the portal gives the second too, but for the day of a read", () => {
    assert.equal(
      restOfBill(bill, () => [JANUARY, period("2023-02-01..2023-03-01")]),
      null,
    );
    assert.equal(
      restOfBill(bill, () => [JANUARY, period("2023-02-01..2023-02-28")]),
      null,
    );
  });

  test("is the same whichever of two bills the portal gives first, when each leaves out the day of a read", () => {
    const [first, second] = [period("2023-01-02..2023-02-01"), period("2023-02-01..2023-03-01")];
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const rest = restOfBill(bill, () => [one]);
      assert.ok(rest);
      assert.equal(
        restOfBill(rest, () => [one, other]),
        null,
      );
    }
  });

  test("is of two stretches where the portal gives what lies between", () => {
    const rest = restOfBill(bill, () => [period("2023-01-11..2023-02-10")]);
    assert.deepEqual(rest?.usages.map(textOf), ["2023-01-01..2023-01-11", "2023-02-10..2023-03-01"]);
    assert.deepEqual(
      rest?.usages.map(({ amount }) => amount),
      [100, 190],
    );
  });

  test("keeps a demand as it is, and what is of another meter or of a day of its own", () => {
    const demand = usage(BOTH, { utility_usage_type: "demand_amount", amount: 40, kbtus: null });
    const [other, fee, early] = [
      usage(BOTH, { utility_meter_id: 2 }),
      charge("2023-02-10..2023-02-10", { amount: 5 }),
      charge("2023-01-10..2023-01-10", { amount: 7 }),
    ];
    const rest = restOfBill({ usages: [usage(BOTH), demand, other], charges: [fee, early] }, (id) =>
      id === 1 ? [JANUARY] : [],
    );
    assert.deepEqual(
      rest?.usages.map((each) => [each.utility_meter_id, each.amount, textOf(each)]),
      [
        [1, 280, "2023-02-01..2023-03-01"],
        [1, 40, "2023-02-01..2023-03-01"],
        [2, 590, BOTH],
      ],
    );
    assert.deepEqual(rest?.charges, [fee]);
  });

  test("takes a charge without days for one of the days of its meter", () => {
    const undated = charge(BOTH, { start_date: null, end_date: null });
    const rest = restOfBill({ usages: [usage(BOTH)], charges: [undated] }, () => [JANUARY]);
    assert.deepEqual(
      rest?.charges.map((each) => [each.amount, textOf(each)]),
      [[28, "2023-02-01..2023-03-01"]],
    );
  });

  test("is not estimated of a meter that the portal does not know", () => {
    const rest = restOfBill({ usages: [usage(BOTH), usage(BOTH, { utility_meter_id: 2 })], charges: [] }, (id) =>
      id === 1 ? [period(BOTH)] : [],
    );
    assert.deepEqual(rest?.usages, [usage(BOTH, { utility_meter_id: 2 })]);
  });
});

describe("of any days", () => {
  const ORIGIN = 19_000;
  const days = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 70 })).map(([from, length]) => ({
    start_date: dayFromNumber(ORIGIN + from),
    end_date: dayFromNumber(ORIGIN + from + length),
  }));
  const daysOf = ({ start_date, end_date }: Period) => {
    const all: string[] = [];
    for (let day = start_date; day < end_date; day = addDays(day, 1)) all.push(day);
    return all;
  };

  test("each is told once, by the portal or by what is left, and none is lost but the day of a read", () => {
    fc.assert(
      fc.property(days, fc.array(days, { maxLength: 5 }), (line, given) => {
        const portal = new Set(given.filter((each) => overlaps(line, each)).flatMap(daysOf));
        const left = uncovered(line, given).flatMap(daysOf);
        assert.equal(new Set(left).size, left.length);
        assert.ok(left.every((day) => !portal.has(day)));
        const lost = daysOf(line).filter((day) => !portal.has(day) && !left.includes(day));
        assert.ok(
          lost.every((day) => !lost.includes(addDays(day, 1))),
          lost.join(),
        );
      }),
    );
  });

  test("amounts of what is left and of what was cut off are the whole to the cent, and nothing is cut twice", () => {
    fc.assert(
      fc.property(days, days, fc.integer({ min: -99_999, max: 99_999 }), (line, given, cents) => {
        const whole = charge("", { ...line, amount: cents / 100 });
        const bill = { usages: [], charges: [whole] };
        const rest = restOfBill(bill, () => [given]);
        const left = uncovered(line, [given]);
        // What is covered is what is left of the line beside the stretches that are left.
        const off = restOfBill(bill, () => left);
        const centsOf = (part: typeof rest) =>
          (part?.charges ?? []).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
        const isPlain = left.every((stretch) => daysOf(stretch).length > SHARED_DAYS);
        if (isPlain && left.length > 0 && daysShared(line, given) > SHARED_DAYS)
          assert.equal(centsOf(rest) + centsOf(off), cents);
        if (rest !== null)
          assert.deepEqual(
            restOfBill(rest, () => [given]),
            rest,
          );
      }),
    );
  });
});
