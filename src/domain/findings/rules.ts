/** The rules of findings: one row each. A further rule is a row here, and its name in `FINDING_RULES`. */
import { FINDING_RULES, type FindingRule } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import * as amounts from "./amount-rules.ts";
import * as coverage from "./coverage-rules.ts";
import type { Figures, Found, MeterPeriods, Rule } from "./rule.ts";

// Each function takes the thresholds of its own row, which the table below cannot say.
const RULES = {
  gap: coverage.gap,
  overlap: coverage.overlap,
  duplicate: coverage.duplicate,
  missing_meter: coverage.missingMeter,
  future_days: coverage.futureDays,
  unusual_use: amounts.unusualUse,
  unusual_cost: amounts.unusualCost,
  zero_use: amounts.zeroUse,
  repeated_use: amounts.repeatedUse,
  rate_change: amounts.rateChange,
  unit_change: amounts.unitChange,
} as const satisfies Record<FindingRule, object>;

export const ruleOf = (id: FindingRule): Rule => RULES[id] as unknown as Rule;

/** What a company set for a rule; what it left out has its default. */
export interface RuleSettings {
  active?: boolean;
  thresholds?: Record<string, number>;
}
export type OwnRules = Partial<Record<FindingRule, RuleSettings>>;

/** A finding as the rules of today make it; with the meter, `rule` and the period are its identity. */
export interface MeterFinding extends Period {
  rule: FindingRule;
  billId: number;
  figures: Figures;
  message: string;
}

/** A rule that is turned on, with its thresholds. */
interface RuleInUse {
  id: FindingRule;
  rule: Rule;
  limits: Record<string, number>;
}

/** The rules of a company that are turned on: once for all its meters. */
export const rulesInUse = (own: OwnRules): RuleInUse[] =>
  FINDING_RULES.filter((id) => own[id]?.active !== false).map((id) => ({
    id,
    rule: ruleOf(id),
    limits: limitsOf(id, own[id]?.thresholds),
  }));

/** The findings of a meter, each identity once. */
export function checkMeter(meter: MeterPeriods, rules: readonly RuleInUse[]): MeterFinding[] {
  const found = new Map<string, Found[]>();
  for (const { id, rule, limits } of rules) {
    const own = rule.find(meter, limits);
    if (own.length > 0) found.set(id, own);
  }
  const findings = new Map<string, MeterFinding>();
  for (const { id, rule } of rules) {
    const explained = rule.unless.flatMap((other) => found.get(other) ?? []);
    for (const one of found.get(id) ?? []) {
      if (explained.some(({ billId }) => billId === one.billId)) continue;
      const { start_date, end_date } = one;
      findings.set(`${id} ${start_date} ${end_date}`, { ...one, rule: id, message: sentenceOf(rule, one.figures) });
    }
  }
  return [...findings.values()];
}

/** The thresholds of a rule: the company's own, else the defaults. */
export function limitsOf(id: FindingRule, own: Record<string, number> = {}): Record<string, number> {
  const { thresholds } = ruleOf(id);
  return Object.fromEntries(Object.entries(thresholds).map(([name, each]) => [name, own[name] ?? each.default]));
}

/** The sentence of a rule with its figures. */
const sentenceOf = ({ sentence }: Rule, figures: Figures): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(figures[name] ?? ""));
