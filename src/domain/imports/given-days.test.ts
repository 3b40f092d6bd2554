import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { daysOfMeters, givenDays, type BilledLines, type Others } from "./given-days.ts";
import type { KnownMeter } from "./known-meters.ts";
import type { Origin, StandingLine } from "./standing-bills.ts";

const days = (period: string) => {
  const [start_date = "", end_date = ""] = period.split("..");
  return { start_date, end_date };
};
const M7: KnownMeter = { meter_num: "M7", energy_type: "ELECTRIC", association_type: "STANDARD" };
const used = (utility_meter_id: number, period: string) => ({
  utility_meter_id,
  utility_usage_type: "usage_amount" as const,
  ...days(period),
});
const charged = (utility_meter_id: number, period: string) => ({ utility_meter_id, ...days(period) });
const told = (origin: Origin, period: string, over: Partial<StandingLine> = {}) => ({
  origin,
  lines: [{ ...M7, is_use: true, ...days(period), ...over }],
});

const JANUARY = "2023-01-01..2023-02-01";
const USE: BilledLines = { usages: [used(7, JANUARY)], charges: [charged(7, JANUARY)] };
const COST: BilledLines = { usages: [], charges: [charged(7, JANUARY)] };

function given(lines: BilledLines, others: Partial<Others>): string[] {
  const of = givenDays(lines, { meters: new Map([[7, M7]]), standing: [], taken: [], ...others });
  return of(7).map(({ start_date, end_date }) => `${start_date}..${end_date}`);
}

describe("of an imported bill", () => {
  test("a portal tells the use, and the cost where the bill knows no more", () => {
    assert.deepEqual(given(USE, { standing: [told("portal", JANUARY, { meter_num: "m-7" })] }), [JANUARY]);
    assert.deepEqual(given(USE, { standing: [told("portal", JANUARY, { is_use: false })] }), []);
    assert.deepEqual(given(COST, { standing: [told("portal", JANUARY)] }), [JANUARY]);
    assert.deepEqual(given(COST, { standing: [told("portal", JANUARY, { is_use: false })] }), [JANUARY]);
    assert.deepEqual(given(USE, { standing: [told("portal", JANUARY, { meter_num: "M8" })] }), []);
  });

  test("another imported bill tells the use of the very meter, and never a cost that stands alone", () => {
    assert.deepEqual(given(USE, { standing: [told("earlier_import", JANUARY)] }), [JANUARY]);
    assert.deepEqual(given(USE, { standing: [told("earlier_import", JANUARY, { meter_num: null })] }), []);
    assert.deepEqual(given(COST, { standing: [told("earlier_import", JANUARY)] }), []);
  });

  test("what a person took out of it stays out, of each meter for itself", () => {
    assert.deepEqual(given(USE, { taken: daysOfMeters(COST) }), [JANUARY]);
    assert.deepEqual(given(USE, { taken: daysOfMeters({ usages: [used(8, JANUARY)], charges: [] }) }), []);
  });
});

test("the days of a meter are those of its use, else of its charges, else of the whole bill", () => {
  const lines = {
    usages: [used(7, JANUARY)],
    charges: [
      charged(7, "2023-01-01..2023-04-01"),
      charged(8, "2023-02-01..2023-03-01"),
      { utility_meter_id: 9, start_date: null, end_date: null },
    ],
  };
  assert.deepEqual(
    daysOfMeters(lines).map(
      ({ utility_meter_id, ...period }) => `${utility_meter_id} ${Object.values(period).join("..")}`,
    ),
    [`7 ${JANUARY}`, "8 2023-02-01..2023-03-01", `9 ${JANUARY}`],
  );
});
