/** Counts attempts within a sliding window, for all processes together: never more than the limit in any window of time. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Sql } from "../db.ts";
import { instantOf } from "../../domain/instant.ts";

export interface Attempt {
  /** What is limited, such as `login.account`. */
  scope: string;
  /** The limited subject; stored as a hash. */
  key: string;
  windowSeconds: number;
  /** The most attempts in any window of this length. */
  max: number;
  /** Epoch milliseconds. */
  now: number;
}

const hashOf = ({ scope, key }: Pick<Attempt, "scope" | "key">): Buffer =>
  createHash("sha256").update(`${scope}\0${key}`).digest();

/**
 * Counts one attempt and returns null; or returns the seconds to wait when the limit is reached. A refused attempt is not
 * recorded, so that it does not extend the wait, and a flood of attempts writes nothing.
 */
export async function countAttempt(db: Sql, attempt: Attempt): Promise<number | null> {
  const { scope, windowSeconds, max, now } = attempt;
  const key = hashOf(attempt);
  const at = instantOf(now);
  const since = instantOf(now - windowSeconds * 1000);
  const ends = instantOf(now + windowSeconds * 1000);
  // The condition is checked again on the locked row, in case another attempt was counted since the read.
  const { rows } = await sql<{ counted: boolean; free_at: string | null }>`
    with open as (
      select array(select made from unnest(made_at) made where made > ${since} order by made) as made_at
      from attempts where scope = ${scope} and key_sha256 = ${key}
    ), counted as (
      insert into attempts as row (scope, key_sha256, made_at, ends_at)
      select ${scope}, ${key}, array[${at}::timestamptz], ${ends}::timestamptz
      where not exists (select from open where cardinality(made_at) >= ${max}::int)
      on conflict (scope, key_sha256) do update set
        made_at = array(select made from unnest(row.made_at) made where made > ${since} order by made) || excluded.made_at,
        ends_at = excluded.ends_at
        where (select count(*) from unnest(row.made_at) made where made > ${since}) < ${max}::int
      returning 1
    )
    select exists (select from counted) as counted,
      (select made_at[cardinality(made_at) - ${max}::int + 1] from open) as free_at
  `.execute(db);
  const [row] = rows;
  if (row?.counted === true) return null;
  const freeMs = Date.parse(row?.free_at ?? at) + windowSeconds * 1000;
  return Math.max(1, Math.ceil((freeMs - now) / 1000));
}

/** Several attempts that were counted, with the function that takes them back; or which limit is reached, and for how many seconds. */
export type Counted<Limit extends Attempt> =
  | { waitSeconds: null; giveBack: () => Promise<void> }
  | { waitSeconds: number; reached: Limit };

/** Counts one piece of work by several limits: all of them, or none when one is reached. */
export async function countTogether<Limit extends Attempt>(db: Sql, limits: readonly Limit[]): Promise<Counted<Limit>> {
  const counted: Limit[] = [];
  const giveBack = async () => {
    for (const attempt of counted) await giveAttemptBack(db, attempt);
  };
  for (const limit of limits) {
    const waitSeconds = await countAttempt(db, limit);
    if (waitSeconds !== null) {
      await giveBack();
      return { waitSeconds, reached: limit };
    }
    counted.push(limit);
  }
  return { waitSeconds: null, giveBack };
}

/** The number of attempts within the window, and the time of the oldest in epoch milliseconds. */
export async function countedAttempts(db: Sql, attempt: Attempt): Promise<{ count: number; oldestMs: number }> {
  const since = instantOf(attempt.now - attempt.windowSeconds * 1000);
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*)::int as count, min(made) as oldest from attempts, unnest(made_at) made
    where scope = ${attempt.scope} and key_sha256 = ${hashOf(attempt)} and made > ${since}`.execute(db);
  const [row] = rows;
  return { count: row?.count ?? 0, oldestMs: Date.parse(row?.oldest ?? instantOf(attempt.now)) };
}

/** Uncounts the attempt that was counted with this `now`, because it turned out not to be limited. */
export async function giveAttemptBack(db: Sql, attempt: Pick<Attempt, "scope" | "key" | "now">): Promise<void> {
  const at = sql`${instantOf(attempt.now)}::timestamptz`;
  await sql`
    update attempts set made_at = made_at[:array_position(made_at, ${at}) - 1] || made_at[array_position(made_at, ${at}) + 1:]
    where scope = ${attempt.scope} and key_sha256 = ${hashOf(attempt)} and ${at} = any(made_at)
  `.execute(db);
}

/** Deletes expired windows. Returns how many. */
export async function deleteEndedAttempts(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("attempts")
    .where("ends_at", "<=", instantOf(now))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
