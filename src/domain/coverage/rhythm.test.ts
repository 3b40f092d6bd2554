import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { addDays } from "../calendar.ts";
import { expectedBill, rhythmOf, type ArrivedBill } from "./rhythm.ts";

/** Bills of these lengths, each dated three days after its period and received the day after. */
function billsOf(lengths: readonly number[], start = "2024-01-01", receivedAfter = 4): ArrivedBill[] {
  let at = start;
  return lengths.map((length) => {
    const start_date = at;
    const end_date = (at = addDays(at, length));
    return { start_date, end_date, invoice_date: addDays(end_date, 3), received_on: addDays(end_date, receivedAfter) };
  });
}

describe("the rhythm of an account", () => {
  for (const [name, lengths, period] of [
    ["monthly", [31, 29, 31, 30, 31, 30], 30],
    ["two-monthly", [61, 60, 62, 61], 61],
    ["quarterly", [91, 91, 92, 92], 91],
  ] as const)
    test(`is found of ${name} bills`, () => {
      const expected = expectedBill(billsOf(lengths));
      assert.equal(expected?.period_days, period);
      assert.equal(expected.arrival_days, 4);
      assert.equal(expected.late_days, 4 + 5 + (Math.max(...lengths) - period));
      assert.equal(expected.start_date, billsOf(lengths).at(-1)?.end_date);
      assert.equal(expected.late_on, addDays(expected.end_date, expected.late_days));
    });

  test("needs three bills, and periods of a usual length", () => {
    assert.equal(rhythmOf(billsOf([30, 31])), null);
    assert.equal(rhythmOf(billsOf([10, 80, 200, 30, 5])), null);
    assert.equal(rhythmOf([]), null);
  });

  test("is not changed by a short first bill, a make-up bill, or a second bill of the same days", () => {
    const bills = billsOf([12, 30, 31, 30, 61, 30, 31]);
    assert.deepEqual(rhythmOf([...bills, ...bills]), rhythmOf(bills));
    assert.equal(rhythmOf(bills)?.period_days, 30);
    assert.equal(rhythmOf(bills)?.late_days, 4 + 5 + 1);
  });

  test("takes the date of the bill where all bills came with the history", () => {
    assert.equal(rhythmOf(billsOf([30, 31, 30, 31], "2020-01-01", 900))?.arrival_days, 3);
    const together = billsOf([30, 31, 30, 31]).map((bill) => ({ ...bill, received_on: "2024-05-10" }));
    assert.equal(rhythmOf(together)?.arrival_days, 3);
  });

  test("follows a change from monthly to two-monthly bills", () => {
    const change = [...Array<number>(20).fill(30), ...Array<number>(7).fill(61)];
    assert.equal(rhythmOf(billsOf(change))?.period_days, 61);
  });

  test("never expects a bill before its period ends, nor calls it late before it is expected", () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 30 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: -40, max: 400 }), (list, received) => {
        const expected = expectedBill(billsOf(list, "2021-03-04", received));
        if (expected === null) return;
        assert.ok(expected.start_date < expected.end_date && expected.end_date <= expected.expected_on);
        assert.ok(expected.expected_on < expected.late_on);
      }),
    );
  });
});
