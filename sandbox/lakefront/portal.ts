/** Lakefront Energy's portal: signed in by its identity provider, then a token for JSON in which a bill's file is written as base64. */
import { cookie, json, page, readJson, redirect, textOf } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import type { Portal, Town } from "../web/portal.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session, Sessions } from "../web/sessions.ts";
import { delayFor } from "../web/sign-in.ts";
import { createTickets } from "../web/tickets.ts";
import type { Tickets } from "../web/tickets.ts";
import type { Account, Bill } from "../world/model.ts";
import { createIdentity } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { PREFIX, noticePage } from "./pages.ts";

const UTILITY = "lakefront-energy";
const COOKIE = "ASP.NET_SessionId";
const BILLER = "LakefrontRegistered";
const TOKEN_SECONDS = 600;
const API = "/.euapi/mobile/custom/auth/accounts";

/** The names in its answers that a change of the layout renames. */
const RENAMED = {
  '"token"': '"accessToken"',
  accountNumber: "acctNo",
  billing_and_payment_history: "history",
  billImageData: "image",
  "var SETTINGS": "var CONFIG",
};

interface Office {
  town: Town;
  sessions: Sessions;
  identity: Identity;
  /** Access tokens, each of a session. */
  tokens: Tickets<string>;
  /** By session: the account whose bills are shown. */
  chosen: Map<string, string>;
}

/** The portal labels its JSON as a page. */
const asPage = (status: number, value: unknown): Reply =>
  json(status, value, { "content-type": "text/html; charset=utf-8" });
const success = (data: unknown): Reply => asPage(200, { success: true, data });
const failure = (status: number, code: string, description: string): Reply =>
  asPage(status, { success: false, meta: { code, description } });

function enter({ sessions, identity }: Office, ask: Ask): Reply {
  const username = identity.accept(ask.query.get("code"));
  if (username === undefined) return redirect(identity.signInAddress);
  const session = sessions.open({ username });
  return redirect(`${PREFIX}/accounts/login/select-account`, { "set-cookie": cookie(COOKIE, session.id, PREFIX) });
}

const sessionReply = ({ tokens, chosen }: Office, session: Session | undefined): Reply =>
  json(200, {
    token: session === undefined ? null : tokens.issue(session.id),
    accountNumber: session === undefined ? null : (chosen.get(session.id) ?? null),
    isResidential: true,
  });

function choose({ chosen }: Office, ask: Ask, session: Session, accounts: readonly Account[]): Reply {
  const number = textOf(readJson(ask), "accountNumber");
  if (!accounts.some((account) => account.number === number))
    return json(400, { message: "There is no such account." });
  chosen.set(session.id, number);
  return json(200, { isPasswordProtected: false });
}

const accountRow = ({ number, serviceAddress }: Account) => ({
  accountNumber: number,
  address: serviceAddress,
  customerNumber: `1${number.slice(1)}`,
  isResidential: true,
  status: "Active",
});

const billEntry = (bill: Bill) => ({
  type: "billing",
  date: `${bill.billDay}T00:00:00`,
  charge_amount: bill.currentCents / 100,
  total_amount_due: bill.dueCents / 100,
});
const paymentEntry = (bill: Bill) => ({
  type: "payment",
  date: `${bill.paidDay}T00:00:00`,
  payment_id: bill.documentId.slice(0, 10),
  charge_amount: -bill.paidCents / 100,
});

/** Oldest first, between two days; statements of type 01 are the bills alone. */
function listHistory({ bills }: Account, ask: Ask): Reply {
  const sent = readJson(ask);
  const [from, to] = [textOf(sent, "start_date"), textOf(sent, "end_date")];
  if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)) || textOf(sent, "biller_id") !== BILLER)
    return failure(400, "FN-INVALID-REQUEST", "The request is not complete.");
  const payments = textOf(sent, "statement_type") === "01" ? [] : bills.filter(({ paidDay }) => paidDay !== null);
  const entries = [...bills.map(billEntry), ...payments.map(paymentEntry)];
  const asked = entries.filter(({ date }) => date.slice(0, 10) >= from && date.slice(0, 10) <= to);
  return success({ billing_and_payment_history: asked.toSorted((one, other) => (one.date < other.date ? -1 : 1)) });
}

async function sendFile({ town }: Office, account: Account, day: string): Promise<Reply> {
  const bill = account.bills.find(({ billDay }) => billDay === day);
  if (bill === undefined) return failure(404, "FN-BILL-NOT-FOUND", "There is no bill of this day.");
  const bytes = await town.documents.fetch(UTILITY, account, bill);
  return success({ billImageData: Buffer.from(bytes).toString("base64") });
}

const tokenOf = ({ headers }: Ask): string | undefined =>
  /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];

/** What lies below the list of accounts is for the account that was chosen last. */
async function answerApi(office: Office, ask: Ask, session: Session, accounts: readonly Account[]): Promise<Reply> {
  if (office.tokens.find(tokenOf(ask)) !== session.id) return failure(401, "TC-UNAUTHORIZED", "The token is not good.");
  if (ask.path === API) return success(accounts.map(accountRow));
  const [, number, rest = ""] = /^\/(\d+)\/billing\/(.+)$/.exec(ask.path.slice(API.length)) ?? [];
  const account = accounts.find((each) => each.number === number);
  if (account === undefined || office.chosen.get(session.id) !== number)
    return failure(403, "TC-ACCT-FORBIDDEN", "Another account is chosen.");
  if (rest === "history" && ask.method === "POST") return listHistory(account, ask);
  return sendFile(office, account, /^(\d{4}-\d\d-\d\d)\/pdf$/.exec(rest)?.[1] ?? "");
}

async function answerSignedIn(office: Office, ask: Ask, session: Session, username: string): Promise<Reply> {
  const accounts = office.town.world.accountsOf(UTILITY, username) ?? [];
  if (ask.path.startsWith(API)) return answerApi(office, ask, session, accounts);
  if (ask.path === "/api/Services/AccountList.svc/ViewAccount" && ask.method === "POST")
    return choose(office, ask, session, accounts);
  if (ask.path === "/api/Services/MyAccountService.svc/Logout" && ask.method === "POST") {
    office.sessions.end(session.id);
    return json(200, {});
  }
  return page(200, noticePage("My account", "This page is for programs: its script is not in the sandbox."));
}

/** A portal with sessions of its own, and its identity provider. */
export function createLakefrontPortal(town: Town): Portal {
  const identity = createIdentity(town.codes, town.sendMail);
  const office: Office = {
    town,
    sessions: createSessions(),
    identity,
    tokens: createTickets(TOKEN_SECONDS),
    chosen: new Map(),
  };
  const find = (ask: Ask): Session | undefined => office.sessions.find(ask.cookies.get(COOKIE));
  return {
    async answer(ask) {
      const session = find(ask);
      if (ask.path === "/signin-oidc") return enter(office, ask);
      if (ask.path === "/api/Services/MyAccountService.svc/GetSession") return sessionReply(office, session);
      if (session === undefined || session.username === null)
        return ask.path.startsWith("/.euapi/") || ask.path.startsWith("/api/")
          ? failure(401, "TC-UNAUTHORIZED", "The session has ended.")
          : redirect(identity.signInAddress);
      const { username } = session;
      return { ...(await answerSignedIn(office, ask, session, username)), delayMs: delayFor(username) };
    },
    elsewhere: { "lakefront-energy-id": (ask) => identity.answer(ask) },
    sessionOf: (ask) => idWhenSignedIn(find(ask)),
    renamed: RENAMED,
  };
}
