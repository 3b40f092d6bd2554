/** What every portal receives, and its form: a function from a request to a reply. */
import type { Codes } from "./codes.ts";
import type { Documents } from "./documents.ts";
import type { Ask, Reply } from "./http.ts";
import type { Devices } from "./second-step.ts";
import type { Sessions } from "./sessions.ts";
import type { Account, Bill, UtilitySlug } from "../world/model.ts";
import type { World } from "../world/world.ts";

export interface Town {
  world: World;
  documents: Documents;
  codes: Codes;
  devices: Record<UtilitySlug, Devices>;
}

/** What one portal works with: the town, and its own sessions. */
export interface Office extends Town {
  sessions: Sessions;
}

/** `ask.path` is the path under the portal's prefix, beginning with a slash. */
export type Portal = (ask: Ask) => Promise<Reply>;

/** The account and bill behind a document id, among the accounts of one user. */
export function findDocument(
  accounts: readonly Account[],
  documentId: string,
): { account: Account; bill: Bill } | undefined {
  for (const account of accounts) {
    const bill = account.bills.find((candidate) => candidate.documentId === documentId);
    if (bill) return { account, bill };
  }
  return undefined;
}

/** The utilities of the sandbox as people and the service see them. */
export const UTILITIES: readonly { slug: UtilitySlug; name: string; energyTypes: string[]; what: string }[] = [
  {
    slug: "northgate-electric",
    name: "Northgate Electric",
    energyTypes: ["ELECTRIC"],
    what: "Electricity by time of use. A form with a hidden token, an account table, a bill list over several pages.",
  },
  {
    slug: "clearwater-gas-water",
    name: "Clearwater Gas & Water",
    energyTypes: ["GAS", "WATER"],
    what: "Gas, water and sewer on one bill. Cards in place of tables, statements by year, downloads through a redirect.",
  },
];
