/** The address of a receipt within the form: it is read here, and made from what `safeguards/receipt-links` signs. */
import type { App } from "../app.ts";
import type { Reader } from "./languages.ts";

/** The form link of the submission, and the signed id of the authorization. */
export interface ReceiptPlace {
  token: string;
  ref: string;
}

/** The authorization of a receipt's address. A receipt opens even when its form link was closed since. */
export function openReceiptPlace(
  { links }: Pick<App, "links">,
  { token, ref }: ReceiptPlace,
): { company_id: number; id: number } | null {
  const receipt = links.open("receipt", ref);
  const form = links.open("form", token);
  if (receipt === null || receipt.expired || form === null || form.values[0] !== receipt.values[0]) return null;
  const [company_id = 0, id = 0] = receipt.values.map(Number);
  return { company_id, id };
}

type Step = "status" | "answer" | "mend" | "retry" | "forget" | "green-button";

export const receiptPath = ({ token, ref }: ReceiptPlace, { chosen }: Pick<Reader, "chosen">, step?: Step): string =>
  `/form/${token}/receipts/${ref}${step === undefined ? "" : `/${step}`}${chosen}`;
