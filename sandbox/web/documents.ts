/** The file that a portal sends for a bill: drawn once and kept; in one scenario it is broken in a known way. */
import { drawClearwaterBill } from "../clearwater/bill-pdf.ts";
import { drawNorthgateBill } from "../northgate/bill-pdf.ts";
import type { Account, Bill, DocumentState, UtilitySlug } from "../world/model.ts";

export type Draw = (account: Account, bill: Bill, password?: string) => Promise<Uint8Array>;

export interface Documents {
  fetch(utility: UtilitySlug, account: Account, bill: Bill): Promise<Uint8Array>;
}

const DRAW: Record<UtilitySlug, Draw> = {
  "northgate-electric": drawNorthgateBill,
  "clearwater-gas-water": drawClearwaterBill,
};

const WEB_PAGE = `<!doctype html>
<html lang="en"><head><title>Session ended</title></head>
<body><h1>Your session has ended</h1><p>Please sign in again to see this document.</p></body></html>
`;

/** How the file of each document state is made from the drawing. */
const MAKE: Record<DocumentState, (draw: (password?: string) => Promise<Uint8Array>) => Promise<Uint8Array>> = {
  good: (draw) => draw(),
  web_page: async () => new TextEncoder().encode(WEB_PAGE),
  cut_off: async (draw) => {
    const bytes = await draw();
    return bytes.subarray(0, Math.floor(bytes.length / 2));
  },
  protected: (draw) => draw("not for readers"),
  empty: async () => new Uint8Array(0),
};

/** The same document always gives the same bytes. */
export function createDocuments(): Documents {
  const drawn = new Map<string, Promise<Uint8Array>>();
  return {
    fetch(utility, account, bill) {
      const key = `${bill.documentId} ${bill.billNumber}`;
      const known = drawn.get(key);
      if (known) return known;
      const made = MAKE[bill.document]((password) => DRAW[utility](account, bill, password));
      drawn.set(key, made);
      return made;
    },
  };
}
