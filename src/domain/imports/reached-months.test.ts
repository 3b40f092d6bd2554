/**
 * The months of properties that bills change are those with a day of the bills; a meter ends with its last bill when its
 * account is not collected.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROPERTIES_LISTED, reachedMonths, type ReachedMeter } from "./reached-months.ts";

const usage = (start_date: string, end_date: string) => ({
  utility_usage_type: "usage_amount" as const,
  measurement_type: "actual" as const,
  start_date,
  end_date,
  amount: 1,
  unit: "kWh" as const,
  description: "",
  peak: null,
  time_of_use: null,
});
const meter = (fields: Partial<ReachedMeter>): ReachedMeter => ({
  key: "A 1",
  site: { id: 7 },
  isCollected: false,
  isNew: true,
  // Only the days of a line matter here.
  lines: {
    energy_type: "STEAM",
    usages: [usage("2022-01-15", "2022-02-01")],
    charges: [],
  } as unknown as ReachedMeter["lines"],
  ...fields,
});

test("from the month of the first day to that of the last, each meter once", () => {
  const reached = reachedMonths();
  reached.add(meter({}));
  const days = (first: string, end: string) =>
    ({ energy_type: "STEAM", usages: [usage(first, end)], charges: [] }) as unknown as ReachedMeter["lines"];
  reached.add(meter({ lines: days("2021-12-31", "2022-03-02") }));
  // Neither ends a month in part: more bills will arrive, and an existing meter has other bills.
  reached.add(meter({ key: "A 2", isCollected: true, lines: days("2022-01-01", "2022-02-15") }));
  reached.add(meter({ key: "A 3", isNew: false, isCollected: true, lines: days("2022-01-10", "2022-02-15") }));
  assert.deepEqual(reached.list(), [
    {
      property_id: 7,
      property_name: null,
      first_month: "2021-12-01",
      last_month: "2022-03-01",
      energy_types: ["STEAM"],
      meters: 3,
      meters_ending: 1,
      partial_months: ["2021-12-01", "2022-03-01"],
    },
  ]);
});

test("a new property has its name, and meters without a property are left out", () => {
  const reached = reachedMonths();
  const hall = { address_key: "name hall", name: "Hall", address: null };
  reached.add(meter({ site: hall }));
  reached.add(meter({ site: hall, key: "A 2" }));
  reached.add(meter({ site: null }));
  reached.add(meter({ site: { id: 8 }, lines: { energy_type: "STEAM", usages: [], charges: [] } }));
  assert.deepEqual(
    reached.list().map(({ property_id, property_name, meters }) => [property_id, property_name, meters]),
    [[null, "Hall", 2]],
  );
});

test("a file of a whole portfolio lists at most a hundred properties", () => {
  const reached = reachedMonths();
  for (let id = 1; id <= PROPERTIES_LISTED + 5; id += 1) reached.add(meter({ site: { id } }));
  reached.add(meter({ site: { id: 1 }, key: "late" }));
  assert.deepEqual([reached.list().length, reached.list()[0]?.meters], [PROPERTIES_LISTED, 2]);
});
