/**
 * Webhooks with due deliveries, and the next delivery of each, leased to its sender. First attempts of a webhook are leased in
 * the order of the change feed (`changes.ts`), before any retry; nonces rise in the order of the leases.
 */
import { sql, type RawBuilder } from "kysely";
import type { EventType, PayloadFormat } from "../../records/codes.ts";
import type { Db, Sql } from "../db.ts";

/** A webhook with a due delivery and a free slot. */
export interface DueWebhook {
  company_id: number;
  webhook_id: number;
  /** As read: each lease changes it, so an equal value shows that nothing was leased since. */
  last_nonce: number | null;
  /** How many more deliveries may be under way. */
  room: number;
}

/** A leased delivery: its content, endpoint, and attempt number. */
export interface ClaimedDelivery {
  company_id: number;
  id: number;
  webhook_id: number;
  attempts: number;
  event_type: EventType;
  record_ids: number[];
  /** Null for events that name no findings. */
  finding_ids: number[] | null;
  message_id: string;
  endpoint_url: string;
  payload_format: PayloadFormat;
  /** Since when the endpoint fails without a success; null when the last attempt succeeded. */
  failing_since: string | null;
  nonce: number;
}

/**
 * How long a first attempt waits for open transactions that began before its own, so that no earlier event can follow it. An event
 * of a transaction that takes longer delays no others: it is sent when it is committed.
 */
const ORDER_WAIT_MS = 1000;

const NEW = sql`state = 'pending' and attempts = 0`;
const AGAIN = sql`state = 'pending' and attempts > 0`;

/** Each webhook with such deliveries, by one index lookup per webhook regardless of the number of deliveries. */
const webhooksWith = (name: string, condition: RawBuilder<unknown>) => sql`${sql.raw(name)} as (
  (select company_id, webhook_id from webhook_deliveries where ${condition} order by company_id, webhook_id limit 1)
  union all
  select next.company_id, next.webhook_id from ${sql.raw(name)} as place, lateral (
    select company_id, webhook_id from webhook_deliveries
    where ${condition} and (company_id, webhook_id) > (place.company_id, place.webhook_id)
    order by company_id, webhook_id limit 1) next)`;

const isFree = (now: string) => sql`(locked_until is null or locked_until <= ${now})`;

/** The first untried delivery of the webhook `of`, if it may be sent now. */
const firstNew = (of: string, now: string, orderWaitMs: number, lock = sql``) => sql`
  select id from (
    select id, xid, next_attempt_at from webhook_deliveries
    where company_id = ${sql.ref(`${of}.company_id`)} and webhook_id = ${sql.ref(`${of}.webhook_id`)} and ${NEW} and ${isFree(now)}
    order by webhook_deliveries.xid, id limit 1 ${lock}) head
  where xid < pg_snapshot_xmin(pg_current_snapshot())
    or next_attempt_at < clock_timestamp() - ${orderWaitMs} * interval '1 millisecond'`;

/** The retry of the webhook `of` that is due the longest. */
const firstAgain = (of: string, now: string, lock = sql``) => sql`
  select id from webhook_deliveries
  where company_id = ${sql.ref(`${of}.company_id`)} and webhook_id = ${sql.ref(`${of}.webhook_id`)} and ${AGAIN} and ${isFree(now)}
    and next_attempt_at <= ${now}
  order by next_attempt_at, id limit 1 ${lock}`;

/**
 * Webhooks with a due delivery and a free slot, at most `perCompany` of each company: first those that work, and among these the
 * least recently served.
 */
export async function listDueWebhooks(
  db: Db,
  { now, perCompany, orderWaitMs = ORDER_WAIT_MS }: { now: string; perCompany: number; orderWaitMs?: number },
): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    with recursive ${webhooksWith("fresh", NEW)}, ${webhooksWith("repeated", AGAIN)},
    due as (
      select company_id, webhook_id from fresh where exists (${firstNew("fresh", now, orderWaitMs)})
      union
      select company_id, webhook_id from repeated where exists (${firstAgain("repeated", now)})),
    ranked as (
      select due.*, w.last_nonce, w.max_in_flight - leased.count as room, row_number() over (
        partition by due.company_id order by w.failing_since is not null, w.last_nonce nulls first, w.id) as rank
      from due join webhooks w on w.company_id = due.company_id and w.id = due.webhook_id
      cross join lateral (
        select count(*) as count from webhook_deliveries d
        where d.company_id = w.company_id and d.webhook_id = w.id and d.locked_until is not null and d.locked_until > ${now}
        ) leased
      where w.active and not w.archived and w.max_in_flight > leased.count)
    select company_id, webhook_id, last_nonce, room from ranked where rank <= ${perCompany}
    order by rank, last_nonce nulls first, webhook_id`.execute(db);
  return rows;
}

/**
 * Leases the next delivery of each of these webhooks with a nonce. The lease expires, so that the deliveries of a killed sender
 * are sent again. A claim never waits: a webhook that is locked, or was leased from since it was read, is left for the next
 * claim.
 */
export async function leaseDeliveries(
  db: Db,
  webhooks: readonly DueWebhook[],
  claim: { now: string; nowMs: number; leaseUntil: string; orderWaitMs?: number },
): Promise<ClaimedDelivery[]> {
  if (webhooks.length === 0) return [];
  const { now, nowMs, leaseUntil, orderWaitMs = ORDER_WAIT_MS } = claim;
  const lock = sql`for update skip locked`;
  const { rows } = await sql<ClaimedDelivery>`
    with held as materialized (
      select w.company_id, w.id as webhook_id from webhooks w
      join unnest(
        ${webhooks.map((row) => row.company_id)}::bigint[], ${webhooks.map((row) => row.webhook_id)}::bigint[],
        ${webhooks.map((row) => row.last_nonce)}::bigint[]) as seen (company_id, webhook_id, last_nonce)
        on seen.company_id = w.company_id and seen.webhook_id = w.id
      where w.active and not w.archived and w.last_nonce is not distinct from seen.last_nonce
      for no key update of w skip locked),
    next as materialized (
      select held.company_id, held.webhook_id, coalesce(
        (${firstNew("held", now, orderWaitMs, lock)}), (${firstAgain("held", now, lock)})) as id from held),
    leased as (
      update webhook_deliveries d set locked_until = ${leaseUntil} from next
      where d.company_id = next.company_id and d.id = next.id
      returning d.company_id, d.id, d.webhook_id, d.attempts, d.event_id),
    receiver as (
      update webhooks w set last_nonce = greatest(coalesce(w.last_nonce, 0) + 1, ${nowMs}::bigint) from leased
      where w.company_id = leased.company_id and w.id = leased.webhook_id
      returning w.company_id, w.id, w.last_nonce, w.endpoint_url, w.payload_format, w.failing_since)
    select leased.company_id, leased.id, leased.webhook_id, leased.attempts, e.event_type, e.record_ids, e.finding_ids, e.message_id,
      receiver.endpoint_url, receiver.payload_format, receiver.failing_since, receiver.last_nonce as nonce
    from leased
    join receiver on receiver.company_id = leased.company_id and receiver.id = leased.webhook_id
    join events e on e.company_id = leased.company_id and e.id = leased.event_id`.execute(db);
  return rows;
}

/** The next nonce of a webhook for an attempt without a lease; undefined when there is no such webhook. */
export async function takeNonce(
  db: Sql,
  companyId: number,
  webhookId: number,
  nowMs: number,
): Promise<number | undefined> {
  const row = await db
    .updateTable("webhooks")
    .set({ last_nonce: sql`greatest(coalesce(last_nonce, 0) + 1, ${nowMs}::bigint)` })
    .where("company_id", "=", companyId)
    .where("id", "=", webhookId)
    .returning("last_nonce")
    .executeTakeFirst();
  return row?.last_nonce ?? undefined;
}

/** Ends a lease early, after an aborted attempt. */
export async function releaseDelivery(db: Db, { company_id, id }: Pick<ClaimedDelivery, "company_id" | "id">) {
  await db
    .updateTable("webhook_deliveries")
    .set({ locked_until: null })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}

/** Ends all leases; call it only when no sender is alive. */
export async function releaseDeliveries(db: Db): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ locked_until: null })
    .where("locked_until", "is not", null)
    .execute();
}
