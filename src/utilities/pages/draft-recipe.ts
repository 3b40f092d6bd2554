/** Drafts a recipe from recorded pages: the sign-in, the list of accounts and the list of bills, as far as simple signs show them. */
import { cutEnd } from "../../domain/text.ts";
import { billsWithin, isBill } from "./bill-files.ts";
import { draftAccounts, draftDocuments } from "./draft-lists.ts";
import type { Known } from "./draft-parts.ts";
import { typeOf, type Exchange } from "./exchange.ts";
import { draftLogin } from "./draft-login.ts";
import { MASKED_PASSWORD } from "./masks.ts";
import { recipeText } from "./recipe-text.ts";

export interface DraftedRecipe {
  yaml: string;
  /** What was not found, a sentence each. */
  missing: string[];
}

/** The request that sent the password; null when none did. `password`: as it was sent. */
export const signInOf = <Each extends Exchange>(exchanges: readonly Each[], password: string): Each | null => {
  const spellings = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
  spellings.push(new URLSearchParams({ "": password }).toString().slice(1));
  return exchanges.findLast(({ body }) => spellings.some((text) => body.includes(text))) ?? null;
};

const SIGN_OUT = /(?:sign|log)[-_]?(?:out|off)|session\/(?:end|close)/i;

const signOutOf = ({ url, method }: Exchange): string => {
  const path = JSON.stringify(new URL(url).pathname);
  return method === "GET" ? path : `{ url: ${path}, method: ${method} }`;
};

function listsOf(pages: readonly Exchange[], known: Known) {
  const accounts = draftAccounts(pages, known);
  return { accounts, documents: draftDocuments(pages, { ...known, account: accounts }) };
}

/** `exchanges` are masked. @param pathPrefix the part of its host that is the portal, where that is known */
export function draftRecipe(exchanges: readonly Exchange[], pathPrefix = "/"): DraftedRecipe {
  const signIn = signInOf(exchanges, MASKED_PASSWORD);
  if (signIn === null) return { yaml: "", missing: ["No request sends the password."] };
  const before = exchanges.slice(0, exchanges.indexOf(signIn));
  const after = exchanges.slice(exchanges.indexOf(signIn) + 1);
  const pages = after.filter((exchange) => exchange.status === 200 && /html|json/.test(typeOf(exchange)));
  const all = [signIn, ...after];
  // Once to see what is asked for, and again when it is known what its requests send.
  const found = listsOf([signIn, ...pages], { values: [], account: null, all });
  const bills = all.filter((exchange) => isBill(exchange) || billsWithin(exchange).length > 0);
  const wanted = [found.accounts?.page, found.documents?.page].filter((page) => page !== undefined && page !== signIn);
  const { documents: bare } = found;
  const ofJson = bare !== null && typeOf(bare.page).includes("json") ? new URL(bare.page.url) : null;
  const login = draftLogin({
    before,
    signIn,
    after,
    wanted: wanted.filter((page) => page !== undefined),
    host: ofJson?.host,
  });
  const { accounts, documents } = listsOf([signIn, ...pages], { values: login.known, account: null, all });
  const start = login.first ?? signIn;
  // Where the lists are: addresses of the recipe begin there.
  const home = ofJson ?? new URL(start.url);
  const signOut = after.findLast(({ url }) => SIGN_OUT.test(new URL(url).pathname));
  const hosts = new Set([start, signIn, ...pages, ...bills].map(({ url }) => new URL(url).host));
  hosts.delete(home.host);
  return {
    yaml: recipeText({
      hosts: [home.host],
      alsoVisits: [...hosts],
      pathPrefix: cutEnd(pathPrefix, /\//) || "/",
      headers: login.headers,
      login: login.lines,
      accounts: accounts?.lines ?? null,
      documents: documents?.lines ?? null,
      ended: ofJson !== null ? "{ status: 401 }" : null,
      signOut: signOut === undefined ? null : signOutOf(signOut),
    }),
    missing: [
      accounts === null ? "No list of accounts was found." : [],
      documents === null ? "No list of bills was found: rows with a date and a link or a button." : [],
      bills.length === 0 ? "No file of a bill was recorded." : [],
    ].flat(),
  };
}
