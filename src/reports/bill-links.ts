/** Links to the files of bills, for a report that refers back to its sources. */
import type { App } from "../app.ts";
import { fileLink } from "../operations/bills/json.ts";
import { listDocumentsOfBills } from "../store/bills/documents.ts";
import type { About } from "../formats/about.ts";

/** Links of the bills of one company. */
export const linksOfBills =
  (app: Pick<App, "db" | "links" | "publicUrl">, companyId: number): About["linksOfBills"] =>
  async (ids) => {
    const documents = await listDocumentsOfBills(app.db, companyId, ids);
    return new Map(documents.map(({ id, document_id }) => [id, fileLink(app, companyId, document_id)]));
  };
