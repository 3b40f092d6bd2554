/** Checks a statement: a bill is accepted when its sums, balances, reads and days agree with each other. */
import type { Day } from "../../records/scalars.ts";
import type { Finding, Reading, Statement } from "../../records/statement.ts";
import { bareNumber } from "./bill-identity.ts";
import { error, type Rule } from "./rules/finding.ts";
import { daysAreDays, numbersAreNumbers } from "./rules/form.ts";
import {
  energyIsBounded,
  heatFactorIsUsual,
  pricedUsageIsFound,
  pricesAreInOrder,
  rateGivesCharge,
  readsFitUsage,
  readsGiveUsage,
  registersAddUp,
  unitsFit,
  usageIsPriced,
} from "./rules/lines.ts";
import {
  daysAreInRange,
  linesAreBounded,
  periodIsBounded,
  periodIsUsual,
  periodsAreNearInvoice,
  periodsRunForward,
  usageHasDays,
  usageIsPast,
  useIsCharged,
} from "./rules/periods.ts";
import { aTotalIsPrinted, balanceAddsUp, chargesAddUp, meterChargesAddUp, somethingIsBilled } from "./rules/sums.ts";

/** The other rules compute with numbers and days, so they run only when these find nothing. */
const FORM_RULES: Rule[] = [numbersAreNumbers, daysAreDays];

const RULES: Rule[] = [
  somethingIsBilled,
  chargesAddUp,
  meterChargesAddUp,
  balanceAddsUp,
  aTotalIsPrinted,
  readsGiveUsage,
  readsFitUsage,
  registersAddUp,
  rateGivesCharge,
  pricesAreInOrder,
  usageIsPriced,
  pricedUsageIsFound,
  unitsFit,
  heatFactorIsUsual,
  energyIsBounded,
  linesAreBounded,
  periodsRunForward,
  periodIsBounded,
  usageHasDays,
  useIsCharged,
  periodIsUsual,
  periodsAreNearInvoice,
  usageIsPast,
];

/**
 * All findings on a statement, in the order of the rules. Never throws, whatever a reader made of the file. With `today` the
 * days are also checked for the allowed range; for spreadsheets this was done when the cells were read.
 */
export function reconcile(statement: Statement, today: Day | null = null): Finding[] {
  const malformed = FORM_RULES.flatMap((rule) => rule(statement));
  if (malformed.length > 0) return malformed;
  const findings = RULES.flatMap((rule) => rule(statement));
  return today === null ? findings : [...findings, ...daysAreInRange(today)(statement)];
}

/** What is known about a file besides its text. */
export interface Expected {
  /** The account under which the portal listed it; null when unknown. */
  acct_num: string | null;
  /** See `reconcile`. */
  today: Day | null;
}

/** All findings on a reading: those of the parser, of the rules, and whether the account number matches. */
export function checkReading({ statement, findings }: Reading, { acct_num, today }: Expected): Finding[] {
  if (statement === null) return findings;
  const ofAccount =
    acct_num === null || statement.acct_num === null ? [] : accountFindings(statement.acct_num, acct_num);
  return [...findings, ...reconcile(statement, today), ...ofAccount];
}

/** A bill of another account is never attached to this one. */
function accountFindings(printed: string, expected: string): Finding[] {
  if (bareNumber(printed) === bareNumber(expected)) return [];
  const detail = `The bill is for account ${printed}, it was listed under account ${expected}.`;
  return [error("account_number_differs", detail)];
}

/** True when no finding is an error. */
export function isAccepted(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== "error");
}
