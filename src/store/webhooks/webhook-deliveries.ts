/** Webhook deliveries: records their outcomes, lists them, and makes them due again on request. */
import { sql } from "kysely";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

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
  /** JSON. */
  response_headers: string | null;
  request_body: string | null;
}

/** More than the retry schedule has; a delivery that is sent again and again keeps the newest. */
const ATTEMPTS_KEPT = 20;

/**
 * Records an attempt and the new state of its delivery: one that would be tried again is skipped when the webhook was deleted or
 * disabled meanwhile. The webhook stays locked.
 */
export async function recordOutcome(
  trx: Trx,
  attempt: AttemptRow,
  outcome: { state: "pending" | "delivered" | "failed"; nextAttemptAt: string | null },
): Promise<void> {
  const { company_id, delivery_id } = attempt;
  // Locked before the delivery, as when the webhook is disabled and its waiting deliveries are skipped.
  const { rows } = await sql<{ is_off: boolean }>`
    select archived or disabled_reason is not null as is_off from webhooks where company_id = ${company_id} and id = (
      select webhook_id from webhook_deliveries where company_id = ${company_id} and id = ${delivery_id})
    for no key update`.execute(trx);
  await trx
    .insertInto("webhook_attempts")
    .values(attempt)
    .onConflict((conflict) => conflict.columns(["company_id", "delivery_id", "attempt"]).doNothing())
    .execute();
  if (attempt.attempt > ATTEMPTS_KEPT)
    await trx
      .deleteFrom("webhook_attempts")
      .where("company_id", "=", company_id)
      .where("delivery_id", "=", delivery_id)
      .where("attempt", "<=", attempt.attempt - ATTEMPTS_KEPT)
      .execute();
  await trx
    .updateTable("webhook_deliveries")
    .set({
      state: outcome.state === "pending" && rows[0]?.is_off ? "skipped" : outcome.state,
      attempts: attempt.attempt,
      locked_until: null,
      status: attempt.status,
      failure: attempt.failure,
      updated_at: sql`now()`,
      ...(outcome.nextAttemptAt === null ? {} : { next_attempt_at: outcome.nextAttemptAt }),
      ...(outcome.state === "delivered" ? { delivered_at: attempt.attempted_at } : {}),
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

/** The newest deliveries, in the order of the list. */
export async function listNewestDeliveries(
  db: Db,
  companyId: number,
  webhookId: number,
  filter: DeliveryFilter,
  limit: number,
) {
  const rows = await filteredDeliveries(db, companyId, webhookId, filter)
    .orderBy("delivery.id", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed();
}

export const versionOfDeliveries = (
  db: Db,
  companyId: number,
  webhookId: number,
  filter: DeliveryFilter,
): Promise<string> => versionOf(db, filteredDeliveries(db, companyId, webhookId, filter));

/** The attempts of a delivery, the newest first; undefined when the webhook has no such delivery. */
export async function listAttempts(db: Sql, companyId: number, webhookId: number, id: number) {
  const delivery = await deliveries(db, companyId, webhookId).where("delivery.id", "=", id).executeTakeFirst();
  if (delivery === undefined) return undefined;
  return db
    .selectFrom("webhook_attempts")
    .select([
      "attempt",
      "attempted_at",
      "duration_ms",
      "status",
      "failure",
      "request_body",
      "response_headers",
      "response_excerpt",
    ])
    .where("company_id", "=", companyId)
    .where("delivery_id", "=", id)
    .orderBy("attempt", "desc")
    .limit(ATTEMPTS_KEPT)
    .execute();
}

/** Makes a delivery due again in any state; earlier attempts still count. An attempt under way finishes first. */
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
