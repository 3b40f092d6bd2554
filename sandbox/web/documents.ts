/** The file that a portal sends for a bill: drawn once and kept; in one scenario it is broken in a known way. */
import { drawClearwaterBill } from "../clearwater/bill-pdf.ts";
import { drawNorthgateBill } from "../northgate/bill-pdf.ts";
import { drawPlainBill } from "../pdf/plain-bill.ts";
import type { Account, Bill, DocumentState, TownSlug, UtilitySlug } from "../world/model.ts";
import { isPlain } from "../world/plain-customers.ts";
import { PLAIN } from "../world/plain-utilities.ts";

export type Draw = (account: Account, bill: Bill, password?: string) => Promise<Uint8Array>;

export interface Documents {
  fetch(utility: UtilitySlug, account: Account, bill: Bill): Promise<Uint8Array>;
}

const DRAW: Record<TownSlug, Draw> = {
  "northgate-electric": drawNorthgateBill,
  "clearwater-gas-water": drawClearwaterBill,
};

const draw = (utility: UtilitySlug, account: Account, bill: Bill, password?: string): Promise<Uint8Array> =>
  isPlain(utility) ? drawPlainBill(PLAIN[utility], account, bill, password) : DRAW[utility](account, bill, password);

const WEB_PAGE = `<!doctype html>
<html lang="en"><head><title>Session ended</title></head>
<body><h1>Your session has ended</h1><p>Please sign in again to see this document.</p></body></html>
`;

/** How the file of each document state is made from the drawing. */
const MAKE: Record<DocumentState, (drawn: (password?: string) => Promise<Uint8Array>) => Promise<Uint8Array>> = {
  good: (drawn) => drawn(),
  web_page: async () => new TextEncoder().encode(WEB_PAGE),
  cut_off: async (drawn) => {
    const bytes = await drawn();
    return bytes.subarray(0, Math.floor(bytes.length / 2));
  },
  protected: (drawn) => drawn("not for readers"),
  empty: async () => new Uint8Array(0),
};

/** The same document always gives the same bytes. */
export function createDocuments(): Documents {
  const kept = new Map<string, Promise<Uint8Array>>();
  return {
    fetch(utility, account, bill) {
      const key = `${bill.documentId} ${bill.billNumber} ${bill.billDay}`;
      const known = kept.get(key);
      if (known) return known;
      const made = MAKE[bill.document]((password) => draw(utility, account, bill, password));
      kept.set(key, made);
      return made;
    },
  };
}
