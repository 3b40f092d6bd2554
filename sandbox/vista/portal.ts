/** Vista Electric's portal, which works in a browser only: a proof in place of the password, requests with a seal, files by a one-time cookie. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { EMPTY, html } from "../web/html.ts";
import { cookie, file, json, readJson, script, scriptPage, textOf } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { framedPage } from "../web/page-frame.ts";
import { findDocument } from "../web/portal.ts";
import type { Portal, Town } from "../web/portal.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session, Sessions } from "../web/sessions.ts";
import { delayFor, outcomeAt } from "../web/sign-in.ts";
import { createTickets } from "../web/tickets.ts";
import type { Tickets } from "../web/tickets.ts";
import { shortDate } from "../world/days.ts";
import { digits, fixed } from "../world/decimal.ts";
import type { Account, Bill } from "../world/model.ts";
import { PLAIN } from "../world/plain-utilities.ts";
import { hashText } from "../world/random.ts";
import { PASSWORD } from "../world/scenarios.ts";
import { PROOFS, sealOf } from "./arithmetic.ts";

const UTILITY = "vista-electric";
export const PREFIX = "/vista-electric";
const COOKIE = "ve_session";
const TICKET = "ve_ticket";
const PAGE_SECONDS = 3600;
const TICKET_SECONDS = 60;
const ROWS_MAX = 7;
const SCRIPT = readFileSync(new URL("app.js", import.meta.url), "utf8");

/** The ids, classes and names that a change of the layout renames. */
const RENAMED = {
  "login-user": "field-one",
  "login-pass": "field-two",
  "login-form": "entry-form",
  "account-picker": "account-select",
  "bill-table": "bill-history",
  "bill-row": "bill-line",
  "bill-date": "bill-day",
  "open-pdf": "view-pdf",
  accountNo: "accountNumber",
  issued: "billedOn",
};

interface Office {
  town: Town;
  sessions: Sessions;
  /** Copies of the script, each with its own `mix`. */
  pages: Tickets<string>;
  nonces: Tickets<true>;
  files: Tickets<string>;
  /** What the next request of a session is sealed with. */
  seeds: Map<string, string>;
}

const failure = (status: number, code: string, message: string, headers: Reply["headers"] = {}): Reply =>
  json(status, { error: { code, message } }, headers);

const shell = (): Reply =>
  scriptPage(
    200,
    framedPage(
      PLAIN[UTILITY],
      "My bills",
      EMPTY,
      html`<div id="app"></div>
        <noscript><p>Please allow JavaScript.</p></noscript>
        <script type="module" src="${PREFIX}/app.js"></script>`,
    ),
  );

function sendScript({ pages }: Office): Reply {
  const mix = randomBytes(16).toString("hex");
  return script(SCRIPT.replace("%PAGE%", pages.issue(mix)).replace("%MIX%", mix));
}

function answerLogin(office: Office, ask: Ask, mix: string): Reply {
  const sent = readJson(ask);
  const [username, nonce, way] = [textOf(sent, "user"), textOf(sent, "nonce"), textOf(sent, "way")];
  const proofOf = way === "sum" || way === "sha256" ? PROOFS[way] : undefined;
  const isNew = office.nonces.use(nonce) === true;
  const proven = isNew && proofOf !== undefined && textOf(sent, "proof") === proofOf(nonce, PASSWORD, mix);
  const outcomes = {
    refused: () => failure(401, "REFUSED", "Customer name and password do not match."),
    locked: () => failure(423, "LOCKED", "This login is locked. Please call us."),
    down: () => failure(503, "MAINTENANCE", "We are working on our site.", { "retry-after": "600" }),
    accepted: () => {
      const session = office.sessions.open({ username });
      return withSeed(office, session, json(200, {}, { "set-cookie": cookie(COOKIE, session.id, PREFIX) }));
    },
  };
  const outcome = outcomeAt(UTILITY, username, proven ? PASSWORD : "");
  return { ...outcomes[outcome](), delayMs: delayFor(username) };
}

/** The reply with a new seed for the request that follows it. */
function withSeed({ seeds }: Office, session: Session, reply: Reply): Reply {
  const seed = randomBytes(12).toString("hex");
  seeds.set(session.id, seed);
  return { ...reply, headers: { ...reply.headers, "x-vista-seed": seed } };
}

const refOf = ({ number }: Account): string => hashText(`${UTILITY} ${number}`).toString(36);

const accountData = (account: Account) => ({
  accountRef: refOf(account),
  accountNo: account.number,
  place: account.serviceAddress,
});

const billData = (bill: Bill) => ({
  billRef: bill.documentId,
  issued: shortDate(bill.billDay),
  amount: `${bill.dueCents < 0 ? "-" : ""}$${digits(fixed(bill.dueCents, 2))}`,
});

const notFound = (): Reply => failure(404, "NOT_FOUND", "There is nothing here.");

function listBills(account: Account, query: URLSearchParams): Reply {
  const number = (name: string) => (/^\d{1,4}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : 0);
  const from = number("from");
  const newestFirst = account.bills.toReversed();
  const bills = newestFirst.slice(from, from + Math.min(number("count"), ROWS_MAX));
  return json(200, { total: newestFirst.length, bills: bills.map(billData) });
}

/** What a sealed request asks for. */
function answerSealed(office: Office, ask: Ask, session: Session, accounts: Account[]): Reply {
  if (ask.path === "/api/accounts") return json(200, { accounts: accounts.map(accountData) });
  if (ask.path === "/api/bills") {
    const account = accounts.find((each) => refOf(each) === ask.query.get("account"));
    return account ? listBills(account, ask.query) : notFound();
  }
  if (ask.path === "/api/logout" && ask.method === "POST") {
    office.sessions.end(session.id);
    return json(200, {}, { "set-cookie": cookie(COOKIE, "", PREFIX) });
  }
  const documentId = /^\/api\/bills\/([0-9a-f]+)\/open$/.exec(ask.path)?.[1] ?? "";
  if (ask.method !== "POST" || !findDocument(accounts, documentId)) return notFound();
  return json(200, {}, { "set-cookie": cookie(TICKET, office.files.issue(documentId), `${PREFIX}/files`) });
}

function answerApi(office: Office, ask: Ask, session: Session | undefined): Reply {
  const mix = office.pages.find(ask.headers.get("x-vista-page") ?? undefined);
  if (mix === undefined) return failure(400, "PAGE", "This page is too old. Load it again.");
  if (ask.path === "/api/nonce") return json(200, { nonce: office.nonces.issue(true) });
  if (ask.path === "/api/login" && ask.method === "POST") return answerLogin(office, ask, mix);
  if (session === undefined || session.username === null)
    return failure(401, "SIGNED_OUT", "You were signed out. Please log in again.");
  if (ask.path === "/api/session") return withSeed(office, session, json(200, {}));
  const seed = office.seeds.get(session.id) ?? "";
  const path = ask.query.size === 0 ? ask.path : `${ask.path}?${ask.query.toString()}`;
  if (ask.headers.get("x-vista-seal") !== sealOf(seed, mix, path))
    return failure(403, "SEAL", "This request was not made by our page.");
  const accounts = office.town.world.accountsOf(UTILITY, session.username) ?? [];
  const reply = withSeed(office, session, answerSealed(office, ask, session, accounts));
  return { ...reply, delayMs: delayFor(session.username) };
}

/** A file needs the session and the cookie that was set for it, which is then used up. */
async function sendFile(office: Office, ask: Ask, session: Session | undefined): Promise<Reply> {
  const documentId = office.files.use(ask.cookies.get(TICKET));
  const accounts = office.town.world.accountsOf(UTILITY, session?.username ?? "") ?? [];
  const found = documentId === undefined ? undefined : findDocument(accounts, documentId);
  if (!found || ask.path !== `/files/${found.bill.documentId}.pdf`)
    return failure(403, "TICKET", "Please open the bill from the list.");
  const bytes = await office.town.documents.fetch(UTILITY, found.account, found.bill);
  const reply = file(`vista-${found.bill.billDay}.pdf`, "application/pdf", bytes);
  return { ...reply, headers: { ...reply.headers, "set-cookie": cookie(TICKET, "", `${PREFIX}/files`) } };
}

/** A portal with sessions of its own. */
export function createVistaPortal(town: Town): Portal {
  const office: Office = {
    town,
    sessions: createSessions(),
    pages: createTickets(PAGE_SECONDS),
    nonces: createTickets(TICKET_SECONDS),
    files: createTickets(TICKET_SECONDS),
    seeds: new Map(),
  };
  const find = (ask: Ask): Session | undefined => office.sessions.find(ask.cookies.get(COOKIE));
  return {
    async answer(ask) {
      if (ask.path === "/") return shell();
      if (ask.path === "/app.js") return sendScript(office);
      if (ask.path.startsWith("/api/")) return answerApi(office, ask, find(ask));
      if (ask.path.startsWith("/files/")) return sendFile(office, ask, find(ask));
      return notFound();
    },
    sessionOf: (ask) => idWhenSignedIn(find(ask)),
    renamed: RENAMED,
  };
}
