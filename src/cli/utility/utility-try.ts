/** `meterbook utility try`: one visit to a portal by its recipe, shown step by step, for the author of the recipe. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { answering } from "../../connectors/answering.ts";
import type { AccountBills } from "../../connectors/conformance/rules.ts";
import {
  PortalError,
  type Connector,
  type Credential,
  type FetchedFile,
  type PortalAccount,
  type PortalDocument,
  type Visit,
} from "../../connectors/contract.ts";
import type { Observed } from "../../connectors/observe.ts";
import { placesWithout } from "../../connectors/transport.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import { createBillReader } from "../../parsers/bill-reader.ts";
import { sniff } from "../../parsers/sniff.ts";
import { checkBills } from "../../utilities/read-bill.ts";
import { typeOf, writeExchanges, type Exchange } from "../../utilities/pages/exchange.ts";
import { isKept, revealedIn } from "../../utilities/pages/mask-exchanges.ts";
import { createMasks, type Masks } from "../../utilities/pages/masks.ts";
import { requireScreen } from "../recording/browser-window.ts";
import { findingLines, statementLines, verdictText } from "../template/bill-texts.ts";
import { credentialOf, questionText, readAnswer, readPassword } from "./portal-credential.ts";
import { maskAll } from "../recording/mask-pages.ts";
import { lookedLine, lookThrough } from "./portal-trace.ts";
import { recordOutbound, type RecordedExchange } from "./recording-outbound.ts";
import { print, type Io } from "../io.ts";
import { listUtilities } from "../utility-folders.ts";
import { hiddenJson, hider } from "./hide-credential.ts";
import { keepBills, type KeepBill } from "./keep-bills.ts";
import { warningsOfSameBills } from "./same-bills.ts";
import { openUtilityPortal, type UtilityPortal } from "./utility-portal.ts";
import { drawPages, visitPageOf, type VisitPage } from "../recording/visit-pages.ts";
import { openWatching } from "../recording/watching.ts";

export interface TryOptions {
  username: string;
  account?: string;
  since?: string;
  save?: string;
  bills?: string;
  hide?: string[];
  utilities?: string;
  json?: true;
  browser?: true;
  pictures?: string;
}

const NOTE_MAX = 2000;
/** How long a page is shown at least. */
const PAGE_MS = 1500;
/** A visit may wait for a person who types a code. */
const VISIT_MS_MAX = 600_000;

/** Each thing that happened, in order; printed as it goes, or all at once as JSON. */
interface TraceEvent {
  kind: string;
  text: string;
  [detail: string]: unknown;
}

/** Exit code 0: a bill was listed and fetched. 1: the visit failed, or what it found is wrong. @throws StartError when there is nothing to try */
export async function tryUtility(io: Io, key: string, options: TryOptions): Promise<number> {
  if (options.browser) requireScreen(io, "set DISPLAY, leave --browser out, or draw the pages by --pictures FOLDER.");
  if (options.since !== undefined && !/^\d{4}-\d\d-\d\d$/.test(options.since))
    throw new StartError("--since takes a day such as 2026-01-31.");
  const portal = openUtilityPortal(io, key, options.utilities);
  const credential = credentialOf(options.username, await readPassword(io, `Password of ${options.username}`));
  const trace: TraceEvent[] = [];
  const hide = hider(credential);
  const record = (event: TraceEvent): void => {
    const hidden = { ...event, text: hide(event.text) };
    trace.push(hidden);
    if (!options.json) print(io, hidden.text);
  };
  const exchanges: Exchange[] = [];
  const pages: VisitPage[] = [];
  const place = placesWithout([options.username, credential.password]);
  const watching = await openWatching(io, portal, { isShown: options.browser === true, pageMs: PAGE_MS });
  const tell = watchParts(portal, record);
  const connector = portal.connect({
    outbound: recordOutbound(portal.outbound, (exchange) => {
      exchanges.push(exchange);
      record(traceOfRequest(exchange, place));
    }),
    observe(observed) {
      const page = visitPageOf(observed);
      pages.push(page);
      watching.show?.add(page);
      // A browser makes more requests than anyone would read: its pages are named.
      if (watching.openTab !== null) record(traceOfPage(page, place));
      tell(observed);
    },
    openTab: watching.openTab,
    onNote: (text) => record({ kind: "note", text: `      note  ${text.slice(0, NOTE_MAX)}` }),
    ...(options.browser ? { delayMs: Math.max(PAGE_MS, portal.use.limits.delay_ms) } : {}),
  });
  try {
    const keep = options.bills === undefined ? null : keepBills(options.bills);
    const given = { io, portal, connector, credential, options, record, keep, exchanges, pages, hold: watching.hold };
    const code = await run(given);
    if (options.json) print(io, hiddenJson(trace, hide));
    return code;
  } finally {
    await watching.close();
    await portal.outbound.close();
  }
}

const kilobytes = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`);

interface Trying {
  io: Io;
  portal: UtilityPortal;
  connector: Connector;
  credential: Credential;
  options: TryOptions;
  record: (event: TraceEvent) => void;
  /** Keeps the files of bills; null where they are not wanted. */
  keep: KeepBill | null;
  /** The requests of the visit; of a browser's, the pages alone. */
  exchanges: Exchange[];
  pages: VisitPage[];
  hold(): Promise<void>;
}

async function run(trying: Trying): Promise<number> {
  const { portal, connector, record } = trying;
  const { use, privateOrigins } = portal;
  record({ kind: "begin", text: `${use.name}, ${connector.description.website}` });
  if (privateOrigins.length > 0)
    record({ kind: "note", text: `May visit ${privateOrigins.join(", ")} on this machine or a private network.` });
  let visit: Visit | null = null;
  try {
    visit = await signIn(trying);
    const faults = await lookAround(visit, trying);
    await trying.hold();
    await visit.close();
    await save(trying, { hasFailed: false });
    await draw(trying);
    noteKept(trying);
    record({ kind: "end", text: ["The visit went well", ...faults].join(", but ") + "." });
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    record({ kind: "error", portal: error.kind, text: `\nFAILED as ${error.kind}: ${error.message}.` });
    await trying.hold();
    await visit?.close();
    await save(trying, { hasFailed: true });
    await draw(trying);
    noteKept(trying);
    return 1;
  }
}

const signIn = ({ io, connector, credential, record }: Trying): Promise<Visit> =>
  answering(connector, () => async (question) => {
    record({ kind: "question", text: `\n${questionText(question)}` });
    return readAnswer(io, question);
  }).login(new URL(connector.description.website), credential, AbortSignal.timeout(VISIT_MS_MAX));

/** What is wrong although the portal answered everything. */
async function lookAround(visit: Visit, trying: Trying): Promise<string[]> {
  const { options, record } = trying;
  const accounts = await visit.listAccounts();
  record({ kind: "accounts", accounts, text: `\n${countOf(accounts.length, "account")}` });
  for (const [at, { acct_num, external_id, service_address }] of accounts.entries())
    record({
      kind: "account",
      text: `  ${at + 1}  ${acct_num}  (external_id ${external_id})  ${service_address ?? "no service_address"}`,
    });
  const { account: wanted } = options;
  const chosen =
    wanted === undefined
      ? accounts
      : [accounts[Number(wanted) - 1] ?? accounts.find(({ acct_num }) => acct_num === wanted)];
  if (wanted !== undefined && chosen[0] === undefined)
    throw new StartError(`There is no account ${wanted} in the list.`);
  const listed: AccountBills[] = [];
  let isFetched = false;
  for (const account of chosen) {
    if (account === undefined) continue;
    const looked = await lookAtBills(visit, account, { trying, isFetched });
    listed.push({ account, documents: looked.documents });
    isFetched ||= looked.isFetched;
  }
  const warnings = await warningsOfSameBills(visit, listed, accounts);
  for (const warning of warnings) record({ kind: "warning", text: `\n${warning}` });
  return [isFetched ? [] : "no bill was fetched", warnings.length === 0 ? [] : "accounts list the same bills"].flat();
}

async function lookAtBills(
  visit: Visit,
  account: PortalAccount,
  { trying, isFetched }: { trying: Trying; isFetched: boolean },
): Promise<{ documents: PortalDocument[]; isFetched: boolean }> {
  const { options, record } = trying;
  const documents = await visit.listDocuments(account, options.since ?? null);
  const days = documents.map(({ date }) => date).toSorted();
  const span = days.length === 0 ? "" : ` from ${days[0]} to ${days.at(-1)}`;
  record({
    kind: "documents",
    acct_num: account.acct_num,
    documents: documents.map(({ external_id, date, name }) => ({ external_id, date, name })),
    text: `\nAccount ${account.acct_num}: ${countOf(documents.length, "bill")}${span}`,
  });
  for (const { external_id, date, name } of documents.slice(0, 3))
    record({ kind: "document", text: `  ${date}  ${name}  (external_id ${external_id})` });
  if (documents.length > 3) record({ kind: "document", text: `  and ${documents.length - 3} more` });
  const [first, ...others] = documents;
  if (first !== undefined && trying.keep !== null) {
    const file = await visit.fetchDocument(first);
    trying.keep.add(account, first, file);
    for (const document of others) trying.keep.add(account, document, await visit.fetchDocument(document));
    return { documents, isFetched: isFetched || (await lookAtFile(file, account, trying)) };
  }
  // Saved pages are checked, too: a file of each account shows whose it is.
  if (first === undefined || (isFetched && options.save === undefined)) return { documents, isFetched: false };
  return { documents, isFetched: await lookAtFile(await visit.fetchDocument(first), account, trying) };
}

/** True when it is a bill file and no page. */
async function lookAtFile(
  { bytes, name, media_type }: FetchedFile,
  { acct_num }: PortalAccount,
  { io, options, record }: Trying,
): Promise<boolean> {
  const format = sniff(bytes);
  record({
    kind: "file",
    format,
    bytes: bytes.length,
    text: `\nThe file ${name}: ${kilobytes(bytes.length)}, ${format} by its bytes, ${media_type ?? "no type"} by its header`,
  });
  if (format === "html" || format === "empty") {
    record({ kind: "file", text: "  That is no bill: look at the address of the link, or at documents.file." });
    return false;
  }
  if (format !== "pdf" && format !== "image") return true;
  const reader = createBillReader({ processes: 1 });
  try {
    const read = await reader.read(bytes);
    const { templates } = listUtilities(io, options.utilities);
    const today = Temporal.Now.plainDateISO("UTC").toString();
    for (const bill of await checkBills(read, templates, { acct_num, today, withGeneric: true })) {
      const lines = [
        ...(bill.statement === null ? [] : statementLines(bill.statement)),
        ...findingLines(bill.findings),
      ];
      record({ kind: "bill", bill, text: [...lines, verdictText(bill)].map((line) => `  ${line}`).join("\n") });
    }
  } finally {
    await reader.close();
  }
  return true;
}

function traceOfRequest(exchange: RecordedExchange, placeOf: (url: URL) => string): TraceEvent {
  const { method, status, ms, content, url } = exchange;
  const to = new URL(url);
  const query = [...to.searchParams.keys()].map((name) => `${name}=…`).join("&");
  const path = `${placeOf(to)}${query === "" ? "" : `?${query}`}`;
  const location = URL.parse(exchange.answered["location"]?.[0] ?? "", url);
  const onward = exchange.answered["location"] === undefined || location === null ? "" : ` -> ${placeOf(location)}`;
  const size = { ms: Math.round(ms), bytes: content.length, type: typeOf(exchange) };
  const text = `  ${method} ${path}  ${status}  ${size.ms} ms  ${kilobytes(size.bytes)}  ${size.type}${onward}`;
  return { kind: "request", method, path, status, ...size, text };
}

function traceOfPage({ url, status }: VisitPage, placeOf: (url: URL) => string): TraceEvent {
  const path = placeOf(new URL(url));
  return { kind: "page", path, status, text: `  page ${path}  ${status}` };
}

/** Tells what a recipe finds in each answer, with a heading for each part. */
function watchParts({ use }: UtilityPortal, record: (event: TraceEvent) => void): (observed: Observed) => void {
  let shown = "";
  return (observed) => {
    if (observed.part !== shown) record({ kind: "part", text: `    (${observed.part})` });
    shown = observed.part;
    if ("script" in use) return;
    for (const looked of lookThrough(use, observed)) record({ kind: "looked", ...looked, text: lookedLine(looked) });
  };
}

/** Says where the files are, and what they are. */
function noteKept({ keep, record }: Trying): void {
  if (keep === null || keep.count() === 0) return;
  record({
    kind: "kept",
    folder: keep.folder,
    files: keep.count(),
    text: `${countOf(keep.count(), "file")} of bills in ${keep.folder}, NOT masked: real names, addresses and numbers. Delete them when the template is written.`,
  });
}

function masksOf({ options: { hide }, credential, portal }: Trying): Masks {
  return createMasks({ ...credential, keep: [portal.use.name], ...(hide === undefined ? {} : { hide }) });
}

/** A picture of the page of each step, drawn of what is left when it is masked. */
async function draw(trying: Trying): Promise<void> {
  const { options, exchanges, pages, portal, record } = trying;
  if (options.pictures === undefined || pages.length === 0) return;
  const masks = masksOf(trying);
  const masked = await maskAll(masks, [...exchanges.filter(isKept), ...pages], { written: pages });
  if (revealedIn(masks, masked).length > 0) {
    record({ kind: "note", text: "No picture was drawn: something of the credential could not be masked." });
    return;
  }
  const folder = resolve(options.pictures);
  const drawn = masked.map((page, at) => ({ ...page, step: pages[at]?.step ?? "" }));
  const names = await drawPages(folder, drawn, { program: portal.browser });
  record({ kind: "pictures", folder, names, text: `${countOf(names.length, "picture")}, masked, in ${folder}.` });
}

/** The pages of the visit, masked; after a failure also without --save, the last page alone. */
async function save(trying: Trying, { hasFailed }: { hasFailed: boolean }): Promise<void> {
  const { options, exchanges: requests, pages, record } = trying;
  const { save: into } = options;
  if (into === undefined && !hasFailed) return;
  const exchanges = (requests.length === 0 ? pages : requests).filter(isKept);
  const masks = masksOf(trying);
  const masked = await maskAll(masks, exchanges, { written: into === undefined ? exchanges.slice(-1) : exchanges });
  if (masked.length === 0) return;
  if (revealedIn(masks, masked).length > 0) {
    record({ kind: "note", text: "The pages were not saved: something of the credential could not be masked." });
    return;
  }
  const folder = into === undefined ? mkdtempSync(join(tmpdir(), "meterbook-page-")) : resolve(into);
  const files = writeExchanges(folder, masked);
  const what = into === undefined ? "The last page, masked, is in" : `${countOf(masked.length, "page")}, masked, in`;
  record({
    kind: "saved",
    folder,
    text: `${what} ${folder}: ${files.at(-1)}. Look through it before you give it away.`,
  });
}
