/** Everything the fake utilities know: accounts by utility and user name, and what can change: the day, a correction, the days of reading. */
import { drawAccount } from "./accounts.ts";
import { planAccounts } from "./customers.ts";
import { USUAL_LAST_DAY, checkLastDay, newestMonthOf } from "./last-day.ts";
import type { Account, UtilitySlug } from "./model.ts";
import { isServed } from "./plain-customers.ts";
import { findScenario } from "./scenarios.ts";

export interface World {
  /** The day on which it began: its story is counted from there. */
  firstDay: string;
  /** The day that it is. Nothing in it is later. */
  readonly lastDay: string;
  /** Lets time pass, or goes back, though not before the first day. @throws RangeError for a day that it cannot have */
  moveTo(day: string): void;
  /** The accounts behind a user name; undefined where it is not known. */
  accountsOf(utility: UtilitySlug, username: string): Account[] | undefined;
  /** Withdraws a bill and issues the corrected one to replace it, or undoes that. */
  issueCorrection(utility: UtilitySlug, issued: boolean): void;
  isCorrectionIssued(utility: UtilitySlug): boolean;
  /** Reads all meters of a customer on the same days, or each account on its own. */
  readOnSameDates(utility: UtilitySlug, same: boolean): void;
}

/** A world in its first state: no correction issued. @throws RangeError for a day up to which no world can go */
export function createWorld(firstDay = USUAL_LAST_DAY): World {
  checkLastDay(firstDay);
  const firstMonth = newestMonthOf(firstDay);
  let today = firstDay;
  const drawn = new Map<string, Account[]>();
  const corrected = new Set<UtilitySlug>();
  const sameDates = new Set<UtilitySlug>();
  return {
    firstDay,
    get lastDay() {
      return today;
    },
    moveTo(day) {
      checkLastDay(day);
      if (day < firstDay) throw new RangeError(`the day is not before ${firstDay}, the first, as ${day} is`);
      today = day;
      drawn.clear();
    },
    accountsOf(utility, username) {
      const scenario = findScenario(username);
      if (!scenario || !isServed(utility, username)) return undefined;
      const key = `${utility} ${username} ${corrected.has(utility)} ${sameDates.has(utility)}`;
      const known = drawn.get(key);
      if (known) return known;
      const calendar = {
        firstMonth,
        newestMonth: newestMonthOf(today),
        lastDay: today,
        sameDates: sameDates.has(utility),
      };
      const accounts = planAccounts(utility, scenario, firstMonth).map((plan) =>
        drawAccount({ utility, scenario, plan, calendar }, corrected.has(utility)),
      );
      drawn.set(key, accounts);
      return accounts;
    },
    issueCorrection(utility, issued) {
      if (issued) corrected.add(utility);
      else corrected.delete(utility);
    },
    isCorrectionIssued: (utility) => corrected.has(utility),
    readOnSameDates(utility, same) {
      if (same) sameDates.add(utility);
      else sameDates.delete(utility);
    },
  };
}
