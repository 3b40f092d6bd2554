/** Notifies webhooks of findings about bills, once the bills of an account that are on their way have arrived. */
import type { App } from "../../app.ts";
import { listUnnotifiedFindings, takeUnnotifiedFindings } from "../../store/derived/findings.ts";
import { recordChanges } from "../../store/events/events.ts";
import { inTransaction } from "../../store/transactions.ts";

/** The mark that a finding was notified of and its event are written by one transaction; a second run finds nothing more. */
export async function notifyOfFlaggedBills(app: App, limit: number): Promise<void> {
  const untold = await listUnnotifiedFindings(app.db, limit);
  for (const [companyId, own] of Map.groupBy(untold, ({ company_id }) => company_id)) {
    const ids = own.map(({ id }) => id);
    await inTransaction(app, async (trx) => {
      const taken = await takeUnnotifiedFindings(trx, companyId, ids);
      await recordChanges(
        trx,
        companyId,
        taken.map(({ id, utility_bill_id }) => ({
          event_type: "bill.flagged",
          record_id: utility_bill_id,
          finding_id: id,
        })),
      );
    });
  }
}
