/** What happened, written in the transaction that made it happen: the change feed, the events, and a delivery per matching webhook. */
import { sql } from "kysely";
import { EVENT_TYPES, type EventType } from "../records/codes.ts";
import type { Trx } from "./db.ts";
import { manyRows } from "./many-rows.ts";

/** What a record's change is called in the feed. Those of EVENT_TYPES also reach webhooks. */
export type ChangeType =
  | EventType
  | "bill.archived"
  | "utility_account.created"
  | "authorization.created"
  | "authorization.updated";

export interface Change {
  event_type: ChangeType;
  record_id: number;
}

/** The noun a change begins with, and the type of the record it is about. */
type Noun = ChangeType extends `${infer N}.${string}` ? N : never;
const OBJECT_TYPES = {
  bill: "UtilityBill",
  property: "Property",
  utility_account: "UtilityAccount",
  utility_meter: "UtilityMeter",
  authorization: "Authorization",
} as const satisfies Record<Noun, string>;

// What stands before the dot is one of the nouns: the type says so, only `split` does not.
const objectTypeOf = (type: ChangeType): string => OBJECT_TYPES[type.split(".")[0] as Noun];

const CHANGE = { company_id: "bigint", event_type: "text", svc_object_type: "text", record_id: "bigint" } as const;

/**
 * Writes all changes of one transaction at once, so that webhooks hear one event per type with all ids.
 * Call it last in the transaction, once.
 */
export async function recordChanges(trx: Trx, companyId: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ event_type, record_id }) => ({
    company_id: companyId,
    event_type,
    svc_object_type: objectTypeOf(event_type),
    record_id,
  }));
  await sql`insert into changes ${manyRows(CHANGE, rows)}`.execute(trx);
  for (const event_type of EVENT_TYPES) {
    const ids = changes.filter((change) => change.event_type === event_type).map(({ record_id }) => record_id);
    if (ids.length > 0)
      await insertEvent(
        trx,
        companyId,
        event_type,
        [...new Set(ids)].sort((a, b) => a - b),
      );
  }
}

/** The event and its deliveries are one statement: a webhook made meanwhile hears of it or not, never half. */
async function insertEvent(trx: Trx, companyId: number, event_type: EventType, ids: number[]): Promise<void> {
  await sql`
    with event as (
      insert into events (company_id, event_type, record_ids) values (${companyId}, ${event_type}, ${ids})
      returning company_id, id)
    insert into webhook_deliveries (company_id, webhook_id, event_id)
    select event.company_id, webhooks.id, event.id from event
    join webhooks on webhooks.company_id = event.company_id
    where webhooks.active and not webhooks.archived and webhooks.event_type in ('all', ${event_type})
    order by webhooks.id`.execute(trx);
}
