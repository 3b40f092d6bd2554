/** Says of a statement what does not hold: a bill is accepted when its sums, balances, reads and days agree with each other. */
import type { Day } from "../records/scalars.ts";
import type { Finding, Statement } from "../records/statement.ts";
import type { Rule } from "./rules/finding.ts";
import { daysAreDays, numbersAreNumbers } from "./rules/form.ts";
import {
  energyIsBounded,
  heatFactorIsUsual,
  rateGivesCharge,
  readsGiveUsage,
  unitsFit,
  usageIsPriced,
} from "./rules/lines.ts";
import {
  daysAreKept,
  linesAreBounded,
  periodIsBounded,
  periodIsUsual,
  periodsAreNearInvoice,
  periodsRunForward,
  usageHasDays,
  usageIsPast,
} from "./rules/periods.ts";
import { aTotalIsPrinted, balanceAddsUp, chargesAddUp, meterChargesAddUp, somethingIsBilled } from "./rules/sums.ts";

/** The others compute with numbers and days, and are asked only where these find nothing. */
const FORM_RULES: Rule[] = [numbersAreNumbers, daysAreDays];

const RULES: Rule[] = [
  somethingIsBilled,
  chargesAddUp,
  meterChargesAddUp,
  balanceAddsUp,
  aTotalIsPrinted,
  readsGiveUsage,
  rateGivesCharge,
  usageIsPriced,
  unitsFit,
  heatFactorIsUsual,
  energyIsBounded,
  linesAreBounded,
  periodsRunForward,
  periodIsBounded,
  usageHasDays,
  periodIsUsual,
  periodsAreNearInvoice,
  usageIsPast,
];

/**
 * Every finding on a statement, in the order of the rules. Never throws, whatever a reader made of the file. With `today` the
 * days must be of those that are kept; the days of a spreadsheet were looked at when its cells were read.
 */
export function reconcile(statement: Statement, today: Day | null = null): Finding[] {
  const malformed = FORM_RULES.flatMap((rule) => rule(statement));
  if (malformed.length > 0) return malformed;
  const findings = RULES.flatMap((rule) => rule(statement));
  return today === null ? findings : [...findings, ...daysAreKept(today)(statement)];
}

/** True where no finding keeps the bill out. */
export function isAccepted(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== "error");
}
