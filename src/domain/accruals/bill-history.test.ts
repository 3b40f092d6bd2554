/** What is written of the bills of a meter is read back, and accruals of the part that is read are those of all bills. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays, dayNumber } from "../calendar.ts";
import type { BilledDays } from "../coverage/billed-days.ts";
import { isDelivered } from "../coverage/coverage.ts";
import type { Stretch } from "../months/days-covered.ts";
import { billsOfPlan, planAccrual } from "./accrue.ts";
import { readBillHistory, sumsOfBill, writeBillHistory, type DaysOfBill } from "./bill-history.ts";
import type { BillSums } from "./bill-sums.ts";
import { meterOf } from "./accruals.fixtures.ts";
import { accruedWindow, unbilledDays } from "./unbilled-days.ts";

const FIRST = dayNumber("2019-03-01");
const ALL: Stretch = { start: FIRST, end: FIRST + 6000 };

/** Some bills are side by side or within another one, some with a gap of up to three years before them, and deliveries of one date. */
const histories = fc
  .array(
    fc.record({
      gap: fc.oneof(
        { weight: 8, arbitrary: fc.constant(0) },
        { weight: 2, arbitrary: fc.integer({ min: -40, max: 90 }) },
        { weight: 1, arbitrary: fc.integer({ min: -600, max: -300 }) },
        { weight: 1, arbitrary: fc.integer({ min: 300, max: 1100 }) },
      ),
      days: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 100 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, 400, 700) },
      ),
      has_use: fc.boolean(),
    }),
    { minLength: 10, maxLength: 80, size: "max" },
  )
  .map((drawn) => {
    let day = FIRST;
    return drawn.map(({ gap, days, has_use }, at): BilledDays => {
      const start = Math.max(FIRST, day + gap);
      day = start + days;
      return { utility_bill_id: at + 1, start, end: day, estimated: false, has_use };
    });
  });
const asOf = fc.integer({ min: 0, max: 4000 }).map((count) => addDays("2019-03-01", count));

test("the sums of each bill are read back, with all its billed days", () => {
  const figure = fc.option(fc.integer({ min: -1e9, max: 1e9 }).map((units) => units / 1e6));
  const sums = fc.record({ cents: fc.option(fc.integer()), kbtus: figure, gallons: figure });
  fc.assert(
    fc.property(histories, fc.infiniteStream(sums), (billed, drawn) => {
      const all = billed.map(({ utility_bill_id, start, end }) => ({
        utility_bill_id,
        days: end - start,
        ...drawn.next().value,
      }));
      const read = readAll(billed, all, ALL).map(sumsOfBill);
      assert.deepEqual(
        read.toSorted((a, b) => a.utility_bill_id - b.utility_bill_id),
        all,
      );
    }),
  );
});

test("a bill in two parts has the days of both, and none of those between them", () => {
  const part = { utility_bill_id: 7, estimated: false, has_use: true };
  const billed = [
    { ...part, start: FIRST, end: FIRST + 10 },
    { ...part, start: FIRST + 20, end: FIRST + 30 },
  ];
  const read = readAll(billed, [{ utility_bill_id: 7, cents: 300, kbtus: null, gallons: null }], ALL);
  assert.deepEqual(
    read.map((bill) => [bill.end - FIRST, sumsOfBill(bill).days, sumsOfBill(bill).cents]),
    [
      [30, 20, 300],
      [10, 20, 300],
    ],
  );
});

test("a text that is cut off is refused", () => {
  assert.throws(() => readBillHistory("20465 31 7", ALL, "whole"), /ends within a line/);
});

test("accruals depend on no older bill than those that are read", () => {
  let skipped = 0;
  fc.assert(
    fc.property(histories, asOf, (billed, day) => {
      const read = readAll(billed, [], accruedWindow(day));
      skipped += billed.length - read.length;
      const is_delivered = isDelivered(billed);
      assert.deepEqual(plansOf(read, day, is_delivered), plansOf(billed, day, is_delivered));
    }),
    { numRuns: 400 },
  );
  assert.ok(skipped > 1000, `${skipped} bills were not read`);
});

function plansOf(billed: readonly DaysOfBill[], day: string, is_delivered: boolean) {
  const meter = { ...meterOf([]), billed, is_delivered };
  const unbilled = unbilledDays([meter], day).get(meter.id);
  if (unbilled?.state !== "known") return unbilled;
  return unbilled.stretches.map((stretch) => {
    const plan = planAccrual(billed, stretch);
    return [plan, billsOfPlan(plan)];
  });
}

test("the recent bills are all that is read, or are not enough", () => {
  let [enough, short] = [0, 0];
  fc.assert(
    fc.property(histories, asOf, (billed, day) => {
      const { recent, older } = writeBillHistory(billed, []);
      const window = accruedWindow(day);
      const read = readBillHistory(recent, window, older === "" ? "whole" : "recent");
      if (read === null) short += 1;
      else enough += 1;
      if (read !== null) assert.deepEqual(read, readAll(billed, [], window));
    }),
  );
  assert.ok(enough > 10 && short > 10, `${enough} and ${short}`);
});

test("a meter without a bill has an empty history", () => {
  const empty = writeBillHistory([], []);
  assert.deepEqual(empty, { recent: "", older: "" });
  assert.deepEqual(readBillHistory("", ALL, "whole"), []);
});

function readAll(billed: readonly BilledDays[], sums: readonly BillSums[], window: Stretch) {
  const { recent, older } = writeBillHistory(billed, sums);
  return readBillHistory(recent + older, window, "whole") ?? [];
}
