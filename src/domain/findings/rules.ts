/** The rules of findings: one row each. A further rule is a row here, and its name in `FINDING_RULES`. */
import { FINDING_RULES, type FindingRule } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import * as amounts from "./amount-rules.ts";
import * as coverage from "./coverage-rules.ts";
import type { Figures, Found, JudgedMeter, Rule } from "./rule.ts";

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

/** The findings of a meter by the rules of its company that are turned on, each identity once. */
export function judgeMeter(meter: JudgedMeter, own: OwnRules): MeterFinding[] {
  const found = new Map<FindingRule, Found[]>();
  for (const id of FINDING_RULES) {
    const { active = true, thresholds } = own[id] ?? {};
    if (active) found.set(id, ruleOf(id).find(meter, limitsOf(id, thresholds)));
  }
  return FINDING_RULES.flatMap((id) => {
    const { unless } = ruleOf(id);
    const explained = new Set(
      unless.flatMap((other) => found.get(other as FindingRule) ?? []).map(({ billId }) => billId),
    );
    const byDays = new Map<string, Found>();
    for (const one of found.get(id) ?? [])
      if (!explained.has(one.billId)) byDays.set(`${one.start_date} ${one.end_date}`, one);
    return [...byDays.values()].map((one) => ({ ...one, rule: id, message: sentenceOf(id, one.figures) }));
  });
}

/** The thresholds of a rule: the company's own, else the defaults. */
export function limitsOf(id: FindingRule, own: Record<string, number> = {}): Record<string, number> {
  const { thresholds } = ruleOf(id);
  return Object.fromEntries(Object.entries(thresholds).map(([name, each]) => [name, own[name] ?? each.default]));
}

/** The sentence of a rule with its figures. */
const sentenceOf = (id: FindingRule, figures: Figures): string =>
  ruleOf(id).sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(figures[name] ?? ""));
