/** Everything the fake utilities know: accounts by utility and user name, generated once, and the one thing that can change. */
import { drawAccount } from "./accounts.ts";
import { planAccounts } from "./customers.ts";
import { USUAL_LAST_DAY, checkLastDay, newestMonthOf } from "./last-day.ts";
import type { Account, UtilitySlug } from "./model.ts";
import { findScenario } from "./scenarios.ts";

export interface World {
  /** Nothing in it is later. */
  lastDay: string;
  /** The accounts behind a user name; undefined for an unknown user name. */
  accountsOf(utility: UtilitySlug, username: string): Account[] | undefined;
  /** Withdraws a bill and issues the corrected one to replace it, or undoes that. */
  issueCorrection(utility: UtilitySlug, issued: boolean): void;
  isCorrectionIssued(utility: UtilitySlug): boolean;
}

/** A world in its first state: no correction issued. @throws RangeError for a day up to which no world can go */
export function createWorld(lastDay = USUAL_LAST_DAY): World {
  checkLastDay(lastDay);
  const drawn = new Map<string, Account[]>();
  const corrected = new Set<UtilitySlug>();
  return {
    lastDay,
    accountsOf(utility, username) {
      const scenario = findScenario(username);
      if (!scenario) return undefined;
      const key = `${utility} ${username} ${corrected.has(utility)}`;
      const known = drawn.get(key);
      if (known) return known;
      const accounts = planAccounts(utility, scenario, newestMonthOf(lastDay)).map((plan) =>
        drawAccount({ utility, scenario, plan, lastDay }, corrected.has(utility)),
      );
      drawn.set(key, accounts);
      return accounts;
    },
    issueCorrection(utility, issued) {
      if (issued) corrected.add(utility);
      else corrected.delete(utility);
    },
    isCorrectionIssued: (utility) => corrected.has(utility),
  };
}
