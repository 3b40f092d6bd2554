/** The health of utilities, counted over all companies: visits by hour, and what the latest ones say. */
import { sql } from "kysely";
import type { HealthFacts } from "../../domain/portals/utility-health.ts";
import type { Access } from "../../records/codes.ts";
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

/** What is visited: the website of a utility with logins, or its server with permissions. */
export interface Visited {
  utility: string;
  access: Access;
}

/** Counts one visit in its hour. */
export async function countVisit(trx: Trx, { utility, access }: Visited, outcome: string, at: string): Promise<void> {
  await sql`
    insert into portal_visits as counted (utility, access, hour, outcome, visits)
    values (${utility}, ${access}, date_trunc('hour', ${at}::timestamptz), ${outcome}, 1)
    on conflict (utility, access, hour, outcome) do update set visits = counted.visits + 1`.execute(trx);
}

/** Locked until the transaction ends; undefined before the first visit. */
export function lockHealth(trx: Trx, { utility, access }: Visited): Promise<HealthFacts | undefined> {
  return trx
    .selectFrom("utility_health")
    .select(facts)
    .where("utility", "=", utility)
    .where("access", "=", access)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** False when another transaction wrote the first visit meanwhile. */
export async function insertHealth(trx: Trx, visited: Visited, health: HealthFacts): Promise<boolean> {
  const row = await trx
    .insertInto("utility_health")
    .values({ ...visited, ...health })
    .onConflict((on) => on.columns(["utility", "access"]).doNothing())
    .returning("utility")
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateHealth(trx: Trx, { utility, access }: Visited, health: HealthFacts): Promise<void> {
  await trx
    .updateTable("utility_health")
    .set(health)
    .where("utility", "=", utility)
    .where("access", "=", access)
    .execute();
}

export type HealthRow = Awaited<ReturnType<typeof listHealth>>[number];

export async function listHealth(db: Db, window: ListWindow) {
  const query = db.selectFrom("utility_health").select(["utility", "access", ...facts]);
  const rows = await readRows(db, inWindow(query, "utility_health", window, ["utility", "access"]));
  // A check constraint allows no other values.
  return rows.map((row) => row as typeof row & { access: Access });
}

export interface VisitCountRow extends Visited {
  outcome: string;
  visits: number;
  of_last_day: number;
}

/** Counts of visits to these utilities by outcome: in the hours after `week`, and among them after `day`. */
export async function listVisitCounts(
  db: Db,
  utilities: readonly string[],
  { week, day }: { week: string; day: string },
): Promise<VisitCountRow[]> {
  const { rows } = await sql<VisitCountRow>`
    select utility, access, outcome, sum(visits)::int as visits,
      coalesce(sum(visits) filter (where hour > ${day}::timestamptz), 0)::int as of_last_day
    from portal_visits where utility = any(${utilities}) and hour > ${week}::timestamptz
    group by utility, access, outcome order by utility, access, outcome`.execute(db);
  return rows;
}

export async function deleteOldVisits(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from portal_visits where (utility, access, hour, outcome) in (
      select utility, access, hour, outcome from portal_visits where hour < ${before} limit ${limit})
    returning utility`.execute(db);
  return rows.length;
}
