/** What every portal receives, and its form: above all a function from a request to a reply. */
import type { Codes } from "./codes.ts";
import type { Documents } from "./documents.ts";
import type { Ask, Reply } from "./http.ts";
import type { Devices } from "./second-step.ts";
import type { Sessions } from "./sessions.ts";
import type { Account, Bill, TownSlug, UtilitySlug } from "../world/model.ts";
import { PLAIN_WHAT, isPlain, isServed } from "../world/plain-customers.ts";
import { PLAIN } from "../world/plain-utilities.ts";
import { SCENARIOS } from "../world/scenarios.ts";
import type { Scenario } from "../world/scenarios.ts";
import type { World } from "../world/world.ts";

/** A mail that a portal sends, in plain text. */
export interface SandboxMail {
  from: string;
  subject: string;
  text: string;
}
export type SendMail = (mail: SandboxMail) => void;

export interface Town {
  world: World;
  documents: Documents;
  codes: Codes;
  devices: Record<TownSlug, Devices>;
  /** Delivers its mails; absent: they go nowhere, and codes are on the sandbox's own page. */
  sendMail?: SendMail | undefined;
}

/** What one portal works with: the town, and its own sessions. */
export interface Office extends Town {
  sessions: Sessions;
}

/** In the path of a request only what follows the portal's prefix is left, beginning with a slash. */
export type Answer = (ask: Ask) => Promise<Reply>;

export interface Portal {
  answer: Answer;
  /** What it answers under another prefix than its own, such as its identity provider. */
  elsewhere?: Record<string, Answer>;
  /** The id of the signed-in session that a request belongs to. */
  sessionOf(ask: Ask): string | undefined;
  /** The names in its pages and answers that a change of its layout changes, and what they are then. */
  renamed: Readonly<Record<string, string>>;
}

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

export interface Utility {
  slug: UtilitySlug;
  name: string;
  energyTypes: string[];
  /** What is particular about its website. */
  what: string;
}

/** The utilities of the sandbox as people and the service see them. */
export const UTILITIES: readonly Utility[] = [
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
  {
    slug: "harbor-power",
    name: PLAIN["harbor-power"].name,
    energyTypes: ["ELECTRIC"],
    what: "A single page app: sign-in by JSON, a token that expires, bills by GraphQL, files behind signed addresses.",
  },
  {
    slug: "juniper-water",
    name: PLAIN["juniper-water"].name,
    energyTypes: ["WATER"],
    what: "ASP.NET web forms: every step is a postback of the page, and the chosen account is held in the session.",
  },
  {
    slug: "meridian-gas",
    name: PLAIN["meridian-gas"].name,
    energyTypes: ["GAS"],
    what: "Sign-in over two pages elsewhere, a form that a script submits, and a question that has to be passed.",
  },
  {
    slug: "vista-electric",
    name: PLAIN["vista-electric"].name,
    energyTypes: ["ELECTRIC"],
    what: "Works in a browser only: a script proves the password, seals each request and opens bills by a one-time cookie.",
  },
  {
    slug: "prairie-energy",
    name: PLAIN["prairie-energy"].name,
    energyTypes: ["ELECTRIC", "GAS"],
    what: "Exports: bills as ZIP, the history as CSV and XLSX, and each of them in JSON as base64.",
  },
  {
    slug: "grassland-cooperative",
    name: PLAIN["grassland-cooperative"].name,
    energyTypes: ["ELECTRIC"],
    what: "As many cooperatives have it: a form answered by JSON, a token with a cookie, all bills in one list.",
  },
  {
    slug: "lakefront-energy",
    name: PLAIN["lakefront-energy"].name,
    energyTypes: ["ELECTRIC", "GAS"],
    what: "As some large companies have it: sign-in at another place by script, bills in JSON, files as base64 in it.",
  },
  {
    slug: "granite-light",
    name: PLAIN["granite-light"].name,
    energyTypes: ["ELECTRIC"],
    what: "Odd: a proof made with a nonce in place of the password, and lists as packed bytes that a script unpacks.",
  },
];

/** Those with second sign-in steps, corrected bills and a portfolio. */
export const TOWN_UTILITIES = UTILITIES.flatMap((utility) =>
  isPlain(utility.slug) ? [] : [{ ...utility, slug: utility.slug }],
);

/** Those that send codes. */
export const CODE_UTILITIES = UTILITIES.filter(({ slug }) => isServed(slug, "demo_mfa"));

/** What can be tried there. */
export const scenariosAt = (utility: UtilitySlug): Pick<Scenario, "username" | "what">[] =>
  SCENARIOS.filter(({ username }) => isServed(utility, username)).map(({ username, what }) => ({
    username,
    what: (isPlain(utility) ? PLAIN_WHAT[username] : undefined) ?? what,
  }));
