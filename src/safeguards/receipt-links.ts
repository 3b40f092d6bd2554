/** The address of the page on which a submission through the form is followed and stopped: signed for one authorization. */
import type { MailLanguage } from "../records/codes.ts";
import type { LinkSigner } from "./links.ts";

/** For as long as a person may want to stop the collection. */
const RECEIPT_MS = 400 * 24 * 3600 * 1000;
/** Stands where a form link has its identity: no form has it, so the address in a mail opens the receipt alone. */
const NO_FORM = "receipt";

interface Parts {
  links: LinkSigner;
  now: () => number;
}

interface Submission {
  company_id: number;
  id: number;
}

/** The signed id of the authorization. */
export const signReceipt = ({ links, now }: Parts, { company_id, id }: Submission): string =>
  links.sign("receipt", [company_id, id], now() + RECEIPT_MS);

/** Stands for a form in addresses of receipts; it opens no form. */
export const formTokenOfReceipts = ({ links }: Pick<Parts, "links">, companyId: number): string =>
  links.sign("form", [companyId, NO_FORM], null);

/** The whole address, for a mail: it works also when the form link was closed, and submits nothing. */
export function mailedReceiptLink(
  app: Parts & { publicUrl: string },
  submission: Submission,
  language: MailLanguage,
): string {
  const token = formTokenOfReceipts(app, submission.company_id);
  return `${app.publicUrl}/form/${token}/receipts/${signReceipt(app, submission)}?lang=${language}`;
}
