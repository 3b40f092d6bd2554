/** A signed-in visit driven by a recipe: lists accounts and documents, fetches files, signs out. */
import {
  bareAccount,
  PortalError,
  portalChanged,
  type FetchedFile,
  type PortalAccount,
  type PortalDocument,
  type Visit,
} from "./contract.ts";
import type { Day } from "../records/scalars.ts";
import { dispositionName, safeFileName } from "./file-name.ts";
import { listPages, type ListPage, type Paging } from "./list-pages.ts";
import { outcomeOf } from "./outcome.ts";
import { readPage, type Page } from "./page.ts";
import { writeSession } from "./kept-session.ts";
import { runSteps, type PortalSession } from "./portal-session.ts";
import { createRenewal } from "./renewal.ts";
import type { Recipe } from "./recipe-shape.ts";
import {
  findDocument,
  readAccounts,
  readDocuments,
  type DocumentSource,
  type ListedAccount,
  type RowValues,
} from "./recipe-lists.ts";
import { selectFirst, textOf } from "./select.ts";
import { mediaTypeOf, type Reply } from "./reply.ts";
import type { Lookup } from "./values.ts";

interface VisitParts {
  session: PortalSession;
  recipe: Recipe;
  signal: AbortSignal;
  /** The secret by which the portal recognizes this device from now on. */
  remembered: string | null;
  /** Epoch milliseconds. */
  now: () => number;
}

/** The visit after a successful sign-in. Its methods run one after the other: a portal may hold the account in the session. */
export function openRecipeVisit(parts: VisitParts): Visit {
  const { session, recipe, signal, now } = parts;
  const fresh = createRenewal({ session, renew: recipe.renew, now, check: (page) => checkPage(parts, page) });
  const state: VisitState = { ...parts, fresh, listed: null, shownAccount: null };
  const oneAtATime = createSerialQueue();
  let signedOut = recipe.sign_out === undefined;
  return {
    listAccounts: () => oneAtATime(async () => (await listAccounts(state)).map(bareAccount)),
    listDocuments: (account, since) => oneAtATime(() => listDocuments(state, account, since)),
    fetchDocument: (document) => oneAtATime(() => fetchDocument(state, document)),
    remembered: parts.remembered,
    ...(recipe.session === undefined
      ? {}
      : {
          async keep() {
            signedOut = true;
            return writeSession(session, recipe);
          },
        }),
    async close() {
      const signOut = signedOut || signal.aborted ? undefined : recipe.sign_out;
      signedOut = true;
      // Best effort: the portal ends the session by itself later.
      if (signOut !== undefined) await session.send(session.callOf(signOut), "page").catch(() => {});
      await session.transport.close();
    },
  };
}

interface VisitState extends VisitParts {
  /** Renews the session when it is time. */
  fresh: () => Promise<void>;
  /** The accounts, once listed. */
  listed: ListedAccount[] | null;
  /** The account whose documents were listed last: the portal may hold it in the session. */
  shownAccount: string | null;
}

export function createSerialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = previous.then(work);
    previous = result.catch(() => {});
    return result;
  };
}

/** @throws PortalError when the recipe lists the page as an interruption, or the status is not 200 */
function checkPage({ session, recipe }: VisitParts, page: Page): void {
  const where = `${session.transport.place(page.url)} (status ${page.status})`;
  const kind = outcomeOf(recipe.interruptions, page);
  if (kind !== null) throw new PortalError(kind, `the visit was led to ${where}`);
  if (page.status !== 200) throw portalChanged(`no page at ${where}`);
}

function walk(
  state: VisitState,
  list: Recipe["accounts"] | Recipe["documents"],
  part: string,
  more: Lookup,
): AsyncGenerator<ListPage> {
  const { session, recipe, fresh } = state;
  const check = (page: Page) => checkPage(state, page);
  const start = async (paging: Paging): Promise<Page> => {
    const values: Record<string, string | null> = {
      next: paging.next,
      page: String(paging.page),
      offset: String(paging.offset),
    };
    const run = {
      session,
      steps: list.steps,
      part,
      more: (name: string) => (name in values ? values[name] : more(name)),
      check,
      before: fresh,
    };
    return (await runSteps(run)).page;
  };
  const open = async (call: Parameters<PortalSession["send"]>[0]): Promise<Page> => {
    await fresh();
    const page = readPage(await session.send(call, "page"));
    session.observe({ part, at: null, page });
    check(page);
    return page;
  };
  return listPages({ list, start, pagesMax: recipe.limits.pages_max, open, place: session.transport.place });
}

async function listAccounts(state: VisitState): Promise<ListedAccount[]> {
  const { session, recipe } = state;
  const pages = walk(state, recipe.accounts, "the list of accounts", () => undefined);
  state.listed = await readAccounts(pages, recipe.accounts, session.transport.place);
  return state.listed;
}

/** The values by which requests name the account. Those that only the list of accounts has are read from it again. */
async function valuesOf(state: VisitState, { external_id, acct_num, service_address }: PortalAccount): Promise<Lookup> {
  const values: Record<string, string | null> = { external_id, acct_num, service_address };
  if (Object.keys(state.recipe.accounts.values).length > 0) {
    const listed = state.listed ?? (await listAccounts(state));
    const found = listed.find((account) => account.external_id === external_id);
    if (found === undefined) throw portalChanged("the account is no longer in the list of accounts");
    Object.assign(values, found.values);
  }
  return (name) => values[name];
}

async function listDocuments(state: VisitState, account: PortalAccount, since: Day | null): Promise<PortalDocument[]> {
  const { session, recipe } = state;
  const more = await valuesOf(state, account);
  state.shownAccount = account.external_id;
  const pages = walk(state, recipe.documents, "the list of bills", more);
  const asked = { account, since, zone: recipe.time_zone };
  return readDocuments(pages, recipe.documents, asked, session.transport.place);
}

/** The bytes as the portal sends them; only a page that the recipe lists as an interruption is an error. */
async function fetchDocument(state: VisitState, document: PortalDocument): Promise<FetchedFile> {
  const { session, recipe } = state;
  const { account, call, values } = await sourceOf(state, document);
  const file = recipe.documents.file;
  const reply =
    file === undefined
      ? await fetchLink(state, call)
      : await fetchBySteps(state, file, await lookupOf(state, account, document, values));
  const bytes = file?.base64 === undefined ? reply.bytes : decodeFile(readPage(reply), file.base64, session);
  const media_type = file?.base64 === undefined ? mediaTypeOf(reply) : null;
  const name = dispositionName(reply.header("content-disposition")) ?? safeFileName(document.name) ?? document.date;
  return { bytes, media_type, name };
}

/**
 * How the document is fetched. Where the account is held in the session and another one was shown meanwhile, its list is opened
 * again: a file must not be of the account that is shown.
 */
async function sourceOf(state: VisitState, document: PortalDocument): Promise<DocumentSource> {
  // Documents of this visit come from readDocuments.
  const source = document.source as DocumentSource;
  const { account } = source;
  const { documents, time_zone: zone } = state.recipe;
  const { element, method } = source.call ?? {};
  const isHeld = documents.steps.length > 1 || method === "POST";
  const isThere = element === undefined || state.session.transport.isShown(element.live);
  if (isThere && (!isHeld || state.shownAccount === account.external_id)) return source;
  const more = await valuesOf(state, account);
  state.shownAccount = account.external_id;
  const pages = walk(state, documents, "the list of bills", more);
  const { place } = state.session.transport;
  const again = await findDocument(pages, documents, { account, zone }, document.external_id, place);
  if (again === null) throw portalChanged("a bill is no longer in the list");
  return again.source as DocumentSource;
}

async function lookupOf(
  state: VisitState,
  account: PortalAccount,
  { external_id, date }: PortalDocument,
  values: RowValues,
): Promise<Lookup> {
  const ofAccount = await valuesOf(state, account);
  const own: Record<string, string> = { ...values, document_id: external_id, date };
  return (name) => own[name] ?? ofAccount(name);
}

async function fetchLink(state: VisitState, call: DocumentSource["call"]): Promise<Reply> {
  if (call === null) throw portalChanged("a bill has no link");
  await state.fresh();
  const reply = await state.session.send(call, "file");
  checkFile(state, reply);
  return reply;
}

async function fetchBySteps(
  state: VisitState,
  file: NonNullable<Recipe["documents"]["file"]>,
  more: Lookup,
): Promise<Reply> {
  const { session } = state;
  const end = await runSteps({
    session,
    steps: file.steps,
    part: "the file of a bill",
    more,
    lastIs: "file",
    before: state.fresh,
    check: (page, { isLast }) => (isLast ? checkFile(state, page) : checkPage(state, page)),
  });
  if (end.reply === null) throw new Error("a step that was done has an answer");
  return end.reply;
}

/** Types of answers that may be a page instead of a file. */
const PAGE_TYPES = new Set(["text/html", "application/xhtml+xml", "application/json"]);

function checkFile(state: VisitState, answer: Reply | Page): void {
  const page = "bytes" in answer ? readPage(answer) : answer;
  if (PAGE_TYPES.has(mediaTypeOf(answer) ?? "")) return checkPage(state, page);
  if (answer.status !== 200)
    throw portalChanged(`no page at ${state.session.transport.place(answer.url)} (status ${answer.status})`);
}

const BASE64 = /^[A-Za-z0-9+/_=\s-]+$/;

function decodeFile(
  page: Page,
  selector: NonNullable<NonNullable<Recipe["documents"]["file"]>["base64"]>,
  session: PortalSession,
): Uint8Array {
  const found = selectFirst(selector, page);
  const text =
    found === null ? null : "value" in found && typeof found.value === "string" ? found.value : textOf(found);
  const data = text?.slice(text.startsWith("data:") ? text.indexOf(",") + 1 : 0) ?? "";
  if (!BASE64.test(data)) throw portalChanged(`no file in base64 at ${session.transport.place(page.url)}`);
  return Buffer.from(data.replaceAll(/\s/g, ""), "base64");
}
