/** The published and agreed cases of calendar months, calculated elsewhere with exact fractions. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oraclePath } from "../../../test/shared.ts";
import { addDays } from "../calendar.ts";
import { calendarize, eligibility } from "./calendarize.ts";
import type { MeterBill } from "./meter-bill.ts";
import { chargeLine, usageLine } from "./meter-bill.fixtures.ts";

const CASES = oraclePath("calendarization_cases.json");

interface CaseBill {
  start: string;
  end: string;
  usage: number | null;
  cost: number;
  demand?: number;
  estimated?: boolean;
  archived?: boolean;
  /** Another register of the previous bill. */
  no_cover?: boolean;
}

interface Case {
  id: string;
  title: string;
  end_date_convention: "inclusive" | "exclusive";
  bills: CaseBill[];
  meter?: { active_from?: string; active_until?: string };
  expected: {
    months: {
      month: string;
      usage: number;
      cost: number;
      days_covered?: number;
      month_complete?: boolean;
      estimated: boolean;
      demand?: number;
    }[];
    eligibility_start_month?: string;
    eligibility_end_month?: string;
  };
}

/** Cases of two meters after an exchange: they are about the property, not about one meter. */
const NOT_OF_ONE_METER = new Set(["C34"]);

/** The store leaves out archived bills, and printed end dates become half-open when a bill is read. */
function billsOf({ bills, end_date_convention }: Case): MeterBill[] {
  const read: MeterBill[] = [];
  for (const { start, end, usage, cost, demand, estimated = false, archived, no_cover } of bills) {
    if (archived) continue;
    const period = { start_date: start, end_date: end_date_convention === "inclusive" ? addDays(end, 1) : end };
    const usages = usage === null ? [] : [usageLine({ ...period, kbtus: usage, amount: usage })];
    if (demand !== undefined) {
      usages.push(
        usageLine({ ...period, amount: demand, measurement_unit: "kW", utility_usage_type: "demand_amount" }),
      );
    }
    const bill = { id: read.length + 1, estimated, usages, charges: [chargeLine({ ...period, amount: cost })] };
    const last = read.at(-1);
    if (no_cover && last !== undefined) {
      last.usages.push(...bill.usages);
      last.charges.push(...bill.charges);
    } else {
      read.push(bill);
    }
  }
  return read;
}

const oracles = JSON.parse(readFileSync(CASES, "utf8"));
const cases: Case[] = oracles?.cases ?? [];
const fullYears: { first: string; last: string; expected: string | null }[] =
  oracles?.latest_month_with_12_full_months.cases ?? [];

test("the cases exist", () => {
  assert.equal(cases.length, 42);
});

for (const oracle of cases.filter(({ id }) => !NOT_OF_ONE_METER.has(id))) {
  test(`${oracle.id}: ${oracle.title}`, () => {
    const { active_from, active_until } = oracle.meter ?? {};
    const months = calendarize({
      bills: billsOf(oracle),
      service: { start_date: active_from ?? null, end_date: active_until ?? null },
    });
    // The oracle writes use to three places, and 0 when a bill has no use; here that is null, except for deliveries.
    const seen = months.map((month, index) => {
      const expected = oracle.expected.months[index];
      return {
        month: month.effective_month.slice(0, 7),
        usage: Math.round((month.distribution_kbtus ?? 0) * 1000) / 1000,
        cost: month.total_cost,
        estimated: month.estimated,
        ...(expected?.days_covered === undefined ? {} : { days_covered: month.days_covered }),
        ...(expected?.month_complete === undefined ? {} : { month_complete: month.month_complete }),
        ...(expected?.demand === undefined ? {} : { demand: month.demand_consumption }),
      };
    });
    const wanted = oracle.expected.months.map(({ month, usage, cost, estimated, ...rest }) => {
      const { days_covered, month_complete, demand } = rest;
      return {
        month,
        usage,
        cost,
        estimated,
        ...(days_covered === undefined ? {} : { days_covered }),
        ...(month_complete === undefined ? {} : { month_complete }),
        ...(demand === undefined ? {} : { demand }),
      };
    });
    assert.deepEqual(seen, wanted);
    const { eligibility_start_month, eligibility_end_month } = oracle.expected;
    if (eligibility_start_month !== undefined) {
      assert.deepEqual(eligibility(months), {
        eligibility_start_month: `${eligibility_start_month}-01`,
        eligibility_end_month: `${eligibility_end_month}-01`,
      });
    }
  });
}

for (const { first, last, expected } of fullYears) {
  test(`bills from ${first} through ${last} end with ${expected ?? "no"} year of full months`, () => {
    const usage = usageLine({ start_date: first, end_date: addDays(last, 1), kbtus: 1 });
    const months = calendarize({
      bills: [{ id: 1, estimated: false, charges: [], usages: [usage] }],
      service: { start_date: null, end_date: null },
    });
    const isYear = months.filter(({ month_complete }) => month_complete).length >= 12;
    assert.equal(isYear ? eligibility(months).eligibility_end_month : null, expected && `${expected}-01`);
  });
}
