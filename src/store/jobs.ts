/**
 * The job queue: each job is a row that is written by the transaction that makes it necessary, leased to a worker while it
 * runs, and deleted when it is done. Enqueueing a job that is already waiting finds its row.
 */
import { sql, type RawBuilder } from "kysely";
import type { MonthSpan } from "../domain/property/roll-up-span.ts";
import type { Log } from "../log.ts";
import { openDatabase, type Db, type Sql } from "./db.ts";
import { KEEPS_A_SLOT, SLOW, type JobName, type JobPayloads } from "./job-kinds.ts";
import { openSlots, type Slots } from "./slots.ts";
import { releaseDeliveries } from "./webhooks/webhook-claims.ts";
import { holdWorkersLock } from "./workers-lock.ts";

/** One run of a job. When its lease is lost, it can no longer change the job, because the next claim has another number. */
export interface JobRun {
  id: number;
  claim: number;
}

export interface ClaimedJob<N extends JobName = JobName> extends JobRun {
  name: N;
  payload: JobPayloads[N];
  /** How many earlier runs failed or were lost with their worker. */
  attempts: number;
  /** For a roll-up: the requested months; null: all. */
  months: MonthSpan | null;
}

export interface EnqueueOptions {
  /** The earliest time to run. */
  startAfter?: string;
  /** For periodic checks: an existing job is not changed. */
  unlessThere?: boolean;
  /** For a roll-up: these months, merged with those requested before it runs. */
  months?: MonthSpan;
}

/** How many jobs of each kind to claim. */
type FreeSlots<N extends JobName> = Partial<Record<N, number>>;

export interface Jobs {
  /**
   * Writes a job in the caller's transaction: it exists if and only if the transaction commits. There is one row per job: a
   * waiting job serves both requests, and a running one runs again. The row stays locked until the transaction ends, so call
   * this at its end.
   */
  enqueue<N extends JobName>(sql: Sql, name: N, payload: JobPayloads[N], options?: EnqueueOptions): Promise<void>;
  /** Enqueues many jobs. */
  enqueueAll<N extends JobName>(sql: Sql, name: N, payloads: JobPayloads[N][], options?: EnqueueOptions): Promise<void>;
  /** Leases due jobs, companies in turn, and of each the longest due first. */
  claim<N extends JobName>(freeSlots: FreeSlots<N>): Promise<ClaimedJob<N>[]>;
  /** Completes a job: deletes it, or lets it wait again when it was enqueued while it ran. */
  complete(run: JobRun): Promise<void>;
  /** Lets the job wait this long, or until the time for which it was enqueued while it ran. */
  retry(run: JobRun, seconds: number, options: { isFailure: boolean }): Promise<void>;
  /** Stops renewing the lease, so that it expires and another worker can take the job. */
  letGo(run: JobRun): void;
  /** When this process is the only worker, releases the leases of dead workers at once; otherwise they expire. */
  reclaimOrphans(): Promise<number>;
  close(): Promise<void>;
}

const LEASE = sql`interval '20 seconds'`;
/** How often leases are extended and expired ones released: the jobs of a dead worker are free after at most 25 s. */
const BEAT_MS = 5000;

/**
 * Connections used only for leases, so that no lease expires because the pool is exhausted. The statements are short, and a
 * lease that is lost with the database is claimed again.
 */
const CONNECTIONS = { max: 2, queryTimeoutMs: 15_000, isLasting: false };

export interface JobsOptions {
  /** False for a process that only enqueues. */
  works?: boolean;
  /** The clock by which jobs are slow; without it none is. */
  now?: () => number;
}

export async function openJobs(
  url: string,
  db: Db,
  log: Log,
  { works = true, now = () => 0 }: JobsOptions = {},
): Promise<Jobs> {
  const onError = (error: Error) => log.warn({ err: error }, "queue");
  const own = openDatabase(url, { ...CONNECTIONS, onError });
  const holder = works ? await holdWorkersLock(db, log) : null;
  const held = new Map<string, JobRun>();
  const slots = openSlots<JobName>(SLOW, now);
  const letGo = (run: JobRun) => {
    held.delete(nameOfRun(run));
    slots.ended(nameOfRun(run));
  };
  const beat = async () => {
    await extendLeases(own, [...held.values()]);
    // Only after renewing its own leases, because all are late when the database was away.
    await freeLost(own);
  };
  const beats = works
    ? setInterval(() => void beat().catch((error: unknown) => log.warn({ err: error }, "heartbeat")), BEAT_MS)
    : undefined;
  const served: Served = new Map();

  return {
    enqueue: (trx, name, payload, options) => enqueueJobs(trx, name, [payload], options),
    enqueueAll: enqueueJobs,
    async claim(freeSlots) {
      const jobs = await claimAll(own, freeSlots, { served, slots });
      for (const { id, claim } of jobs) held.set(nameOfRun({ id, claim }), { id, claim });
      return jobs;
    },
    // The lease is extended until the outcome is written; otherwise another worker could claim the job in between.
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
      // Webhook deliveries too: a webhook may have only few under way, and would wait for the leases of dead senders.
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

/**
 * `rows`: a query of kind, payload, time and months, ordered so that two writers of the same jobs never deadlock. While a job
 * runs, `months_since` collects the months that were requested since it was claimed.
 */
export const insertJobs = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into jobs (kind, payload, run_at, months) ${rows}
  on conflict (kind, payload) do update set
    run_at = least(jobs.run_at, excluded.run_at),
    months = range_merge(jobs.months, excluded.months),
    months_since = range_merge(jobs.months_since, excluded.months)`;

/** Enqueues a roll-up of all months of each property that the query returns as `company_id` and `id`. */
export const insertRollUps = (properties: RawBuilder<unknown>): RawBuilder<unknown> =>
  insertJobs(sql`
    select 'roll-up', jsonb_build_object('company_id', company_id, 'property_id', id), now(), null
    from (${properties}) as property order by 2`);

/** Enqueues a derivation of each meter that the query returns as `company_id` and `id`. */
export const insertDerives = (meters: RawBuilder<unknown>): RawBuilder<unknown> =>
  insertJobs(sql`
    select 'derive', jsonb_build_object('company_id', company_id, 'utility_meter_id', id), now(), null
    from (${meters}) as meter order by 2`);

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

/** How many jobs of a kind wait for a company, counted up to `most`. */
export async function countWaiting(db: Sql, name: JobName, companyId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from jobs where kind = ${name} and coalesce(company_id, 0) = ${companyId} and claimed_until is null
      limit ${most}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

interface ClaimedRow extends JobRun {
  kind: JobName;
  payload: JobPayloads[JobName];
  company_id: number | null;
  attempts: number;
  first_month: number | null;
  last_month: number | null;
}

/**
 * The company that was served last, by kind. Claims that pass over slow companies are kept under a key of their own, so that all
 * companies go on in their order afterwards.
 */
type Served = Map<string, number>;

/** A kind of which one job is claimed. */
interface KindToClaim<N extends JobName> {
  name: N;
  /** The free slots. */
  free: number;
  /** The companies that get none of them. */
  except: number[];
  /** Where `served` has its turns. */
  turns: string;
  last: number;
}

/** One statement for the first job of each kind, and one more for each further one. */
async function claimAll<N extends JobName>(
  db: Db,
  freeSlots: FreeSlots<N>,
  { served, slots }: { served: Served; slots: Slots<JobName> },
): Promise<ClaimedJob<N>[]> {
  const claimed: ClaimedRow[] = [];
  /** Kinds for which no company but those that are passed over has a job: these get an only slot then. */
  const unwanted = new Set<N>();
  const kindOf = ([name, free]: [N, number]): KindToClaim<N> => {
    const { companies, isOnlySlot } = slots.passedOver(name, free);
    const except = isOnlySlot && unwanted.has(name) ? [] : companies;
    const turns = except.length === 0 ? name : `${name} of the others`;
    return { name, free, except, turns, last: served.get(turns) ?? 0 };
  };
  // The keys are kinds of jobs.
  let left = (Object.entries(freeSlots) as [N, number][]).filter(([, free]) => free > 0);
  while (left.length > 0) {
    const asked = left.map(kindOf);
    const rows = await claimJobs(db, asked).catch((error: unknown) => {
      // Jobs claimed so far must run even if the next statement fails.
      if (claimed.length === 0) throw error;
      return [];
    });
    claimed.push(...rows);
    left = asked.flatMap(({ name, free, except, turns }): typeof left => {
      const job = rows.find(({ kind }) => kind === name);
      if (job === undefined) {
        const isAskedAgain = except.length > 0 && slots.passedOver(name, free).isOnlySlot;
        unwanted.add(name);
        return isAskedAgain ? [[name, free]] : [];
      }
      const companyId = job.company_id ?? 0;
      served.set(turns, companyId);
      slots.began(nameOfRun(job), { name, companyId });
      return free > 1 ? [[name, free - 1]] : [];
    });
  }
  return claimed.map((row) => jobOf<N>(row));
}

function jobOf<N extends JobName>({ id, claim, kind, payload, attempts, first_month, last_month }: ClaimedRow) {
  const months = first_month === null || last_month === null ? null : { first: first_month, last: last_month };
  // The payload that was enqueued for this kind.
  return { id, claim, name: kind, payload, attempts, months } as ClaimedJob<N>;
}

/** Candidates per kind, so that a claim by another process at the same time leaves one. */
const IDLE_COMPANIES = 3;

/**
 * Claims at most one job of each kind: of the next company with none running, counted from the one that was served last;
 * if there is none, of a company with one running; never of an excepted one. It steps from company to company by the index, so
 * neither the backlog of one nor the number of companies slows the search. Jobs of no company count as those of company 0.
 *
 * PostgreSQL may run it by a plan that was made while there were no jobs, so each part is written so that it reads few rows by any
 * plan: the first row in the order of an index in place of `exists`; candidates one after another in place of a join; and
 * `num_nulls`, since `is null` would let it look for the id in an index of all jobs that wait.
 */
async function claimJobs<N extends JobName>(db: Db, kinds: readonly KindToClaim<N>[]): Promise<ClaimedRow[]> {
  const names = kinds.map(({ name }) => name);
  const free = kinds.map((kind) => kind.free);
  const last = kinds.map((kind) => kind.last);
  const except = kinds.map((kind) => `{${kind.except.join()}}`);
  const isWaiting = sql`jobs.kind = place.kind and jobs.claimed_until is null`;
  const isRunning = sql`jobs.kind = place.kind and jobs.claimed_until is not null`;
  const owner = sql`coalesce(jobs.company_id, 0)`;
  const oldest = (company: RawBuilder<unknown>) => sql`
    select jobs.id, jobs.run_at from jobs
    where ${isWaiting} and ${owner} = ${company} and run_at <= now() order by run_at, id limit 1`;
  const { rows } = await sql<ClaimedRow>`
    with place as (
      select kind, last, except_of::bigint[] as except_of, free > 1 or kind <> all(${KEEPS_A_SLOT}::text[]) as may_be_busy
      from unnest(${names}::text[], ${free}::integer[], ${last}::bigint[], ${except}::text[]) as place (kind, free, last, except_of)
      where (select true from jobs where ${isWaiting} and run_at <= now() order by run_at, id limit 1)),
    chosen as materialized (
      select job.id from place cross join lateral (
        with recursive company (round, id) as (
          select -1, last
          union all
          select next.* from company cross join lateral (
            select * from (
              select round, (
                select ${owner} from jobs
                where ${isWaiting} and ${owner} > case when round = greatest(company.round, 0) then company.id else -1 end
                order by 1 limit 1) as id
              from generate_series(greatest(company.round, 0), 1) as round) step
            where step.id is not null and (step.round = 0 or step.id <= last)
            order by step.round limit 1) next),
        candidate as (
          (select oldest.*, row_number() over () as turn
            from company cross join lateral (${oldest(sql`company.id`)}) oldest
            where round >= 0 and company.id <> all(except_of) and not exists (select from jobs where ${isRunning} and ${owner} = company.id)
            limit ${IDLE_COMPANIES})
          union all
          (select oldest.*, null
            from (select distinct ${owner} as id from jobs
              where ${isRunning} and may_be_busy and ${owner} <> all(except_of)) company
            cross join lateral (${oldest(sql`company.id`)}) oldest))
        select unlocked.id from (select * from candidate order by turn nulls last, run_at, id) candidate
        cross join lateral (
          select jobs.id from jobs
          where jobs.id = candidate.id and jobs.run_at <= now() and num_nulls(jobs.claimed_until) = 1
          limit 1 for update skip locked) unlocked
        limit 1) job)
    update jobs set claim = claim + 1, claimed_until = now() + ${LEASE}, run_at = 'infinity', months_since = 'empty'
    where id in (select id from chosen)
    returning id, claim, kind, payload, company_id, attempts, lower(months) as first_month, upper(months) - 1 as last_month
    `.execute(db);
  return rows;
}

/** Waits for a transaction that is enqueueing the job, so that its request is not deleted. */
async function completeJob(db: Db, run: JobRun): Promise<void> {
  const { rows } = await sql`
    delete from jobs where ${isHeldBy(run)} and run_at = 'infinity' returning id`.execute(db);
  if (rows.length > 0) return;
  await sql`
    update jobs set claimed_until = null, attempts = 0, months = months_since where ${isHeldBy(run)}`.execute(db);
}

/** Skips rows that are locked by a writer until the next beat: they cannot be claimed meanwhile. */
async function extendLeases(db: Db, runs: readonly JobRun[]): Promise<void> {
  if (runs.length === 0) return;
  await sql`
    update jobs set claimed_until = now() + ${LEASE} where id in (
      select jobs.id from jobs
      join unnest(${runs.map(({ id }) => id)}::bigint[], ${runs.map(({ claim }) => claim)}::integer[]) as run (id, claim)
        on run.id = jobs.id and run.claim = jobs.claim
      where claimed_until is not null for update of jobs skip locked)`.execute(db);
}

/** Counts as a failure, so that a job that kills its process is not retried forever. */
async function freeLost(db: Db): Promise<void> {
  await sql`
    update jobs set claimed_until = null, attempts = attempts + 1, run_at = least(run_at, now()) where id in (
      select id from jobs where claimed_until < now() for update skip locked)`.execute(db);
}
