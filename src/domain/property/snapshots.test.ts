/** Snapshots that compare years of a property, calculated by hand. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oraclePath } from "../../../test/shared.ts";
import { monthFromNumber, monthNumber } from "../calendar.ts";
import { snapshots, type SnapshotMonth } from "./snapshots.ts";

const CASES = oraclePath("snapshot_cases.json");

/** Consecutive months, all equal. */
function months(first: string, count: number, each: Partial<SnapshotMonth> = {}): SnapshotMonth[] {
  return Array.from({ length: count }, (_, index) => ({
    effective_month: monthFromNumber(monthNumber(first) + index),
    cost: 100,
    kbtus: 1000,
    lbs_co2: 50,
    month_complete: true,
    ...each,
  }));
}

const effective = (of: ReturnType<typeof snapshots>) => of.map(({ effective_month }) => effective_month);

test("a snapshot covers the twelve months before its month, compared with the twelve before them", () => {
  const years = [...months("2022-01-01", 12), ...months("2023-01-01", 12, { cost: 80, kbtus: 1100, lbs_co2: 60 })];
  const [first, ...others] = snapshots({ months: years, sq_ft: 1000 });
  assert.equal(first?.effective_month, "2023-01-01");
  assert.equal(first.previous_cost_per_sq_ft, null);
  assert.deepEqual(others.at(-1), {
    effective_month: "2024-01-01",
    current_cost_per_sq_ft: 0.96,
    previous_cost_per_sq_ft: 1.2,
    yoy_percent_change_cost_per_sq_ft: -0.2,
    current_kbtus_per_sq_ft: 13.2,
    previous_kbtus_per_sq_ft: 12,
    yoy_percent_change_kbtus_per_sq_ft: 0.1,
    current_co2_per_sq_ft: 0.72,
    previous_co2_per_sq_ft: 0.6,
    yoy_percent_change_co2_per_sq_ft: 0.2,
  });
});

test("eleven complete months make no snapshot, twelve make one", () => {
  assert.deepEqual(effective(snapshots({ months: months("2023-01-01", 11), sq_ft: 1 })), []);
  assert.deepEqual(effective(snapshots({ months: months("2023-01-01", 12), sq_ft: 1 })), ["2024-01-01"]);
});

test("an incomplete month removes the twelve snapshots that it would be part of", () => {
  const years = [
    ...months("2022-01-01", 12),
    ...months("2023-01-01", 1, { month_complete: false }),
    ...months("2023-02-01", 12),
  ];
  assert.deepEqual(effective(snapshots({ months: years, sq_ft: 1 })), ["2023-01-01", "2024-02-01"]);
});

test("an unknown value in one month makes its metric unknown, and no other", () => {
  const year = [...months("2023-01-01", 11), ...months("2023-12-01", 1, { lbs_co2: null })];
  const [snapshot] = snapshots({ months: year, sq_ft: 1000 });
  assert.equal(snapshot?.current_co2_per_sq_ft, null);
  assert.equal(snapshot.current_cost_per_sq_ft, 1.2);
});

test("there is no change against a previous year of zero or of credits", () => {
  for (const cost of [0, -100]) {
    const years = [...months("2022-01-01", 12, { cost }), ...months("2023-01-01", 12)];
    const snapshot = snapshots({ months: years, sq_ft: 1000 }).at(-1);
    assert.equal(snapshot?.yoy_percent_change_cost_per_sq_ft, null);
    assert.equal(snapshot.previous_cost_per_sq_ft, (cost * 12) / 1000);
    assert.equal(snapshot.yoy_percent_change_kbtus_per_sq_ft, 0);
  }
});

test("without an area there is a snapshot without values", () => {
  const [snapshot] = snapshots({ months: months("2023-01-01", 12), sq_ft: null });
  const { effective_month, ...intensities } = snapshot ?? { effective_month: null };
  assert.equal(effective_month, "2024-01-01");
  assert.deepEqual(new Set(Object.values(intensities)), new Set([null]));
});

interface Case {
  id: string;
  title: string;
  sq_ft: number;
  effective_month: string;
  months: { month: string; cost: number; kbtus: number; lbs_co2: number; month_complete: boolean }[];
  expected: Record<string, unknown>;
}

test("the agreed cases", () => {
  // The header of the file states this form.
  const { cases } = JSON.parse(readFileSync(CASES, "utf8")) as { cases: Case[] };
  assert.equal(cases.length, 9);
  for (const { id, title, ...of } of cases) {
    const found = snapshots({
      sq_ft: of.sq_ft,
      months: of.months.map(({ month, ...rest }) => ({ ...rest, effective_month: `${month}-01` })),
    }).find(({ effective_month }) => effective_month === `${of.effective_month}-01`);
    const expected = Object.entries(of.expected).filter(([name]) => !name.startsWith("_"));
    if (expected.length === 0) assert.equal(found, undefined, `${id} ${title}`);
    else {
      const { effective_month: _, ...figures } = found ?? { effective_month: null };
      assert.deepEqual(figures, Object.fromEntries(expected), `${id} ${title}`);
    }
  }
});
