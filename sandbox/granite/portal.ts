/** Granite Light's portal: a proof in place of the password, and lists as packed bytes, which its script makes and unpacks. */
import { createHmac } from "node:crypto";
import { EMPTY, html } from "../web/html.ts";
import { cookie, json, pdfFile, readJson, scriptPage, textOf } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { framedPage } from "../web/page-frame.ts";
import { findDocument } from "../web/portal.ts";
import type { Portal, Town } from "../web/portal.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session, Sessions } from "../web/sessions.ts";
import { delayFor, outcomeAt } from "../web/sign-in.ts";
import { createTickets } from "../web/tickets.ts";
import type { Tickets } from "../web/tickets.ts";
import type { Account } from "../world/model.ts";
import { PLAIN } from "../world/plain-utilities.ts";
import { PASSWORD } from "../world/scenarios.ts";
import { createPacker } from "./pack.ts";

const UTILITY = "granite-light";
const PREFIX = "/granite-light";
const COOKIE = "gl_session";
const NONCE_SECONDS = 60;
const BILLS_A_PART = 5;
const DAY_MS = 24 * 3600 * 1000;

/** The names in its answers that a change of the layout renames. */
const RENAMED = { nonce: "challenge", entered: "welcome", packed: "block" };

interface Office {
  town: Town;
  sessions: Sessions;
  nonces: Tickets<true>;
}

const failure = (status: number, message: string, headers: Reply["headers"] = {}): Reply =>
  json(status, { message }, headers);

const proofOf = (nonce: string, username: string): string =>
  createHmac("sha256", PASSWORD).update(`${nonce}|${username.toLowerCase()}`).digest("base64url");

function enter(office: Office, ask: Ask): Reply {
  const sent = readJson(ask);
  const [username, nonce] = [textOf(sent, "user"), textOf(sent, "nonce")];
  const proven = office.nonces.use(nonce) === true && textOf(sent, "proof") === proofOf(nonce, username);
  const outcomes = {
    refused: () => failure(401, "We do not know this name and password."),
    locked: () => failure(403, "Your access is locked. Please call us."),
    down: () => failure(503, "We are working on our systems.", { "retry-after": "600" }),
    accepted: () => {
      const { id } = office.sessions.open({ username });
      return json(200, { entered: true }, { "set-cookie": cookie(COOKIE, id, PREFIX) });
    },
  };
  return { ...outcomes[outcomeAt(UTILITY, username, proven ? PASSWORD : "")](), delayMs: delayFor(username) };
}

const packed = (text: string): Reply => json(200, { packed: text });

/** How many there are, then of each number and address. */
function packAccounts(accounts: readonly Account[]): string {
  const packer = createPacker().number(accounts.length);
  for (const { number, serviceAddress } of accounts) packer.text(number).text(serviceAddress);
  return packer.done();
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Whose bills, how many there are, how many follow; of each the days since the one listed before (the newest: since 1970) and its id. */
function packBills(account: Account, from: number): string {
  const newestFirst = account.bills.toReversed();
  const part = newestFirst.slice(from, from + BILLS_A_PART);
  const packer = createPacker().text(account.number).number(newestFirst.length).number(part.length);
  let before: number | null = null;
  for (const { billDay, documentId } of part) {
    const day = dayNumber(billDay);
    packer.number(before === null ? day : before - day).text(documentId);
    before = day;
  }
  return packer.done();
}

async function answerSignedIn(office: Office, ask: Ask, username: string): Promise<Reply> {
  const accounts = office.town.world.accountsOf(UTILITY, username) ?? [];
  if (ask.path === "/api/accounts") return packed(packAccounts(accounts));
  if (ask.path === "/api/bills") {
    const account = accounts.find(({ number }) => number === ask.query.get("account"));
    const from = ask.query.get("from") ?? "0";
    if (account && /^\d{1,4}$/.test(from)) return packed(packBills(account, Number(from)));
  }
  const found = ask.path === "/api/paper" ? findDocument(accounts, ask.query.get("id") ?? "") : undefined;
  if (!found) return failure(404, "There is nothing here.");
  const bytes = await office.town.documents.fetch(UTILITY, found.account, found.bill);
  return pdfFile(`granite-light-${found.bill.billDay}.pdf`, bytes);
}

const shell = (): Reply =>
  scriptPage(
    200,
    framedPage(
      PLAIN[UTILITY],
      "My papers",
      EMPTY,
      html`<p>This page is for programs: it shows how a portal can be odd.</p>`,
    ),
  );

/** A portal with sessions of its own. */
export function createGranitePortal(town: Town): Portal {
  const office: Office = { town, sessions: createSessions(), nonces: createTickets(NONCE_SECONDS) };
  const find = (ask: Ask): Session | undefined => office.sessions.find(ask.cookies.get(COOKIE));
  return {
    async answer(ask) {
      if (ask.path === "/") return shell();
      if (ask.path === "/api/hello" && ask.method === "POST") return json(200, { nonce: office.nonces.issue(true) });
      if (ask.path === "/api/enter" && ask.method === "POST") return enter(office, ask);
      const session = find(ask);
      if (session === undefined || session.username === null) return failure(401, "Please enter first.");
      if (ask.path === "/api/leave" && ask.method === "POST") {
        office.sessions.end(session.id);
        return json(200, {}, { "set-cookie": cookie(COOKIE, "", PREFIX) });
      }
      return { ...(await answerSignedIn(office, ask, session.username)), delayMs: delayFor(session.username) };
    },
    sessionOf: (ask) => idWhenSignedIn(find(ask)),
    renamed: RENAMED,
  };
}
