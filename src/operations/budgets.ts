/** Changes of budgets, with their entries in the change feed. */
import type { Trx } from "../store/db.ts";
import { recordChanges } from "../store/events/events.ts";
import { writeBudgets, type NewAmount, type WrittenBudgets } from "../store/records/budgets.ts";

/** The properties must be the company's. Only what differs is written, and only changed budgets are in the feed. */
export async function setBudgets(trx: Trx, companyId: number, amounts: readonly NewAmount[]): Promise<WrittenBudgets> {
  const written = await writeBudgets(trx, companyId, amounts);
  await recordChanges(
    trx,
    companyId,
    written.propertyIds.map((record_id) => ({ event_type: "budget.updated" as const, record_id })),
  );
  return written;
}
