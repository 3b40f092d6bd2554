/** The address of a receipt: it cannot be guessed, and is valid for as long as a person may want to stop the collection. */
import type { App } from "../app.ts";
import type { Reader } from "./languages.ts";

const RECEIPT_MS = 400 * 24 * 3600 * 1000;

/** The form link of the submission, and the signed id of the authorization. */
export interface ReceiptPlace {
  token: string;
  ref: string;
}

export const signReceipt = (
  { links, now }: Pick<App, "links" | "now">,
  { company_id, id }: { company_id: number; id: number },
): string => links.sign("receipt", [company_id, id], now() + RECEIPT_MS);

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

type Step = "status" | "answer" | "mend" | "retry" | "forget";

export const receiptPath = ({ token, ref }: ReceiptPlace, { chosen }: Pick<Reader, "chosen">, step?: Step): string =>
  `/form/${token}/receipts/${ref}${step === undefined ? "" : `/${step}`}${chosen}`;
