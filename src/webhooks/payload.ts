/** The data that a webhook gets about an event: its type and the ids of the records, without their content. */
import type { EventType } from "../records/codes.ts";

const IDS_FIELD = {
  "bill.created": "utility_bill_ids",
  "property.created": "property_ids",
  "property.updated": "property_ids",
  "utility_account.updated": "utility_account_ids",
  "utility_meter.created": "utility_meter_ids",
  "utility_meter.updated": "utility_meter_ids",
  "authorization.updated": "authorization_ids",
  "authorization.action_required": "authorization_ids",
  "utility_bill.archived": "utility_bill_ids",
  "bill.late": "utility_account_ids",
  "bill.flagged": "utility_bill_ids",
} as const satisfies Record<EventType, string>;

type IdsField = (typeof IDS_FIELD)[EventType];

/** The simple body form of the specification (section 6): `event_type` and one list of ids. */
export type EventData = { event_type: EventType } & { [field in IdsField | "finding_ids"]?: number[] };

/**
 * The data of an event; of `bill.flagged` also the findings. Ids are ascending and unique. @throws RangeError when an id is not a
 * positive safe integer
 */
export function eventData(event_type: EventType, ids: number[], findingIds: number[] = []): EventData {
  const findings = event_type === "bill.flagged" ? { finding_ids: checked(findingIds) } : {};
  return { event_type, ...findings, [IDS_FIELD[event_type]]: checked(ids) };
}

function checked(ids: readonly number[]): number[] {
  const wrong = ids.find((id) => !Number.isSafeInteger(id) || id < 1);
  if (wrong !== undefined) throw new RangeError(`The id ${wrong} of an event is not a positive integer.`);
  return [...new Set(ids)].sort((a, b) => a - b);
}
