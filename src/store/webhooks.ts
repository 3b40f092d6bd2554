/** Webhooks: which endpoints a company has, and whether they answer well. */
import { sql } from "kysely";
import type { PayloadFormat, WebhookEventType } from "../records/codes.ts";
import type { Db, Sql, Trx } from "./db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "./list-window.ts";

const columns = [
  "id",
  "company_id",
  "event_type",
  "endpoint_url",
  "payload_format",
  "active",
  "archived",
  "disabled_reason",
  "created_at",
  "updated_at",
] as const;

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** All of the company, archived ones too: whoever lists them sees what was deleted. In id order. */
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

export function insertWebhook(
  trx: Trx,
  webhook: { company_id: number; event_type: WebhookEventType; endpoint_url: string; payload_format?: PayloadFormat },
) {
  return trx.insertInto("webhooks").values(webhook).returning(columns).executeTakeFirstOrThrow();
}

/** Changes what is given. Switching on again forgets why it was switched off. */
export function updateWebhook(
  db: Sql,
  companyId: number,
  id: number,
  edit: { event_type?: WebhookEventType; endpoint_url?: string; active?: boolean; payload_format?: PayloadFormat },
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

/** Deleted for its owner, kept for the record; nothing is sent to it any more. */
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

/** What still waits for a webhook that is off will not be sent: it is listed as skipped, and can be sent again on demand. */
export async function skipDeliveries(trx: Sql, companyId: number, webhookId: number): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "skipped", updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "pending")
    .execute();
}

/** The endpoint answered well: its time of failing is over. */
export function markWebhookWell(trx: Trx, companyId: number, id: number) {
  return trx
    .updateTable("webhooks")
    .set({ failing_since: null })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("failing_since", "is not", null)
    .execute();
}

/** The endpoint failed; gives the instant since when it does so without a success between. */
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

/** Switched off by the service, with the reason its owner reads. The caller has locked it, as `settleDelivery` does. */
export async function disableWebhook(trx: Trx, companyId: number, id: number, reason: string): Promise<void> {
  await skipDeliveries(trx, companyId, id);
  await trx
    .updateTable("webhooks")
    .set({ active: false, disabled_reason: reason, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}
