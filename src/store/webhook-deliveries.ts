/** Deliveries of webhooks: claimed with a lease, sent outside of any transaction, settled with what came back. */
import { sql } from "kysely";
import type { EventType, PayloadFormat } from "../records/codes.ts";
import type { Db, Sql, Trx } from "./db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "./list-window.ts";

/** A delivery as its sender needs it: what to say, where, and the number of the attempt. */
export interface ClaimedDelivery {
  company_id: number;
  id: number;
  webhook_id: number;
  attempts: number;
  event_type: EventType;
  record_ids: number[];
  message_id: string;
  endpoint_url: string;
  payload_format: PayloadFormat;
  nonce: number;
  created_at: string;
}

/** How many of the oldest due deliveries are looked at in one claim. */
const CANDIDATES = 1000;

/**
 * Leases due deliveries to this sender and gives each its nonce. The lease ends by itself, so that the deliveries of a
 * killed sender come back; SKIP LOCKED lets many senders claim side by side, and leaves those of a webhook that somebody
 * writes for the next look: a claim waits for nobody. Nonces of an endpoint only rise.
 */
export async function claimDeliveries(
  db: Sql,
  claim: {
    now: string;
    nowMs: number;
    leaseUntil: string;
    limit: number;
    limitPerWebhook: number;
    /** Endpoints with attempts under way: they get no more meanwhile, so that a slow one keeps no other waiting. */
    busyWebhooks: number[];
  },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with oldest as (
      select d.company_id, d.id, d.webhook_id, d.next_attempt_at from webhook_deliveries d
      join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.state = 'pending' and d.next_attempt_at <= ${claim.now}
        and (d.locked_until is null or d.locked_until <= ${claim.now}) and w.active and not w.archived
        and not (d.webhook_id = any (${claim.busyWebhooks}::bigint[]))
      order by d.next_attempt_at, d.id limit ${CANDIDATES}),
    ranked as (
      select *, row_number() over (partition by company_id, webhook_id order by next_attempt_at, id) as rank from oldest),
    held as (
      select company_id, id from webhooks
      where (company_id, id) in (select company_id, webhook_id from ranked)
      for no key update skip locked),
    due as (
      select d.company_id, d.id, d.webhook_id from webhook_deliveries d
      join ranked r on r.company_id = d.company_id and r.id = d.id
      join held on held.company_id = d.company_id and held.id = d.webhook_id
      where r.rank <= ${claim.limitPerWebhook} and d.state = 'pending'
        and (d.locked_until is null or d.locked_until <= ${claim.now})
      order by d.next_attempt_at, d.id limit ${claim.limit}
      for update of d skip locked),
    numbered as (select *, row_number() over (partition by company_id, webhook_id order by id) as place from due),
    newest as (
      update webhooks w set last_nonce = greatest(coalesce(w.last_nonce, 0) + counted.claimed, ${claim.nowMs}::bigint)
      from (select company_id, webhook_id, count(*) as claimed from due group by 1, 2) counted
      where w.company_id = counted.company_id and w.id = counted.webhook_id
      returning w.company_id, w.id, w.last_nonce, w.endpoint_url, w.payload_format, counted.claimed)
    update webhook_deliveries d set locked_until = ${claim.leaseUntil}
    from numbered
    join newest on newest.company_id = numbered.company_id and newest.id = numbered.webhook_id
    join events e on e.company_id = numbered.company_id
    where d.company_id = numbered.company_id and d.id = numbered.id and e.id = d.event_id
    returning d.company_id, d.id, d.webhook_id, d.attempts, d.created_at, e.event_type, e.record_ids, e.message_id,
      newest.endpoint_url, newest.payload_format, newest.last_nonce - newest.claimed + numbered.place as nonce`.execute(
    db,
  );
  return rows.sort((a, b) => a.id - b.id);
}

export interface AttemptRow {
  company_id: number;
  delivery_id: number;
  attempt: number;
  nonce: number;
  attempted_at: string;
  duration_ms: number;
  status: number | null;
  failure: string | null;
  response_excerpt: string | null;
}

/** Writes what came of an attempt: the attempt itself and the state the delivery is in now. Its webhook stays locked. */
export async function settleDelivery(
  trx: Trx,
  attempt: AttemptRow,
  settled: { state: "pending" | "delivered" | "failed"; nextAttemptAt: string | null },
): Promise<void> {
  const { company_id, delivery_id } = attempt;
  // Before the delivery, as by whoever switches the webhook off and skips what still waits.
  await sql`
    select 1 from webhooks where company_id = ${company_id} and id = (
      select webhook_id from webhook_deliveries where company_id = ${company_id} and id = ${delivery_id})
    for no key update`.execute(trx);
  await trx
    .insertInto("webhook_attempts")
    .values(attempt)
    .onConflict((conflict) => conflict.columns(["company_id", "delivery_id", "attempt"]).doNothing())
    .execute();
  await trx
    .updateTable("webhook_deliveries")
    .set({
      state: settled.state,
      attempts: attempt.attempt,
      locked_until: null,
      status: attempt.status,
      failure: attempt.failure,
      updated_at: sql`now()`,
      ...(settled.nextAttemptAt === null ? {} : { next_attempt_at: settled.nextAttemptAt }),
      ...(settled.state === "delivered" ? { delivered_at: attempt.attempted_at } : {}),
    })
    .where("company_id", "=", company_id)
    .where("id", "=", delivery_id)
    .execute();
}

function deliveries(db: Sql, companyId: number, webhookId: number) {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("events as event", (join) =>
      join.onRef("event.company_id", "=", "delivery.company_id").onRef("event.id", "=", "delivery.event_id"),
    )
    .select([
      "delivery.id",
      "delivery.webhook_id",
      "event.event_type",
      "delivery.state",
      "delivery.attempts",
      "delivery.next_attempt_at",
      "delivery.status",
      "delivery.failure",
      "delivery.delivered_at",
      "delivery.created_at",
      "delivery.updated_at",
    ])
    .where("delivery.company_id", "=", companyId)
    .where("delivery.webhook_id", "=", webhookId);
}

export interface DeliveryFilter {
  state?: string | undefined;
}

const filteredDeliveries = (db: Sql, companyId: number, webhookId: number, { state }: DeliveryFilter) =>
  deliveries(db, companyId, webhookId).$if(state !== undefined, (query) =>
    query.where("delivery.state", "=", state ?? ""),
  );

export function listDeliveries(
  db: Db,
  companyId: number,
  webhookId: number,
  filter: DeliveryFilter,
  window: ListWindow,
) {
  return readRows(db, inWindow(filteredDeliveries(db, companyId, webhookId, filter), "delivery", window));
}

export const versionOfDeliveries = (
  db: Db,
  companyId: number,
  webhookId: number,
  filter: DeliveryFilter,
): Promise<string> => versionOf(db, filteredDeliveries(db, companyId, webhookId, filter));

/** Makes a delivery due again, whatever became of it; the attempts made before still count. One under way goes on first. */
export async function requeueDelivery(trx: Trx, companyId: number, webhookId: number, id: number) {
  const row = await trx
    .updateTable("webhook_deliveries")
    .set({ state: "pending", next_attempt_at: sql`now()`, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : deliveries(trx, companyId, webhookId).where("delivery.id", "=", id).executeTakeFirst();
}
