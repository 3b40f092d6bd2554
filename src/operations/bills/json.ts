/** The JSON of a bill for API answers and delivered files: its stored text with the link to its file inserted. */
import type { App } from "../../app.ts";
import type { ListedBill } from "../../store/bills/bill-lists.ts";

/** A link to the file of a document that works for 7 days. */
export const fileLink = (
  { links, publicUrl }: Pick<App, "links" | "publicUrl">,
  company_id: number,
  document_id: number,
): string => `${publicUrl}/files/${links.signFileLink({ company_id, document_id })}`;

/** The link needs no JSON escaping: it consists of URL characters only. */
export const billJson = (
  app: Pick<App, "links" | "publicUrl">,
  companyId: number,
  { head, tail, document_id }: ListedBill,
): string => (document_id === null ? head : head + fileLink(app, companyId, document_id) + tail);
