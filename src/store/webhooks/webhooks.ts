/** Webhooks: the endpoints of a company, and whether they work. */
import { sql, type RawBuilder } from "kysely";
import type { EventType, PayloadFormat, WebhookEventType } from "../../records/codes.ts";
import { lockCompany } from "../records/companies.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

const columns = [
  "id",
  "company_id",
  "event_type",
  "endpoint_url",
  "payload_format",
  "max_in_flight",
  "active",
  "archived",
  "disabled_reason",
  "created_at",
  "updated_at",
] as const;

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** All webhooks of the company in id order, including deleted (archived) ones. */
export function listWebhooks(db: Sql, companyId: number) {
  return db.selectFrom("webhooks").select(columns).where("company_id", "=", companyId).orderBy("id").execute();
}

export interface WebhookFilter {
  archived?: boolean | undefined;
}

const filteredWebhooks = (db: Sql, companyId: number, { archived }: WebhookFilter) =>
  db
    .selectFrom("webhooks")
    .select(columns)
    .where("company_id", "=", companyId)
    .$if(archived !== undefined, (query) => query.where("archived", "=", archived ?? false));

export function listWebhooksIn(db: Db, companyId: number, filter: WebhookFilter, window: ListWindow) {
  return readRows(db, inWindow(filteredWebhooks(db, companyId, filter), "webhooks", window));
}

export const versionOfWebhooks = (db: Db, companyId: number, filter: WebhookFilter): Promise<string> =>
  versionOf(db, filteredWebhooks(db, companyId, filter));

export function findWebhook(db: Sql, companyId: number, id: number) {
  return db
    .selectFrom("webhooks")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

interface WebhookOptions {
  payload_format?: PayloadFormat;
  max_in_flight?: number;
}

/** The number of webhooks that are not archived. The company stays locked, so that none is created meanwhile. */
export async function countWebhooks(trx: Trx, companyId: number): Promise<number> {
  await lockCompany(trx, companyId);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhooks where company_id = ${companyId} and not archived`.execute(trx);
  return rows[0]?.count ?? 0;
}

export function insertWebhook(
  trx: Trx,
  webhook: { company_id: number; event_type: WebhookEventType; endpoint_url: string } & WebhookOptions,
) {
  return trx.insertInto("webhooks").values(webhook).returning(columns).executeTakeFirstOrThrow();
}

/** Changes the given fields. Enabling it again clears the reason why it was disabled. */
export function updateWebhook(
  db: Sql,
  companyId: number,
  id: number,
  edit: { event_type?: WebhookEventType; endpoint_url?: string; active?: boolean } & WebhookOptions,
) {
  return db
    .updateTable("webhooks")
    .set({
      ...edit,
      ...(edit.active === true ? { disabled_reason: null, failing_since: null } : {}),
      updated_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("archived", "=", false)
    .returning(columns)
    .executeTakeFirst();
}

/** Archives a deleted webhook; nothing is sent to it any more. */
export async function archiveWebhook(trx: Trx, companyId: number, id: number): Promise<WebhookRow | undefined> {
  await trx
    .updateTable("webhooks")
    .set({ archived: true, active: false, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("archived", "=", false)
    .execute();
  await skipDeliveries(trx, companyId, id);
  return findWebhook(trx, companyId, id);
}

/** Marks waiting deliveries of a disabled webhook as skipped; they are listed, and can be sent on request. */
export async function skipDeliveries(trx: Sql, companyId: number, webhookId: number): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "skipped", updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "pending")
    .execute();
}

/** Records a success: the endpoint is no longer failing. */
export function markWebhookWell(db: Sql, companyId: number, id: number) {
  return db
    .updateTable("webhooks")
    .set({ failing_since: null })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("failing_since", "is not", null)
    .execute();
}

/** Records a failure; returns since when the endpoint fails without a success in between. */
export async function markWebhookFailing(trx: Trx, companyId: number, id: number, now: string): Promise<string | null> {
  const row = await trx
    .updateTable("webhooks")
    .set({ failing_since: sql`coalesce(failing_since, ${now})` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returning("failing_since")
    .executeTakeFirst();
  return row?.failing_since ?? null;
}

/** Disables the webhook, with a reason for its owner. The caller has locked it, as `recordOutcome` does. */
export async function disableWebhook(trx: Trx, companyId: number, id: number, reason: string): Promise<void> {
  await skipDeliveries(trx, companyId, id);
  await trx
    .updateTable("webhooks")
    .set({ active: false, disabled_reason: reason, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** The table of an event's records, and the condition for records that the event can be about. */
const RECORDS_OF: Record<EventType, RawBuilder<unknown>> = {
  "bill.created": sql`utility_bills where not archived and`,
  "utility_bill.archived": sql`utility_bills where archived and`,
  "bill.flagged": sql`utility_bills where not archived and`,
  "property.created": sql`properties where`,
  "property.updated": sql`properties where`,
  "utility_account.updated": sql`utility_accounts where`,
  "utility_meter.created": sql`utility_meters where`,
  "utility_meter.updated": sql`utility_meters where`,
  "bill.late": sql`utility_accounts where`,
  "authorization.updated": sql`authorizations where revoked_at is null and`,
  "authorization.action_required": sql`authorizations where revoked_at is null and`,
};

/** The id of the company's newest record that an event of this type can be about; null when there is none. */
export async function findNewestRecordId(db: Sql, companyId: number, eventType: EventType): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from ${RECORDS_OF[eventType]} company_id = ${companyId} order by id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
