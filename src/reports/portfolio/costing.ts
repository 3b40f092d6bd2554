/** Where bills are booked: the cost centres and ledger accounts of their meters, and the properties these belong to. */
import { bookedTo, type Costing } from "../../domain/bills/booked-to.ts";
import type { BilledPlace } from "../../store/reports/booked-lines.ts";

export function costingOf(place: BilledPlace): Costing {
  const of = (what: "meter" | "account" | "property"): Costing => ({
    cost_center: place[`${what}_cost_center`],
    gl_account: place[`${what}_gl_account`],
  });
  return bookedTo(of("meter"), of("account"), of("property"));
}

/** The different texts of several meters in one cell; null when none is known. */
export function together(texts: readonly (string | null)[]): string | null {
  const known = [...new Set(texts.filter((text) => text !== null))];
  return known.length === 0 ? null : known.join("; ");
}
