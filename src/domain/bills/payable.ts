/** Says what is to be done about a bill: whether it has been paid is not known, but which bill asks for the money is. */
import type { ArchiveReason } from "../../records/codes.ts";
import type { PayableState } from "../../records/portfolio-report.ts";
import type { Day } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";

export interface BillToPay {
  archive_reason: ArchiveReason | null;
  /** Another bill covers all of its days. */
  is_covered: boolean;
  /** A later bill of the account states the balance before it. */
  is_carried: boolean;
}

const OF_REASON: Record<ArchiveReason, PayableState> = {
  edited: "replaced",
  rebilled: "replaced",
  cancelled: "withdrawn",
  duplicate: "withdrawn",
  voided: "withdrawn",
};

export function payableState({ archive_reason, is_covered, is_carried }: BillToPay): PayableState {
  if (archive_reason !== null) return OF_REASON[archive_reason];
  return is_covered ? "covered" : is_carried ? "carried" : "to_pay";
}

/** Negative: overdue by so many days. Null without a due date. */
export const daysToDue = (due: Day | null, today: Day): number | null =>
  due === null ? null : daysBetween(today, due);
