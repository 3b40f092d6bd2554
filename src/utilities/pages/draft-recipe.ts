/** Drafts a recipe from recorded pages: the sign-in, the list of accounts and the list of bills, as far as simple signs show them. */
import { cutEnd } from "../../domain/text.ts";
import { typeOf, type Exchange } from "./exchange.ts";
import { draftAccounts, draftDocuments } from "./draft-lists.ts";
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

/** `exchanges` are masked. @param pathPrefix the part of its host that is the portal, where that is known */
export function draftRecipe(exchanges: readonly Exchange[], pathPrefix = "/"): DraftedRecipe {
  const signIn = signInOf(exchanges, MASKED_PASSWORD);
  if (signIn === null) return { yaml: "", missing: ["No request sends the password."] };
  const before = exchanges.slice(0, exchanges.indexOf(signIn));
  const after = exchanges.slice(exchanges.indexOf(signIn) + 1);
  const login = draftLogin({ before, signIn, after });
  const pages = after.filter((exchange) => exchange.status === 200 && /html|json/.test(typeOf(exchange)));
  const known = { values: login.known, account: null };
  const accounts = draftAccounts([signIn, ...pages], known);
  const documents = draftDocuments([signIn, ...pages], { ...known, account: accounts });
  const first = new URL((login.first ?? signIn).url);
  const hosts = [...new Set([signIn, ...pages].map(({ url }) => new URL(url).host))];
  const files = exchanges
    .filter((exchange) => typeOf(exchange) === "application/pdf")
    .map(({ url }) => new URL(url).host);
  const also = new Set([...hosts, ...files]);
  also.delete(first.host);
  return {
    yaml: recipeText({
      hosts: [first.host],
      alsoVisits: [...also],
      pathPrefix: cutEnd(pathPrefix, /\//) || "/",
      headers: login.headers,
      login: login.lines,
      accounts: accounts?.lines ?? null,
      documents: documents?.lines ?? null,
    }),
    missing: [
      accounts === null ? "No list of accounts was found." : [],
      documents === null ? "No list of bills was found: rows with a date and a link or a button." : [],
      files.length === 0 ? "No file of a bill was recorded." : [],
    ].flat(),
  };
}
