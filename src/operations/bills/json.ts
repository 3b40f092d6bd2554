/** A bill as the JSON everybody gets, in answers and in delivered files: its text with the link to its file put in. */
import type { App } from "../../app.ts";
import type { ListedBill } from "../../store/bills/bill-lists.ts";

/** Where the file of a document can be opened for 7 days. */
export const fileLink = (
  { links, publicUrl }: Pick<App, "links" | "publicUrl">,
  company_id: number,
  document_id: number,
): string => `${publicUrl}/files/${links.signFileLink({ company_id, document_id })}`;

/** The link needs no escaping: it is an address of letters, digits and plain signs. */
export const billJson = (
  app: Pick<App, "links" | "publicUrl">,
  companyId: number,
  { head, tail, document_id }: ListedBill,
): string => (document_id === null ? head : head + fileLink(app, companyId, document_id) + tail);
