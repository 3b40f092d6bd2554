/** The health of utilities, as its readers see it: everybody whether each works, administrators of the service the figures, too. */
import type { App } from "../app.ts";
import { medianSeconds, shareOf, stateOf, type VisitCounts } from "../domain/portals/utility-health.ts";
import { PORTAL_DETAILS } from "../records/codes.ts";
import type { UtilityHealth } from "../records/utility-health.ts";
import { countChangedPages } from "../store/utilities/changed-pages.ts";
import { listVisitCounts, type HealthRow, type VisitCountRow } from "../store/utilities/utility-health.ts";
import { HOUR_MS, instantOf } from "../domain/instant.ts";

type Parts = Pick<App, "db" | "known" | "now">;

/** What is missing for those who are no administrators. */
const UNTOLD = {
  recipe_version: null,
  recipe_changed_at: null,
  last_visit_at: null,
  last_success_at: null,
  median_seconds: null,
  last_day: null,
  last_week: null,
  changed_pages: null,
} as const;

/** The rows as answers, in their order. `isAdmin`: with the figures. */
export async function healthOf(app: Parts, rows: readonly HealthRow[], isAdmin: boolean): Promise<UtilityHealth[]> {
  if (!isAdmin) return rows.map((row) => ({ ...saidToAll(app, row), ...UNTOLD }));
  const keys = rows.map(({ utility }) => utility);
  const ago = (hours: number): string => instantOf(app.now() - hours * HOUR_MS);
  const [counts, pages] = await Promise.all([
    listVisitCounts(app.db, keys, { week: ago(7 * 24), day: ago(24) }),
    countChangedPages(app.db, keys),
  ]);
  const countsOf = Map.groupBy(counts, ({ utility, access }) => `${access} ${utility}`);
  return rows.map((row) => {
    const { utility, access, recipe_version, recipe_changed_at, last_visit_at, last_success_at, recent_ms } = row;
    const own = countsOf.get(`${access} ${utility}`) ?? [];
    return {
      ...saidToAll(app, row),
      recipe_version,
      recipe_changed_at,
      last_visit_at,
      last_success_at,
      median_seconds: medianSeconds(recent_ms),
      last_day: summed(own, ({ of_last_day }) => of_last_day),
      last_week: summed(own, ({ visits }) => visits),
      // Answers to requests with a permission are kept nowhere.
      changed_pages: access === "login" ? (pages.get(utility) ?? 0) : 0,
    };
  });
}

function saidToAll({ known, now }: Parts, row: HealthRow) {
  const state = stateOf(row, now());
  const utility = known.byKey(row.utility);
  const kind = PORTAL_DETAILS.find((detail) => detail === row.failing_kind) ?? null;
  return {
    svc_object_type: "UtilityHealth",
    utility: row.utility,
    name: utility?.name ?? row.utility,
    access: row.access,
    unproven: row.access === "login" && utility?.unproven === true,
    state,
    trouble_since: row.trouble_since,
    trouble_kind: state === "trouble" ? kind : null,
  } as const;
}

function summed(rows: VisitCountRow[], count: (row: VisitCountRow) => number) {
  const counts: VisitCounts = Object.fromEntries(
    rows.filter((row) => count(row) > 0).map((row) => [row.outcome, count(row)]),
  );
  const { success: successes = 0, ...others } = counts;
  // The values of a record have no gaps.
  const refusals = others as Record<string, number>;
  const visits = Object.values(refusals).reduce((sum, each) => sum + each, successes);
  return { visits, successes, refusals, share: shareOf(counts) };
}
