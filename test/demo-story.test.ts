/** The demo tells the same story on any day: one bill is late, by the rhythm of its account and of no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account, UtilitySlug } from "../sandbox/world/model.ts";
import { createWorld } from "../sandbox/world/world.ts";
import { expectedBill } from "../src/domain/coverage/rhythm.ts";

const UTILITIES: UtilitySlug[] = ["northgate-electric", "clearwater-gas-water"];
const USERNAMES = ["demo_commercial", "demo_portfolio"];
/** Over the turn of a month, on both sides of each day on which something comes or begins to be missed, and through a year. */
const DAYS = ["01", "06", "09", "12", "13", "14", "15", "16", "17", "19", "20", "21", "22", "23", "24", "26", "28"];
const LAST_DAYS = [
  "2026-10-31",
  ...DAYS.map((day) => `2026-11-${day}`),
  "2027-01-13",
  "2027-02-13",
  "2027-03-31",
  "2027-05-14",
  "2027-08-20",
  "2028-02-29",
  "2028-12-12",
];

/** The day from which the next bill is late, when all bills arrive at once. */
function lateOn({ bills }: Account): string {
  const expected = expectedBill(
    bills.map(({ billDay, meters }) => ({
      invoice_date: billDay,
      received_on: "2026-01-01",
      start_date: meters.map(({ startDay }) => startDay).toSorted()[0] ?? "",
      end_date:
        meters
          .map(({ endDay }) => endDay)
          .toSorted()
          .at(-1) ?? "",
    })),
  );
  assert.ok(expected);
  return expected.late_on;
}

for (const lastDay of LAST_DAYS)
  test(`one bill is late on ${lastDay}`, () => {
    const world = createWorld(lastDay);
    const accounts = UTILITIES.flatMap((utility) => USERNAMES.flatMap((name) => world.accountsOf(utility, name) ?? []));
    assert.equal(accounts.length, 18);
    const late = accounts.filter((account) => lateOn(account) <= lastDay).map(({ nickname }) => nickname);
    assert.deepEqual(late, ["Placeholder Store"]);
  });
