/** What rows say of their bills: date, utility, account and amount, and the link to the file for readers who may see it. */
import type { App } from "../app.ts";
import { fileLink } from "../operations/bills/json.ts";
import { listReferredBills } from "../store/reports/referred-bills.ts";
import type { About } from "../formats/about.ts";

/** The bills of one company. `hasFiles` is false for readers who are no users of it. */
export const billReferences =
  (app: Pick<App, "db" | "links" | "publicUrl">, companyId: number, hasFiles: boolean): About["billsOf"] =>
  async (ids) => {
    const bills = await listReferredBills(app.db, companyId, ids);
    return new Map(
      bills.map(({ id, document_id, ...bill }) => [
        id,
        { ...bill, file: hasFiles && document_id !== null ? fileLink(app, companyId, document_id) : null },
      ]),
    );
  };
