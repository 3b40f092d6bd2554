/**
 * The queue: a row for each thing to do, written by the transaction that makes it necessary, leased to a worker while it
 * runs, gone when it is done. To enqueue what waits already finds its row.
 */
import { sql, type RawBuilder } from "kysely";
import type { MonthSpan } from "../domain/property/roll-up-span.ts";
import type { Log } from "../log.ts";
import { openDatabase, type Db, type Sql } from "./db.ts";
import { releaseDeliveries } from "./webhooks/webhook-claims.ts";
import { holdWorkersLock } from "./workers-lock.ts";

/** What each job is about. A payload holds ids alone: never a credential, never a bill's text. */
export interface JobPayloads {
  inventory: { company_id: number; authorization_id: number };
  fetch: { company_id: number; authorization_id: number };
  parse: { company_id: number; document_id: number };
  derive: { company_id: number; utility_meter_id: number };
  "roll-up": { company_id: number; property_id: number };
  rebuild: { company_id: number };
  /** Of the archive: a station, or null for the list of all. */
  weather: { source: "utility" | "folder" | "archive"; weather_station_alpha_id: string | null };
  "deliver-data": { company_id: number; data_delivery_run_id: number };
  import: { company_id: number; import_id: number };
  sweep: Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** Jobs that take long: companies take turns, and a company that has one running never takes the last free place. */
const IN_TURN: readonly JobName[] = ["import", "deliver-data"];

/** One run of a job. Once the job was taken from it, it changes nothing any more: the next claim has another number. */
export interface JobRun {
  id: number;
  claim: number;
}

export interface ClaimedJob<N extends JobName = JobName> extends JobRun {
  name: N;
  payload: JobPayloads[N];
  /** How many runs before this one failed, or were lost with their worker. */
  attempts: number;
  /** Of a roll-up: the months that are asked for; null: all. */
  months: MonthSpan | null;
}

export interface EnqueueOptions {
  /** Not before this instant. */
  startAfter?: string;
  /** For what is looked for time after time: a job that is there already stays as it is. */
  unlessThere?: boolean;
  /** Of a roll-up: these months, joined with those that are asked for until it runs. */
  months?: MonthSpan;
}

/** How many jobs of each kind are asked for. */
type Places<N extends JobName> = Partial<Record<N, number>>;

export interface Jobs {
  /**
   * Writes a job with the caller's transaction: it exists when and only when the transaction commits. The same job is there
   * once: one that waits then runs for both, one that is running runs again. Its row stays locked until the transaction
   * ends, so this comes last in it.
   */
  enqueue<N extends JobName>(sql: Sql, name: N, payload: JobPayloads[N], options?: EnqueueOptions): Promise<void>;
  /** The same of many. */
  enqueueAll<N extends JobName>(sql: Sql, name: N, payloads: JobPayloads[N][], options?: EnqueueOptions): Promise<void>;
  /** Leases what is due, the longest due first. */
  claim<N extends JobName>(places: Places<N>): Promise<ClaimedJob<N>[]>;
  /** The job is done: it goes, or waits anew where it was enqueued while it ran. */
  complete(run: JobRun): Promise<void>;
  /** The job waits for so long, or until the time for which it was enqueued while it ran. */
  retry(run: JobRun, seconds: number, options: { isFailure: boolean }): Promise<void>;
  /** Lets the lease end by itself: then another has the job. */
  letGo(run: JobRun): void;
  /** Takes back at once what dead workers held, when this process is the only worker; their leases end by themselves otherwise. */
  reclaimOrphans(): Promise<number>;
  close(): Promise<void>;
}

const LEASE = sql`interval '20 seconds'`;
/** How often leases are extended, and those of dead workers looked for: their jobs are free after 25 s at most. */
const BEAT_MS = 5000;

/**
 * Connections for leases alone, so that none ends because others have all connections. The statements are short, and a lease
 * that is lost with the database is claimed again.
 */
const CONNECTIONS = { max: 2, queryTimeoutMs: 15_000, isLasting: false };

export interface JobsOptions {
  /** False for a process that only enqueues. */
  works?: boolean;
}

export async function openJobs(url: string, db: Db, log: Log, { works = true }: JobsOptions = {}): Promise<Jobs> {
  const onError = (error: Error) => log.warn({ err: error }, "queue");
  const own = openDatabase(url, { ...CONNECTIONS, onError });
  const holder = works ? await holdWorkersLock(db, log) : null;
  const held = new Map<string, JobRun>();
  const letGo = (run: JobRun) => void held.delete(nameOfRun(run));
  const beat = async () => {
    await extendLeases(own, [...held.values()]);
    // Only after its own: after a time without the database all are late.
    await freeLost(own);
  };
  const beats = works
    ? setInterval(() => void beat().catch((error: unknown) => log.warn({ err: error }, "heartbeat")), BEAT_MS)
    : undefined;
  /** Companies that had a job of a kind since its round began. */
  const served = new Map<JobName, Set<number>>(IN_TURN.map((name) => [name, new Set()]));

  return {
    enqueue: (trx, name, payload, options) => enqueueJobs(trx, name, [payload], options),
    enqueueAll: enqueueJobs,
    async claim(places) {
      const jobs = await claimAll(own, places, served);
      for (const { id, claim } of jobs) held.set(nameOfRun({ id, claim }), { id, claim });
      return jobs;
    },
    // The lease is extended until it is settled: were it to end before, another could have the job in between.
    async complete(run) {
      await completeJob(db, run);
      letGo(run);
    },
    async retry(run, seconds, { isFailure }) {
      await sql`
        update jobs set claimed_until = null, attempts = attempts + ${isFailure ? 1 : 0},
          run_at = least(run_at, now() + ${seconds} * interval '1 second')
        where ${isHeldBy(run)}`.execute(db);
      letGo(run);
    },
    letGo,
    async reclaimOrphans() {
      if (holder?.alone !== true) return 0;
      // Notifications too: a webhook has few under way at once, and would wait for leases that no sender has any more.
      await releaseDeliveries(db);
      const { rows } = await sql`
        update jobs set claimed_until = null, run_at = least(run_at, now())
        where claimed_until is not null returning id`.execute(db);
      return rows.length;
    },
    async close() {
      clearInterval(beats);
      await own.destroy();
      await holder?.release();
    },
  };
}

const nameOfRun = ({ id, claim }: JobRun): string => `${id} ${claim}`;

const isHeldBy = ({ id, claim }: JobRun) => sql`id = ${id} and claim = ${claim} and claimed_until is not null`;

/** `rows`: a query of kind, payload, time and months, ordered so that two writers of the same jobs never wait for each other in a ring. */
export const insertJobs = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into jobs (kind, payload, run_at, months) ${rows}
  on conflict (kind, payload) do update set
    run_at = least(jobs.run_at, excluded.run_at),
    months = range_merge(jobs.months, excluded.months),
    months_since = range_merge(jobs.months_since, excluded.months)`;

/** A roll-up of all months of each property that the query gives, by its `company_id` and `id`. */
export const insertRollUps = (properties: RawBuilder<unknown>): RawBuilder<unknown> =>
  insertJobs(sql`
    select 'roll-up', jsonb_build_object('company_id', company_id, 'property_id', id), now(), null
    from (${properties}) as property order by 2`);

/** See `Jobs`. */
export async function enqueueJobs<N extends JobName>(
  db: Sql,
  name: N,
  payloads: JobPayloads[N][],
  { startAfter, unlessThere = false, months }: EnqueueOptions = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const span = months === undefined ? null : `[${months.first},${months.last}]`;
  const rows = sql`
    select ${name}, given::jsonb, coalesce(${startAfter ?? null}::timestamptz, now()), ${span}::int4range
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[]) as given
    where not ${unlessThere} or not exists (select from jobs where kind = ${name} and payload = given::jsonb)
    order by 2`;
  await insertJobs(rows).execute(db);
}

/** True while such a job waits or runs. */
export async function isJobThere<N extends JobName>(db: Sql, name: N, payload: JobPayloads[N]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs where kind = ${name} and payload = ${JSON.stringify(payload)}::jsonb`.execute(db);
  return rows.length > 0;
}

interface ClaimedRow extends JobRun {
  kind: JobName;
  payload: JobPayloads[JobName];
  company_id: number | null;
  attempts: number;
  first_month: number | null;
  last_month: number | null;
}

/** One statement, and another one for each further job of those that have their turn. */
async function claimAll<N extends JobName>(
  db: Db,
  places: Places<N>,
  served: Map<JobName, Set<number>>,
): Promise<ClaimedJob<N>[]> {
  const claimed: ClaimedRow[] = [];
  // The keys of the places.
  let left = (Object.entries(places) as [N, number][]).filter(([, free]) => free > 0);
  while (left.length > 0) {
    const rows = await claimJobs(db, left, served).catch((error: unknown) => {
      // What was claimed already is to be run, whatever becomes of the next look.
      if (claimed.length === 0) throw error;
      return [];
    });
    claimed.push(...rows);
    left = left.flatMap(([name, free]): typeof left => {
      const round = served.get(name);
      if (round === undefined) return [];
      const companyId = rows.find(({ kind }) => kind === name)?.company_id ?? null;
      // Each that waits has had one, or none waits: a new round begins.
      if (companyId === null || round.has(companyId)) round.clear();
      if (companyId === null) return [];
      round.add(companyId);
      return free > 1 ? [[name, free - 1]] : [];
    });
  }
  return claimed.map((row) => jobOf<N>(row));
}

function jobOf<N extends JobName>({ id, claim, kind, payload, attempts, first_month, last_month }: ClaimedRow) {
  const months = first_month === null || last_month === null ? null : { first: first_month, last: last_month };
  // What was enqueued under the name.
  return { id, claim, name: kind, payload, attempts, months } as ClaimedJob<N>;
}

/** Of the kinds in turn one job at most: first of companies that have none running, and of these first of those not served in this round. */
async function claimJobs(
  db: Db,
  places: readonly (readonly [JobName, number])[],
  served: ReadonlyMap<JobName, ReadonlySet<number>>,
): Promise<ClaimedRow[]> {
  const names = places.map(([name]) => name);
  const rounds = names.map((name) => `{${[...(served.get(name) ?? [])].join(",")}}`);
  const due = sql`jobs.kind = place.kind and claimed_until is null and run_at <= now()`;
  const { rows } = await sql<ClaimedRow>`
    with place as (
      select kind, free, kind = any(${IN_TURN}::text[]) as in_turn, served::bigint[]
      from unnest(${names}::text[], ${places.map(([, free]) => free)}::integer[], ${rounds}::text[]) as place (kind, free, served)),
    plain as materialized (
      select job.id from place cross join lateral (
        select id from jobs where ${due} order by run_at, id limit place.free for update skip locked) job
      where not place.in_turn),
    in_turn as materialized (
      select job.id from place cross join lateral (
        select id from jobs cross join lateral (
          select exists (
            select from jobs other
            where other.kind = jobs.kind and other.company_id = jobs.company_id and other.claimed_until is not null) as busy) company
        where ${due} and (place.free > 1 or not busy)
        order by busy, company_id = any(place.served), run_at, id limit 1 for update of jobs skip locked) job
      where place.in_turn)
    update jobs set claim = claim + 1, claimed_until = now() + ${LEASE}, run_at = 'infinity', months_since = 'empty'
    where id in (select id from plain union all select id from in_turn)
    returning id, claim, kind, payload, company_id, attempts, lower(months) as first_month, upper(months) - 1 as last_month
    `.execute(db);
  return rows;
}

/** Waits for a transaction that enqueues the job at this moment, so that what it asks for is not deleted. */
async function completeJob(db: Db, run: JobRun): Promise<void> {
  const { rows } = await sql`
    delete from jobs where ${isHeldBy(run)} and run_at = 'infinity' returning id`.execute(db);
  if (rows.length > 0) return;
  await sql`
    update jobs set claimed_until = null, attempts = 0, months = months_since where ${isHeldBy(run)}`.execute(db);
}

/** A row that is locked by a writer is left for the next beat: it cannot be claimed meanwhile. */
async function extendLeases(db: Db, runs: readonly JobRun[]): Promise<void> {
  if (runs.length === 0) return;
  await sql`
    update jobs set claimed_until = now() + ${LEASE} where id in (
      select jobs.id from jobs
      join unnest(${runs.map(({ id }) => id)}::bigint[], ${runs.map(({ claim }) => claim)}::integer[]) as run (id, claim)
        on run.id = jobs.id and run.claim = jobs.claim
      where claimed_until is not null for update of jobs skip locked)`.execute(db);
}

/** Counts as a failure, so that a job that kills its process comes to an end. */
async function freeLost(db: Db): Promise<void> {
  await sql`
    update jobs set claimed_until = null, attempts = attempts + 1, run_at = least(run_at, now()) where id in (
      select id from jobs where claimed_until < now() for update skip locked)`.execute(db);
}
