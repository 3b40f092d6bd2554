/** Whether the website of a utility works, by the visits to it: a refusal that is about one login says nothing about the website. */
import type { StatusDetail } from "../../records/codes.ts";
import type { UTILITY_STATES } from "../../records/utility-health.ts";
import { DAY_MS } from "../instant.ts";

export type VisitOutcome = "success" | StatusDetail;

/** Refusals by the website itself, for any login. */
const OF_WEBSITE = new Set<VisitOutcome>(["portal_changed", "portal_down", "rate_limited"]);
export const isOfWebsite = (outcome: VisitOutcome): boolean => OF_WEBSITE.has(outcome);

/** So many different logins in a row must be refused before it counts as broken for everybody. */
export const LOGINS_IN_TROUBLE = 3;
/** The median is that of the latest successful visits. */
const RECENT_MAX = 50;

/** What is known of a utility from earlier visits. */
export interface HealthFacts {
  recipe_version: number | null;
  recipe_changed_at: string;
  last_visit_at: string;
  last_success_at: string | null;
  recent_ms: number[];
  failing_since: string | null;
  failing_kind: string | null;
  failing_logins: number[];
  trouble_since: string | null;
}

export interface CountedVisit {
  outcome: VisitOutcome;
  authorization_id: number;
  recipe_version: number | null;
  /** When it ended. */
  at: string;
  tookMs: number;
}

const HEALTHY = { failing_since: null, failing_kind: null, failing_logins: [], trouble_since: null };

/** The facts with one more visit. */
export function afterVisit(before: HealthFacts | null, visit: CountedVisit): HealthFacts {
  const { outcome, authorization_id, recipe_version, at, tookMs } = visit;
  const isSameRecipe = before !== null && before.recipe_version === recipe_version;
  const facts: HealthFacts = {
    ...(before ?? { ...HEALTHY, last_success_at: null, recent_ms: [] }),
    recipe_version,
    recipe_changed_at: isSameRecipe ? before.recipe_changed_at : at,
    last_visit_at: at,
  };
  if (outcome === "success")
    return { ...facts, ...HEALTHY, last_success_at: at, recent_ms: [tookMs, ...facts.recent_ms].slice(0, RECENT_MAX) };
  if (!isOfWebsite(outcome)) return facts;
  const logins = new Set(facts.failing_logins);
  // More than these say nothing new.
  if (logins.size < LOGINS_IN_TROUBLE) logins.add(authorization_id);
  return {
    ...facts,
    failing_since: facts.failing_since ?? at,
    failing_kind: outcome,
    failing_logins: [...logins],
    trouble_since: facts.trouble_since ?? (logins.size >= LOGINS_IN_TROUBLE ? (facts.failing_since ?? at) : null),
  };
}

/** Nobody can tell from an older success whether it still works. */
const KNOWN_DAYS = 7;

/** `works`: a visit of the last week succeeded, and not so many were refused since. */
export function stateOf(
  { trouble_since, last_success_at }: HealthFacts,
  nowMs: number,
): (typeof UTILITY_STATES)[number] {
  if (trouble_since !== null) return "trouble";
  return last_success_at !== null && nowMs - Date.parse(last_success_at) <= KNOWN_DAYS * DAY_MS ? "works" : "unknown";
}

/** Visits by outcome. */
export type VisitCounts = Partial<Record<string, number>>;

/** Successes among the visits that succeeded or failed because of the website; null when there were none. */
export function shareOf(counts: VisitCounts): number | null {
  const success = counts["success"] ?? 0;
  const all = [...OF_WEBSITE].reduce((sum, outcome) => sum + (counts[outcome] ?? 0), success);
  return all === 0 ? null : Math.round((success / all) * 1000) / 1000;
}

/** The middle value in seconds, with a tenth, the lower one of two; null without any. */
export function medianSeconds(recentMs: readonly number[]): number | null {
  const middle = recentMs.toSorted((a, b) => a - b)[Math.floor((recentMs.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle / 100) / 10;
}
