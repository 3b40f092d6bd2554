import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dayFromNumber, monthFromNumber } from "../calendar.ts";
import { accrualsOf, meterOf, type ShortBill } from "./accruals.fixtures.ts";
import { unbilledDays } from "./unbilled-days.ts";

const bill = (id: number, start: string, end: string, cost: number | null, usage?: number): ShortBill => ({
  id,
  start,
  end,
  cost,
  ...(usage === undefined ? {} : { usage }),
});
const short = (bills: readonly ShortBill[], asOf: string) =>
  accrualsOf(bills, asOf).map(({ start, end, method, cents, usage, priceFactor }) => ({
    from: dayFromNumber(start),
    to: dayFromNumber(end),
    method,
    cents,
    usage,
    priceFactor,
  }));

describe("the cost of unbilled days", () => {
  test("is the last bill's cost per day, where there is no year before", () => {
    // $310 for 31 days are $10 a day: 15 days are $150.
    assert.deepEqual(short([bill(1, "2026-09-16", "2026-10-17", 310, 2480)], "2026-10-31"), [
      {
        from: "2026-10-17",
        to: "2026-11-01",
        method: "last_bill_per_day",
        cents: 150_00,
        usage: 1200,
        priceFactor: null,
      },
    ]);
  });

  test("is that of the same days of the year before, at the price of the last bill", () => {
    const bills = [
      bill(1, "2025-09-01", "2025-10-01", 200, 1000),
      bill(2, "2025-10-01", "2025-11-01", 310, 1550),
      bill(3, "2026-09-01", "2026-10-01", 231, 1100),
    ];
    // The price was $0.20 in September 2025 and is $0.21 in September 2026: five percent more than $310.
    assert.deepEqual(short(bills, "2026-10-31").slice(1), [
      {
        from: "2026-10-01",
        to: "2026-11-01",
        method: "same_days_year_before",
        cents: 325_50,
        usage: 1550,
        priceFactor: 1.05,
      },
    ]);
    const [, accrual] = accrualsOf(bills, "2026-10-31");
    assert.deepEqual(
      accrual?.basis.map(({ role, utility_bill_id, days, cents }) => [role, utility_bill_id, days, cents]),
      [
        ["same_days", 2, 31, 310_00],
        ["recent_price", 3, 30, 231_00],
        ["price_before", 1, 30, 200_00],
      ],
    );
  });

  test("changes with the cost per day where bills state no use", () => {
    const bills = [
      bill(1, "2025-09-01", "2025-10-01", 60),
      bill(2, "2025-10-01", "2025-11-01", 62),
      bill(3, "2026-09-01", "2026-10-01", 66),
    ];
    assert.deepEqual(
      short(bills, "2026-10-31")
        .slice(1)
        .map(({ cents, usage, priceFactor }) => [cents, usage, priceFactor]),
      [[68_20, null, 1.1]],
    );
  });

  test("does not follow a price that has more than tripled, a credit, or days that are missing in the year before", () => {
    const before = bill(1, "2025-09-01", "2025-10-01", 200, 1000);
    const same = bill(2, "2025-10-01", "2025-11-01", 310, 1550);
    const last = bill(3, "2026-09-01", "2026-10-01", 231, 1100);
    const methodOf = (bills: ShortBill[]) => accrualsOf(bills, "2026-10-31").at(-1)?.method;
    assert.equal(methodOf([before, same, last]), "same_days_year_before");
    assert.equal(methodOf([before, same, { ...last, cost: 900 }]), "last_bill_per_day");
    assert.equal(methodOf([before, same, { ...last, cost: -20 }]), "last_bill_per_day");
    assert.equal(methodOf([before, { ...same, cost: -20 }, last]), "last_bill_per_day");
    assert.equal(methodOf([before, { ...same, end: "2025-10-31" }, last]), "last_bill_per_day");
    assert.equal(methodOf([{ ...before, cost: null }, same, last]), "last_bill_per_day");
  });

  test("is split by month, and of each month by its days or its cost of the year before", () => {
    const bills = [
      bill(1, "2025-08-01", "2025-09-01", 100, 100),
      bill(2, "2025-09-01", "2025-10-01", 300, 300),
      bill(3, "2025-10-01", "2025-11-01", 100, 100),
      bill(4, "2026-08-01", "2026-09-01", 100, 100),
    ];
    const months = (asOf: string, own: ShortBill[]) =>
      accrualsOf(own, asOf)
        .at(-1)
        ?.months.map(({ month, days, cents }) => [monthFromNumber(month).slice(0, 7), days, cents]);
    assert.deepEqual(months("2026-10-31", bills), [
      ["2026-09", 30, 300_00],
      ["2026-10", 31, 100_00],
    ]);
    assert.deepEqual(months("2026-10-31", [bill(1, "2026-08-01", "2026-09-01", 31, 100)]), [
      ["2026-09", 30, 30_00],
      ["2026-10", 31, 31_00],
    ]);
  });

  test("gives February 29 the days of the February before, in proportion", () => {
    const bills = [
      bill(1, "2027-01-01", "2027-02-01", 31, 31),
      bill(2, "2027-02-01", "2027-03-01", 28, 28),
      bill(3, "2028-01-01", "2028-02-01", 31, 31),
    ];
    assert.deepEqual(
      short(bills, "2028-02-29")
        .slice(1)
        .map(({ method, cents, usage }) => [method, cents, usage]),
      [["same_days_year_before", 29_00, 29]],
    );
  });

  test("is unknown where the last bill states no cost; the use may be known", () => {
    assert.deepEqual(
      accrualsOf([bill(1, "2026-09-01", "2026-10-01", null, 300)], "2026-10-10").map(({ cents, usage, reason }) => [
        cents,
        usage,
        reason,
      ]),
      [[null, 100, "no_cost_on_bill"]],
    );
  });
});

describe("the days that are not billed", () => {
  const monthly = [bill(1, "2026-08-01", "2026-09-01", 31, 31), bill(2, "2026-09-01", "2026-10-01", 30, 30)];
  const daysOf = (bills: ShortBill[], asOf: string, change = {}) => {
    const unbilled = unbilledDays([meterOf(bills, change)], asOf).get(1);
    return unbilled?.state === "known"
      ? unbilled.stretches.map(({ start, end }) => `${dayFromNumber(start)} ${dayFromNumber(end)}`)
      : unbilled;
  };

  test("begin after the last bill and end with the day asked for", () => {
    assert.deepEqual(daysOf(monthly, "2026-09-30"), []);
    assert.deepEqual(daysOf(monthly, "2026-10-01"), ["2026-10-01 2026-10-02"]);
    assert.deepEqual(daysOf(monthly, "2026-10-31"), ["2026-10-01 2026-11-01"]);
  });

  test("are those of a gap, too, and none before the first bill or longer ago than a year", () => {
    const gap = [bill(1, "2026-07-01", "2026-08-01", 31, 31), bill(2, "2026-09-01", "2026-10-01", 30, 30)];
    assert.deepEqual(daysOf(gap, "2026-09-30"), ["2026-08-01 2026-09-01"]);
    assert.deepEqual(daysOf(gap, "2026-10-15"), ["2026-08-01 2026-09-01", "2026-10-01 2026-10-16"]);
    assert.deepEqual(daysOf(gap, "2027-10-15"), ["2026-11-01 2027-10-16"]);
  });

  test("are billed by a bill that states charges and no use", () => {
    assert.deepEqual(daysOf([...monthly, bill(3, "2026-10-01", "2026-11-01", 5)], "2026-10-31"), []);
  });

  test("are those before its last day of service, whose bill is still to come", () => {
    const days = daysOf(monthly, "2026-10-31", { deactivation_date: "2026-10-11" });
    assert.deepEqual(days, ["2026-10-01 2026-10-11"]);
  });

  test("are those of an account whose bills people bring, while they bring them", () => {
    const brought = { account_status: "Inactive", has_login: false } as const;
    assert.deepEqual(daysOf(monthly, "2026-10-31", brought), ["2026-10-01 2026-11-01"]);
    assert.deepEqual(daysOf(monthly, "2026-12-31", brought), ["2026-10-01 2027-01-01"]);
    assert.deepEqual(daysOf(monthly, "2027-01-01", brought), { state: "ended" });
  });

  test("are none of a meter or an account out of service, and none after its service has ended", () => {
    const ended = { state: "ended" };
    assert.deepEqual(daysOf(monthly, "2026-10-31", { status: "Inactive" }), ended);
    assert.deepEqual(daysOf(monthly, "2026-10-31", { account_status: "Inactive" }), ended);
    assert.deepEqual(daysOf(monthly, "2026-10-31", { deactivation_date: "2026-10-01" }), ended);
    assert.deepEqual(daysOf(monthly, "2026-10-31", { deactivation_date: "2026-11-01" }), ["2026-10-01 2026-11-01"]);
  });

  test("are not known without a bill, and of delivered fuel", () => {
    assert.deepEqual(daysOf([], "2026-10-31"), { state: "unknown", reason: "no_bill" });
    assert.deepEqual(daysOf([bill(1, "2026-09-05", "2026-09-05", 800, 200)], "2026-10-31"), {
      state: "unknown",
      reason: "delivered_fuel",
    });
  });

  test("are none of a meter that was exchanged for another one of its wrapper", () => {
    const old = meterOf([bill(1, "2026-05-01", "2026-06-01", 31, 31)]);
    const next = { ...meterOf([bill(2, "2026-06-01", "2026-10-01", 31, 31)]), id: 2 };
    const apart = { ...next, id: 3, meter_wrapper_id: 3 };
    assert.equal(unbilledDays([old, next], "2026-10-31").get(1)?.state, "ended");
    assert.equal(unbilledDays([old, next], "2026-10-31").get(2)?.state, "known");
    assert.equal(unbilledDays([old, apart], "2026-10-31").get(1)?.state, "known");
  });
});
