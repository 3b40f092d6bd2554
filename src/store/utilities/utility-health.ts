/** How the portals of utilities do, counted over all companies: visits by hour, and what the latest ones say. */
import { sql } from "kysely";
import type { HealthFacts } from "../../domain/portals/utility-health.ts";
import type { Db, Trx } from "../db.ts";
import { inWindow, readRows, type ListWindow } from "../list-window.ts";

const facts = [
  "recipe_version",
  "recipe_changed_at",
  "last_visit_at",
  "last_success_at",
  "recent_ms",
  "failing_since",
  "failing_kind",
  "failing_logins",
  "trouble_since",
] as const;

/** Counts one visit in its hour. */
export async function countVisit(trx: Trx, utility: string, outcome: string, at: string): Promise<void> {
  await sql`
    insert into portal_visits as counted (utility, hour, outcome, visits)
    values (${utility}, date_trunc('hour', ${at}::timestamptz), ${outcome}, 1)
    on conflict (utility, hour, outcome) do update set visits = counted.visits + 1`.execute(trx);
}

/** Locked until the transaction ends; undefined before the first visit. */
export function lockHealth(trx: Trx, utility: string): Promise<HealthFacts | undefined> {
  return trx
    .selectFrom("utility_health")
    .select(facts)
    .where("utility", "=", utility)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** False when another transaction wrote the first visit meanwhile. */
export async function insertHealth(trx: Trx, utility: string, health: HealthFacts): Promise<boolean> {
  const row = await trx
    .insertInto("utility_health")
    .values({ utility, ...health })
    .onConflict((on) => on.column("utility").doNothing())
    .returning("utility")
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateHealth(trx: Trx, utility: string, health: HealthFacts): Promise<void> {
  await trx.updateTable("utility_health").set(health).where("utility", "=", utility).execute();
}

export type HealthRow = Awaited<ReturnType<typeof listHealth>>[number];

export function listHealth(db: Db, window: ListWindow) {
  const query = db.selectFrom("utility_health").select(["utility", ...facts]);
  return readRows(db, inWindow(query, "utility_health", window, ["utility"]));
}

export interface VisitCountRow {
  utility: string;
  outcome: string;
  visits: number;
  of_last_day: number;
}

/** Visits to these utilities since one hour, and since a later one. */
export async function listVisitCounts(
  db: Db,
  utilities: readonly string[],
  { week, day }: { week: string; day: string },
): Promise<VisitCountRow[]> {
  const { rows } = await sql<VisitCountRow>`
    select utility, outcome, sum(visits)::int as visits,
      coalesce(sum(visits) filter (where hour > ${day}::timestamptz), 0)::int as of_last_day
    from portal_visits where utility = any(${utilities}) and hour > ${week}::timestamptz
    group by utility, outcome order by utility, outcome`.execute(db);
  return rows;
}

export async function deleteOldVisits(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from portal_visits where (utility, hour, outcome) in (
      select utility, hour, outcome from portal_visits where hour < ${before} limit ${limit})
    returning utility`.execute(db);
  return rows.length;
}
