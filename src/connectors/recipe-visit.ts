/** A signed-in visit driven by a recipe: lists accounts and documents, fetches files, signs out. */
import {
  PortalError,
  portalChanged,
  type FetchedFile,
  type PortalAccount,
  type PortalDocument,
  type Visit,
} from "./contract.ts";
import { dispositionName, safeFileName } from "./file-name.ts";
import { listPages, type ListPage, type ListRecipe } from "./list-pages.ts";
import { outcomeOf } from "./outcome.ts";
import { readPage, type Page } from "./page.ts";
import type { Recipe } from "./recipe.ts";
import { readAccounts, readDocuments } from "./recipe-lists.ts";
import type { Reply, Transport } from "./transport.ts";

interface VisitParts {
  transport: Transport;
  recipe: Recipe;
  /** The address of a page of the recipe. */
  address: (page: string) => URL;
  signal: AbortSignal;
  /** The secret by which the portal recognizes this device from now on. */
  remembered: string | null;
}

/** The visit after a successful sign-in. */
export function openRecipeVisit(parts: VisitParts): Visit {
  const { transport, recipe, address, signal } = parts;
  let signedOut = recipe.sign_out === undefined;
  return {
    listAccounts: () =>
      readAccounts(walk(parts, recipe.accounts, recipe.accounts.page), recipe.accounts, transport.place),
    listDocuments: (account, since) => {
      const pages = walk(parts, recipe.documents, fillPage(recipe.documents.page, account));
      return readDocuments(pages, recipe.documents, since, transport.place);
    },
    fetchDocument: (document) => fetchDocument(parts, document),
    remembered: parts.remembered,
    async close() {
      if (signedOut || signal.aborted) return;
      signedOut = true;
      // Best effort: the portal ends the session by itself later.
      await transport.get(address(recipe.sign_out ?? "/"), "page").catch(() => {});
    },
  };
}

/** @throws PortalError when the recipe lists the page as an interruption, or the status is not 200 */
function checkReply({ transport, recipe }: VisitParts, reply: Reply, page: Page | null): void {
  const where = `${transport.place(reply.url)} (status ${reply.status})`;
  const kind = page === null ? null : outcomeOf(recipe.interruptions, page);
  if (kind !== null) throw new PortalError(kind, `the visit was led to ${where}`);
  if (reply.status !== 200) throw portalChanged(`no page at ${where}`);
}

/** A page of the portal, after checking that it is one. */
async function openPage(parts: VisitParts, url: URL): Promise<Page> {
  const reply = await parts.transport.get(url, "page");
  const page = readPage(reply);
  checkReply(parts, reply, page);
  return page;
}

function walk(parts: VisitParts, list: ListRecipe, page: string): AsyncGenerator<ListPage> {
  const { transport, recipe, address } = parts;
  const open = (url: URL): Promise<Page> => openPage(parts, url);
  return listPages({ list, first: address(page), pagesMax: recipe.limits.pages_max, open, place: transport.place });
}

/** The address of an account's documents. */
function fillPage(page: string, { external_id, acct_num }: PortalAccount): string {
  const values: Record<string, string> = { "{external_id}": external_id, "{acct_num}": acct_num };
  return page.replaceAll(/\{\w+\}/g, (placeholder) => encodeURIComponent(values[placeholder] ?? ""));
}

/** The bytes as the portal sends them; only a page that the recipe lists as an interruption is an error. */
async function fetchDocument(parts: VisitParts, document: PortalDocument): Promise<FetchedFile> {
  const reply = await parts.transport.get(new URL(document.url), "file");
  const media_type = reply.header("content-type")?.split(";")[0]?.trim().toLowerCase() || null;
  checkReply(parts, reply, media_type === "text/html" ? readPage(reply) : null);
  const name = dispositionName(reply.header("content-disposition")) ?? safeFileName(document.name) ?? document.date;
  return { bytes: reply.bytes, media_type, name };
}
