import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { addDays, dayNumber, monthNumber, nextMonth } from "../calendar.ts";
import { calendarize } from "../months/calendarize.ts";
import { serviceOf } from "../months/days-covered.ts";
import type { MeterBill } from "../months/meter-bill.ts";
import { chargeLine, shortBill, usageLine } from "../months/meter-bill.fixtures.ts";
import { billedDaysOf, readBilledDays, writeBilledDays } from "./billed-days.ts";
import { coverMonths, type CoveredMeter } from "./coverage.ts";

const MONTHLY = { period_days: 30, arrival_days: 3, late_days: 10 };

const meterOf = (bills: MeterBill[], change: Partial<CoveredMeter> = {}): CoveredMeter => ({
  billed: billedDaysOf(bills),
  deactivation_date: null,
  is_awaited: true,
  rhythm: MONTHLY,
  account_billed_until: null,
  is_refused: false,
  in_review: [],
  ...change,
});

const bill = (
  id: number,
  start: string,
  end: string,
  more: { kbtus?: number; cost?: number; estimated?: boolean } = { kbtus: 10 },
) => shortBill({ id, start, end, ...more });

/** Month, state and cause from `from` up to `to`. */
function statesOf(meter: CoveredMeter, { from, to, today }: { from: string; to: string; today: string }) {
  const months = coverMonths(meter, { first: monthNumber(from), end: monthNumber(to) }, today);
  return months.map(({ effective_month, state, cause }) => [effective_month.slice(0, 7), state, cause].join(" "));
}

describe("the coverage of a month", () => {
  const year = { from: "2025-01-01", to: "2025-05-01", today: "2025-03-05" };

  test("is complete where each day is billed once, partial at the first bill, and not due before it", () => {
    const bills = [bill(1, "2025-01-10", "2025-02-10"), bill(2, "2025-02-10", "2025-03-01")];
    assert.deepEqual(statesOf(meterOf(bills), { ...year, from: "2024-12-01" }), [
      "2024-12 not_due before_first_bill",
      "2025-01 partial before_first_bill",
      "2025-02 complete ",
      "2025-03 not_due next_bill_not_due",
      "2025-04 not_due next_bill_not_due",
    ]);
  });

  test("is a gap with its days, also where a month has no bill at all", () => {
    const bills = [bill(1, "2025-01-01", "2025-01-20"), bill(2, "2025-03-03", "2025-04-01")];
    const months = coverMonths(
      meterOf(bills),
      { first: monthNumber("2025-01-01"), end: monthNumber("2025-04-01") },
      "2025-04-02",
    );
    assert.deepEqual(
      months.map(({ state, cause, periods, utility_bill_ids }) => ({ state, cause, periods, utility_bill_ids })),
      [
        {
          state: "gap",
          cause: "no_bill",
          periods: [{ start_date: "2025-01-20", end_date: "2025-02-01" }],
          utility_bill_ids: [1],
        },
        {
          state: "gap",
          cause: "no_bill",
          periods: [{ start_date: "2025-02-01", end_date: "2025-03-01" }],
          utility_bill_ids: [],
        },
        {
          state: "gap",
          cause: "no_bill",
          periods: [{ start_date: "2025-03-01", end_date: "2025-03-03" }],
          utility_bill_ids: [2],
        },
      ],
    );
  });

  test("says that a bill of the gap states no use, or that a document about it is in review", () => {
    const bills = [bill(1, "2025-01-01", "2025-02-01"), bill(2, "2025-03-01", "2025-04-01")];
    const charged = meterOf([...bills, bill(3, "2025-02-01", "2025-03-01", { cost: 20 })]);
    assert.deepEqual(statesOf(charged, { ...year, from: "2025-02-01", to: "2025-03-01" }), [
      "2025-02 gap no_use_on_bill",
    ]);
    const waiting = meterOf(bills, { in_review: ["2025-03-04"] });
    assert.deepEqual(statesOf(waiting, { ...year, from: "2025-02-01", to: "2025-03-01" }), [
      "2025-02 gap document_in_review",
    ]);
    const other = meterOf(bills, { in_review: ["2024-03-04", "2025-07-01"] });
    assert.deepEqual(statesOf(other, { ...year, from: "2025-02-01", to: "2025-03-01" }), ["2025-02 gap no_bill"]);
  });

  test("is an overlap where two bills have the same days, but not for the one day of a read", () => {
    const twice = meterOf([bill(1, "2025-01-01", "2025-02-10"), bill(2, "2025-02-03", "2025-03-01")]);
    const [, february] = coverMonths(
      twice,
      { first: monthNumber("2025-01-01"), end: monthNumber("2025-03-01") },
      "2025-03-05",
    );
    assert.deepEqual(february, {
      effective_month: "2025-02-01",
      state: "overlap",
      cause: "two_bills",
      periods: [{ start_date: "2025-02-03", end_date: "2025-02-10" }],
      utility_bill_ids: [1, 2],
    });
    const shared = meterOf([bill(1, "2025-01-01", "2025-02-04"), bill(2, "2025-02-03", "2025-03-01")]);
    assert.deepEqual(statesOf(shared, { ...year, to: "2025-03-01" }), ["2025-01 complete ", "2025-02 complete "]);
  });

  test("is estimated by an estimated read or bill", () => {
    const bills = [
      bill(1, "2025-01-01", "2025-02-01", { kbtus: 5, estimated: true }),
      bill(2, "2025-02-01", "2025-03-01"),
    ];
    assert.deepEqual(statesOf(meterOf(bills), { ...year, to: "2025-03-01" }), [
      "2025-01 estimated estimated_read",
      "2025-02 complete ",
    ]);
  });

  test("is late from the day on which the bill of its days is late, period by period", () => {
    const meter = meterOf([bill(1, "2025-01-01", "2025-02-01")]);
    const on = (today: string) => statesOf(meter, { from: "2025-02-01", to: "2025-05-01", today });
    // A period of 30 days from February 1, and ten days until its bill is late.
    assert.equal(on("2025-03-12")[0], "2025-02 not_due next_bill_not_due");
    assert.deepEqual(on("2025-03-13"), [
      "2025-02 late bill_late",
      "2025-03 late bill_late",
      "2025-04 not_due next_bill_not_due",
    ]);
    assert.deepEqual(on("2025-04-12"), ["2025-02 late bill_late", "2025-03 late bill_late", "2025-04 late bill_late"]);
  });

  test("says why a bill is late", () => {
    const bills = [bill(1, "2025-01-01", "2025-02-01")];
    const causeOf = (change: Partial<CoveredMeter>) =>
      statesOf(meterOf(bills, change), { from: "2025-02-01", to: "2025-03-01", today: "2025-04-01" })[0];
    assert.equal(causeOf({ is_refused: true }), "2025-02 late sign_in_refused");
    assert.equal(causeOf({ is_refused: true, in_review: ["2025-03-04"] }), "2025-02 late document_in_review");
    assert.equal(causeOf({ account_billed_until: "2025-03-01" }), "2025-02 late not_on_newer_bill");
    assert.equal(causeOf({ rhythm: null }), "2025-02 not_due rhythm_unknown");
    assert.equal(causeOf({ is_awaited: false }), "2025-02 not_due not_collected");
    assert.equal(causeOf({ deactivation_date: "2025-02-01" }), "2025-02 not_due service_ended");
    assert.equal(causeOf({ billed: [] }), "2025-02 not_due no_bill_yet");
  });

  test("follows the meter's own periods where they differ from those of its account", () => {
    const quarters = [
      bill(1, "2024-01-01", "2024-04-01"),
      bill(2, "2024-04-01", "2024-07-01"),
      bill(3, "2024-07-01", "2024-10-01"),
    ];
    assert.deepEqual(statesOf(meterOf(quarters), { from: "2024-10-01", to: "2024-11-01", today: "2024-12-31" }), [
      "2024-10 not_due next_bill_not_due",
    ]);
    assert.deepEqual(statesOf(meterOf(quarters), { from: "2024-10-01", to: "2024-11-01", today: "2025-01-10" }), [
      "2024-10 late bill_late",
    ]);
  });

  test("counts the days of charges where no bill of the meter states a use", () => {
    const bills = [bill(1, "2025-01-01", "2025-02-01", { cost: 8 }), bill(2, "2025-02-01", "2025-03-01", { cost: 8 })];
    assert.deepEqual(statesOf(meterOf(bills), { ...year, to: "2025-03-01" }), [
      "2025-01 complete ",
      "2025-02 complete ",
    ]);
  });

  test("of delivered fuel is complete from the first to the last delivery, and never late", () => {
    const deliveries = [bill(1, "2025-01-14", "2025-01-14"), bill(2, "2025-03-02", "2025-03-02")];
    assert.deepEqual(statesOf(meterOf(deliveries), { ...year, today: "2026-01-01" }), [
      "2025-01 complete ",
      "2025-02 complete ",
      "2025-03 complete ",
      "2025-04 not_due rhythm_unknown",
    ]);
  });
});

const day = (number: number) => addDays("2023-01-01", number);
const line = fc.record({
  from: fc.nat(400),
  days: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 70 })),
  amount: fc.integer({ min: -2, max: 2 }),
  estimated_meter_read: fc.boolean(),
});
const someBills = fc
  .array(fc.record({ estimated: fc.boolean(), uses: fc.array(line, { maxLength: 3 }) }), { maxLength: 8 })
  .map((list) =>
    list.map(({ estimated, uses }, index): MeterBill => ({
      id: index + 1,
      estimated,
      charges: [chargeLine({ amount: 1, start_date: "2023-06-01", end_date: "2023-06-02" })],
      usages: uses.map(({ from, days, ...use }, at) =>
        usageLine({ ...use, id: at, start_date: day(from), end_date: day(from + days) }),
      ),
    })),
  );

test("a month is complete here exactly when it is complete in the months of the meter", () => {
  const ends = fc.option(fc.nat(500).map(day));
  fc.assert(
    fc.property(someBills, ends, fc.boolean(), (bills, deactivation_date, is_awaited) => {
      fc.pre(bills.some(({ usages }) => usages.length > 0));
      const months = calendarize({ bills, service: serviceOf({ deactivation_date }) });
      const [first, last] = [months[0], months.at(-1)];
      if (first === undefined || last === undefined) return;
      const billed = billedDaysOf(bills);
      fc.pre(billed.some(({ has_use }) => has_use));
      const covered = coverMonths(
        meterOf([], { billed, deactivation_date, is_awaited }),
        { first: monthNumber(first.effective_month), end: monthNumber(nextMonth(last.effective_month)) },
        "2024-06-01",
      );
      assert.deepEqual(
        covered.map(({ effective_month, state }) => [effective_month, state === "complete" || state === "estimated"]),
        months.map(({ effective_month, month_complete }) => [effective_month, month_complete]),
      );
    }),
    { numRuns: 300 },
  );
});

test("a month names the bills with a day in it, or with their only date, and is estimated where one of them is", () => {
  fc.assert(
    fc.property(someBills, (bills) => {
      const billed = billedDaysOf(bills);
      const months = { first: monthNumber("2022-12-01"), end: monthNumber("2026-01-01") };
      for (const { effective_month, state, utility_bill_ids } of coverMonths(
        meterOf([], { billed }),
        months,
        "2024-06-01",
      )) {
        const [start, end] = [dayNumber(effective_month), dayNumber(nextMonth(effective_month))];
        const within = billed.filter((each) => each.start < end && Math.max(each.start, each.end - 1) >= start);
        const ids = new Set(within.map(({ utility_bill_id }) => utility_bill_id));
        assert.deepEqual(
          utility_bill_ids,
          [...ids].sort((a, b) => a - b),
          effective_month,
        );
        if (state === "complete") assert.ok(within.every(({ estimated }) => !estimated));
        if (state === "estimated") assert.ok(within.some(({ estimated }) => estimated));
      }
    }),
    { numRuns: 200 },
  );
});

test("every day that is not billed once belongs to the days of a cause or is not due, and the stored form keeps everything", () => {
  fc.assert(
    fc.property(someBills, (bills) => {
      const billed = billedDaysOf(bills);
      assert.deepEqual(readBilledDays(writeBilledDays(billed)), billed);
      const meter = meterOf([], { billed });
      const [firstBilled] = coverMonths(meter, { first: null, end: monthNumber("2030-01-01") }, "2024-06-01");
      if (firstBilled === undefined) return;
      assert.notEqual(firstBilled.state, "not_due");
      const first = monthNumber(firstBilled.effective_month);
      const [before, ...months] = coverMonths(meter, { first: first - 1, end: first + 30 }, "2024-06-01");
      assert.equal(before?.state, "not_due");
      for (const { effective_month, state, periods, cause } of months) {
        assert.equal(cause === null, state === "complete");
        assert.equal(periods.length > 0, ["overlap", "gap", "late", "partial"].includes(state), effective_month);
        for (const { start_date, end_date } of periods)
          assert.ok(effective_month <= start_date && start_date < end_date && end_date <= nextMonth(effective_month));
      }
      assert.equal(months[0]?.effective_month, firstBilled.effective_month);
    }),
    { numRuns: 200 },
  );
});
