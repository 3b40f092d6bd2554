/** Writes the change feed, the events and a delivery per matching webhook, in the transaction that makes the change. */
import { sql } from "kysely";
import { EVENT_TYPES, EVENT_TYPES_OF_ALL, type Actor, type EventType } from "../../records/codes.ts";
import type { Trx } from "../db.ts";
import { manyRows } from "../many-rows.ts";

/** A change of a record. */
export type ChangeType =
  | Exclude<EventType, "utility_bill.archived">
  | "bill.archived"
  | "bill.updated"
  | "utility_account.created"
  | "authorization.created"
  | "form_link.created"
  | "form_link.updated"
  | "budget.updated";

/** The webhook event of a change; a change without one is only in the feed. */
const EVENT_OF: Partial<Record<ChangeType, EventType>> = {
  ...Object.fromEntries(EVENT_TYPES.map((event_type) => [event_type, event_type])),
  "bill.archived": "utility_bill.archived",
};

/** Not in the feed: `authorization.action_required` comes with an `authorization.updated`, and a late or flagged bill is no change of a record. */
const WEBHOOKS_ONLY: ReadonlySet<ChangeType> = new Set(["authorization.action_required", "bill.late", "bill.flagged"]);

export interface Change {
  event_type: ChangeType;
  record_id: number;
  /** Of `bill.flagged`: the finding about the bill. */
  finding_id?: number;
}

/** The record type of each noun that event types begin with. */
type Noun = ChangeType extends `${infer N}.${string}` ? N : never;
const OBJECT_TYPES = {
  bill: "UtilityBill",
  property: "Property",
  utility_account: "UtilityAccount",
  utility_meter: "UtilityMeter",
  authorization: "Authorization",
  form_link: "FormLink",
  // By the id of its property.
  budget: "PropertyBudget",
} as const satisfies Record<Noun, string>;

// The part before the dot is one of the nouns; `split` loses this type.
const objectTypeOf = (type: ChangeType): string => OBJECT_TYPES[type.split(".")[0] as Noun];

const CHANGE = { company_id: "bigint", event_type: "text", svc_object_type: "text", record_id: "bigint" } as const;

/**
 * Writes all changes of one transaction at once, so that webhooks get one event per type with all ids.
 * Call it at the end of the transaction, and once for each type of event, or webhooks get several.
 */
export async function recordChanges(trx: Trx, companyId: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes
    .filter(({ event_type }) => !WEBHOOKS_ONLY.has(event_type))
    .map(({ event_type, record_id }) => ({
      company_id: companyId,
      event_type,
      svc_object_type: objectTypeOf(event_type),
      record_id,
    }));
  if (rows.length > 0) await sql`insert into changes ${manyRows(CHANGE, rows)}`.execute(trx);
  for (const event_type of EVENT_TYPES) {
    const own = changes.filter((change) => EVENT_OF[change.event_type] === event_type);
    const ids = sortedIds(own.map(({ record_id }) => record_id));
    const findings = sortedIds(own.flatMap(({ finding_id }) => finding_id ?? []));
    if (ids.length > 0) await insertEvent(trx, companyId, event_type, ids, findings);
  }
}

const sortedIds = (ids: number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** The events of a changed authorization: the update, and that the customer must act if that is new. */
export const authorizationChanges = (record_id: number, actor: { before: string; now: Actor }): Change[] => [
  { event_type: "authorization.updated", record_id },
  ...(actor.now === "customer" && actor.before !== "customer"
    ? [{ event_type: "authorization.action_required", record_id } as const]
    : []),
];

/**
 * Writes an event and its deliveries in one statement, which sees the webhooks of one instant. A webhook that the service disabled
 * because it failed gets a skipped delivery, which is listed and can be sent on request.
 */
async function insertEvent(
  trx: Trx,
  companyId: number,
  event_type: EventType,
  ids: number[],
  findings: number[],
): Promise<void> {
  const asked = EVENT_TYPES_OF_ALL.some((type) => type === event_type) ? ["all", event_type] : [event_type];
  await sql`
    with event as (
      insert into events (company_id, event_type, record_ids, finding_ids)
      values (${companyId}, ${event_type}, ${ids}, ${findings.length === 0 ? null : findings}::bigint[])
      returning company_id, id)
    insert into webhook_deliveries (company_id, webhook_id, event_id, state, next_attempt_at)
    select event.company_id, webhooks.id, event.id, case when webhooks.active then 'pending' else 'skipped' end,
      clock_timestamp() from event
    join webhooks on webhooks.company_id = event.company_id
    where (webhooks.active or webhooks.disabled_reason is not null) and not webhooks.archived
      and webhooks.event_type = any (${asked})
    order by webhooks.id`.execute(trx);
}
