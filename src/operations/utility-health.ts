/** Counts the visits to a utility's website, says when it no longer works for anybody, and keeps what it showed when it had changed. */
import type { App } from "../app.ts";
import type { ShownAnswer } from "../connectors/contract.ts";
import { afterVisit, type HealthFacts, type VisitOutcome } from "../domain/portals/utility-health.ts";
import type { Trx } from "../store/db.ts";
import { insertChangedPage } from "../store/utilities/changed-pages.ts";
import { countVisit, insertHealth, lockHealth, updateHealth, type Visited } from "../store/utilities/utility-health.ts";
import { instantOf } from "../domain/instant.ts";

/** Of one utility: enough to see what all of them have in common. */
const PAGES_MAX = 5;
const LENGTH_MAX = 2000;

export interface EndedVisit extends Visited {
  authorization_id: number;
  outcome: VisitOutcome;
  /** Epoch milliseconds. */
  began: number;
  shown: ShownAnswer | null;
}

type Parts = Pick<App, "utilities" | "now" | "log">;

/** Last in its transaction: all visits to a utility wait for its row. */
export async function recordVisit(trx: Trx, app: Parts, visit: EndedVisit): Promise<void> {
  const { utility, access, authorization_id, outcome, began, shown } = visit;
  const visited = { utility, access };
  const now = app.now();
  const at = instantOf(now);
  // With a permission no portal is visited.
  const portal = access === "login" ? app.utilities.current().portals.find(({ key }) => key === utility) : undefined;
  const recipe_version = portal?.version ?? null;
  await countVisit(trx, visited, outcome, at);
  if (shown !== null) {
    const { text: content, status: http_status, media_type } = shown;
    const [detail, place] = [shown.detail.slice(0, LENGTH_MAX), shown.place.slice(0, LENGTH_MAX)];
    const page = { utility, recipe_version, detail, place, http_status, media_type, content, created_at: at };
    await insertChangedPage(trx, page, PAGES_MAX);
  }
  const counted = { outcome, authorization_id, recipe_version, at, tookMs: Math.max(now - began, 0) };
  const { before, facts } = await write(trx, visited, (earlier) => afterVisit(earlier, counted));
  if (portal?.unproven === true) sayFirst(app, { utility, outcome, recipe_version }, before);
  if (facts.trouble_since !== null && before?.trouble_since == null)
    app.log.error(
      { utility, access, kind: facts.failing_kind, since: facts.trouble_since, recipe_version },
      "the website of a utility works for no login: its recipe or the website has to be looked at",
    );
}

/** What becomes of the first visits to a utility that nobody had tried, with what the operator can do about it. */
function sayFirst(
  { log }: Parts,
  { outcome, ...facts }: { utility: string; outcome: VisitOutcome; recipe_version: number | null },
  before: HealthFacts | null,
): void {
  if (outcome === "success" && (before?.last_success_at ?? null) === null)
    log.info(facts, "the first visit to an unproven utility succeeded: tell the project, so that others know it works");
  if (outcome === "portal_changed" && (before?.failing_since ?? null) === null)
    log.warn(
      facts,
      "an unproven utility is not as its recipe says: send the project the masked page of GET /v1/utilities/changed_pages",
    );
}

async function write(
  trx: Trx,
  visited: Visited,
  change: (before: HealthFacts | null) => HealthFacts,
): Promise<{ before: HealthFacts | null; facts: HealthFacts }> {
  const known = await lockHealth(trx, visited);
  if (known === undefined) {
    const first = change(null);
    if (await insertHealth(trx, visited, first)) return { before: null, facts: first };
  }
  // Another process wrote the first visit meanwhile.
  const before = known ?? (await lockHealth(trx, visited)) ?? null;
  const facts = change(before);
  await updateHealth(trx, visited, facts);
  return { before, facts };
}
