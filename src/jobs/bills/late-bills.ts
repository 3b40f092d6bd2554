/** Notifies webhooks of bills that are late, once for each expected bill. */
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { listUnnotifiedLateBills, takeLateBills } from "../../store/derived/expected-bills.ts";
import { recordChanges } from "../../store/events/events.ts";
import { inTransaction } from "../../store/transactions.ts";

/** The mark that a bill was notified of and its event are written by one transaction; a second run finds nothing more. */
export async function notifyOfLateBills(app: App, limit: number): Promise<void> {
  const today = dayOfTime(app.now());
  const late = await listUnnotifiedLateBills(app.db, today, limit);
  for (const [companyId, own] of Map.groupBy(late, ({ company_id }) => company_id)) {
    const accounts = own.map(({ utility_account_id }) => utility_account_id);
    await inTransaction(app, async (trx) => {
      const taken = await takeLateBills(trx, companyId, accounts, today);
      await recordChanges(
        trx,
        companyId,
        taken.map((record_id) => ({ event_type: "bill.late", record_id })),
      );
    });
  }
}
