/** Where the files of bills can be opened, for a report that leads back to what it was made of. */
import type { App } from "../app.ts";
import { fileLink } from "../operations/bills/json.ts";
import { listDocumentsOfBills } from "../store/bills/bill-documents.ts";
import type { About } from "../formats/about.ts";

/** Links of the bills of one company. */
export const linksOfBills =
  (app: Pick<App, "db" | "links" | "publicUrl">, companyId: number): About["linksOfBills"] =>
  async (ids) => {
    const documents = await listDocumentsOfBills(app.db, companyId, ids);
    return new Map(documents.map(({ id, document_id }) => [id, fileLink(app, companyId, document_id)]));
  };
