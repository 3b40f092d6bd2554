/** The demo tells the same story on any day: one bill is late, by the rhythm of its account, one meter has a gap, and one leak is found. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account, UtilitySlug } from "../sandbox/world/model.ts";
import { endOfMonth } from "../sandbox/world/last-day.ts";
import { truthOf } from "../sandbox/world/truth.ts";
import { createWorld } from "../sandbox/world/world.ts";
import { expectedBill } from "../src/domain/coverage/rhythm.ts";
import { billedPeriods } from "../src/domain/findings/billed-period.ts";
import { checkMeter, ruleOf, rulesInUse } from "../src/domain/findings/rules.ts";
import { chargeLine, usageLine } from "../src/domain/months/meter-bill.fixtures.ts";

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

/** Rules that found something to do at the meters of a kind, without knowing the weather. */
function foundAt(account: Account, energyType: "ELECTRIC" | "WATER"): string[] {
  const [truth] = truthOf([account]).accounts;
  const bills = (truth?.bills ?? []).flatMap(({ meters, estimated }, id) =>
    meters
      .filter(({ energy_type }) => energy_type === energyType)
      .map(({ charges, usages }) => ({
        id,
        estimated,
        charges: charges.map((charge) => chargeLine(charge)),
        usages: usages.map((usage, line) => usageLine({ ...usage, id: id * 10 + line })),
      })),
  );
  const meter = { energy_type: energyType, periods: billedPeriods(bills), leftOutOf: null };
  return checkMeter(meter, rulesInUse({})).flatMap(({ rule }) => (ruleOf(rule).severity === "warning" ? rule : []));
}

for (const month of ["2026-10", "2026-11", "2026-12", "2027-02", "2027-07", "2028-03"])
  test(`a gap and a leak are found in the world whose newest month is ${month}`, () => {
    const world = createWorld(endOfMonth(month));
    const foundIn = (utility: UtilitySlug, energyType: "ELECTRIC" | "WATER", nickname: string) =>
      (world.accountsOf(utility, "demo_portfolio") ?? [])
        .filter((account) => account.nickname === nickname)
        .flatMap((account) => foundAt(account, energyType));
    assert.deepEqual(foundIn("northgate-electric", "ELECTRIC", "Exhibit School"), ["gap"]);
    assert.deepEqual(foundIn("clearwater-gas-water", "WATER", "Mockup Apartments"), ["unusual_use"]);
  });
