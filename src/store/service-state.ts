/** Counts of the whole service for its operator: over all companies, and nothing of their records. */
import { sql } from "kysely";
import type { Db } from "./db.ts";

export interface QueueRow {
  kind: string;
  due: number;
  later: number;
  running: number;
  failing: number;
  oldest_due_seconds: number | null;
}

export async function countJobs(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select kind,
      count(*) filter (where claimed_until is null and run_at <= now()) as due,
      count(*) filter (where claimed_until is null and run_at > now()) as later,
      count(*) filter (where claimed_until is not null) as running,
      count(*) filter (where attempts > 0) as failing,
      extract(epoch from now() - min(run_at) filter (where claimed_until is null and run_at <= now()))::int as oldest_due_seconds
    from jobs group by kind order by kind`.execute(db);
  return rows;
}

export interface UtilityLoginsRow {
  utility_company: string;
  logins: number;
  visited: number;
  trouble: Record<string, number>;
}

/** Logins by utility: how many were visited since an instant, and which do not work. */
export async function countLogins(db: Db, since: string): Promise<UtilityLoginsRow[]> {
  const { rows } = await sql<UtilityLoginsRow>`
    with login as (
      select a.utility_company_id, a.status_detail,
        coalesce(a.inventory_completed_at >= ${since}, false) or exists (
          select from utility_accounts account
          where account.company_id = a.company_id and account.authorization_id = a.id
            and account.last_fetched_at >= ${since}) as visited
      from authorizations a where a.revoked_at is null and a.utility_company_id is not null),
    kind as (
      select utility_company_id, status_detail, count(*) as logins, count(*) filter (where visited) as visited
      from login group by utility_company_id, status_detail)
    select utility.name as utility_company, sum(kind.logins)::bigint as logins, sum(kind.visited)::bigint as visited,
      coalesce(jsonb_object_agg(status_detail, logins) filter (where status_detail is not null), '{}') as trouble
    from kind join utility_companies utility on utility.id = kind.utility_company_id
    group by utility.id, utility.name order by utility.name, utility.id`.execute(db);
  return rows;
}

export interface SizesRow {
  database_bytes: number;
  file_bytes: number;
  stations: number;
  current: number;
  last_day: string | null;
  waiting: number;
  failing: number;
}

/** `since`: the first day that counts as current weather. */
export async function readSizes(db: Db, since: string): Promise<SizesRow> {
  const { rows } = await sql<SizesRow>`
    with station as (
      select weather_station_alpha_id as id,
        (select max(day) from daily_temperatures t
         where t.weather_station_alpha_id = p.weather_station_alpha_id) as last_day
      from (select distinct weather_station_alpha_id from properties where weather_station_alpha_id is not null) p)
    select pg_database_size(current_database()) as database_bytes,
      (select coalesce(sum(amount), 0)::bigint from held_counts where quota = 'file_bytes') as file_bytes,
      (select count(*) from station) as stations,
      (select count(*) from station where last_day >= ${since}::date) as current,
      (select max(last_day) from station)::text as last_day,
      (select count(*) from webhook_deliveries where state = 'pending') as waiting,
      (select count(*) from webhooks where active and not archived and failing_since is not null) as failing`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("counts without a row");
  return row;
}
