/** Juniper Water's portal: ASP.NET web forms, in which every step is a post of the page, and the chosen account is held in the session. */
import { randomBytes } from "node:crypto";
import { cookie, file, page, redirect, scriptPage } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import type { Portal, Town } from "../web/portal.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session, Sessions } from "../web/sessions.ts";
import { delayFor, outcomeAt } from "../web/sign-in.ts";
import type { Account, Bill } from "../world/model.ts";
import { openState, signState } from "./form-state.ts";
import type { FormState } from "./form-state.ts";
import { CONTROLS, PREFIX, billsPage, loginPage, noticePage, rowLink } from "./pages.ts";

const UTILITY = "juniper-water";
const COOKIE = "ASP.NET_SessionId";
const BILLS_A_PAGE = 6;

const REFUSED = "The user ID or password you entered is incorrect.";
const LOCKED = "Your account has been locked out. Contact customer service.";
const DOWN = "The site is down for scheduled maintenance.";
const STALE =
  "The state information is invalid for this page and might be corrupted. Go back to the site and start again.";

/** The ids and fields that a change of the layout renames. */
const RENAMED = {
  ctl00_Main_gvBills: "ctl00_Content_grdInvoices",
  ctl00$Main$gvBills: "ctl00$Content$grdInvoices",
  ctl00$Main$ddlAccount: "ctl00$Content$lstAccounts",
  ctl00$Main$txtUser: "ctl00$Content$txtLogin",
  ctl00$Main$btnSignIn: "ctl00$Content$cmdLogin",
  ctl00_Main_btnSignIn: "ctl00_Content_cmdLogin",
};

interface Office {
  town: Town;
  sessions: Sessions;
  secret: string;
  /** The number of the account that each session has chosen. */
  chosen: Map<string, string>;
}

const setSession = ({ id }: Session) => ({ "set-cookie": cookie(COOKIE, id, PREFIX) });
const refuseState = (): Reply => page(500, noticePage("Validation of viewstate MAC failed", STALE));

function showLogin(office: Office, session: Session, message: string | null): Reply {
  const state = { page: "Login.aspx", account: null, gridPage: 1, targets: [CONTROLS.signIn] };
  const html = loginPage(signState(office.secret, session.id, state), message);
  return scriptPage(200, html, setSession(session));
}

function answerLogin(office: Office, ask: Ask, known: Session | undefined): Reply {
  const session = known ?? office.sessions.open();
  if (ask.method === "GET") return showLogin(office, session, null);
  const state = known && openState(office.secret, known.id, ask.form);
  if (state?.page !== "Login.aspx" || ask.form.get("__EVENTTARGET") !== CONTROLS.signIn) return refuseState();
  const username = ask.form.get(CONTROLS.user) ?? "";
  const outcomes = {
    refused: () => showLogin(office, session, REFUSED),
    locked: () => showLogin(office, session, LOCKED),
    down: () => page(503, noticePage("Maintenance", DOWN), { "retry-after": "600" }),
    accepted: () => {
      office.sessions.end(session.id);
      return redirect(`${PREFIX}/Bills.aspx`, setSession(office.sessions.open({ username })));
    },
  };
  const outcome = outcomeAt(UTILITY, username, ask.form.get(CONTROLS.password) ?? "");
  return { ...outcomes[outcome](), delayMs: delayFor(username) };
}

const pagesOf = ({ bills }: Account): number => Math.max(1, Math.ceil(bills.length / BILLS_A_PAGE));

function billsOn(account: Account, gridPage: number): Bill[] {
  return account.bills.toReversed().slice((gridPage - 1) * BILLS_A_PAGE, gridPage * BILLS_A_PAGE);
}

function showBills(office: Office, session: Session, accounts: Account[], account: Account, gridPage: number): Reply {
  const bills = billsOn(account, gridPage);
  const targets = [CONTROLS.account, CONTROLS.grid, CONTROLS.signOut, ...bills.map((_, at) => rowLink(at))];
  const state = { page: "Bills.aspx", account: account.number, gridPage, targets };
  const signed = signState(office.secret, session.id, state);
  return scriptPage(200, billsPage(signed, { accounts, account, bills, page: gridPage, pages: pagesOf(account) }));
}

async function sendBill(office: Office, account: Account, state: FormState, target: string): Promise<Reply> {
  const bill = billsOn(account, state.gridPage).find((_, at) => rowLink(at) === target);
  if (!bill) return refuseState();
  const bytes = await office.town.documents.fetch(UTILITY, account, bill);
  return file(`JuniperWater_${bill.billDay.replaceAll("-", "")}.pdf`, "application/pdf", bytes);
}

/** A post counts only with the state of a page of this session, and of the account that is chosen now. */
async function answerPost(office: Office, ask: Ask, session: Session, accounts: Account[]): Promise<Reply> {
  const state = openState(office.secret, session.id, ask.form);
  const current = chosenAccount(office, session, accounts);
  const target = ask.form.get("__EVENTTARGET") ?? "";
  if (!current || state?.page !== "Bills.aspx" || !state.targets.includes(target)) return refuseState();
  if (target === CONTROLS.signOut) return signOut(office, session);
  if (target === CONTROLS.account) {
    const account = accounts.find(({ number }) => number === ask.form.get(CONTROLS.account));
    if (!account) return refuseState();
    office.chosen.set(session.id, account.number);
    return showBills(office, session, accounts, account, 1);
  }
  if (state.account !== current.number) return refuseState();
  if (target !== CONTROLS.grid) return sendBill(office, current, state, target);
  const gridPage = Number(/^Page\$(\d{1,3})$/.exec(ask.form.get("__EVENTARGUMENT") ?? "")?.[1] ?? 0);
  if (gridPage < 1 || gridPage > pagesOf(current)) return refuseState();
  return showBills(office, session, accounts, current, gridPage);
}

/** The first one, until another is chosen. */
const chosenAccount = (office: Office, session: Session, accounts: Account[]): Account | undefined =>
  accounts.find(({ number }) => number === office.chosen.get(session.id)) ?? accounts[0];

function signOut(office: Office, session: Session | undefined): Reply {
  office.sessions.end(session?.id);
  office.chosen.delete(session?.id ?? "");
  return redirect(`${PREFIX}/Login.aspx`, { "set-cookie": cookie(COOKIE, "", PREFIX) });
}

/** A portal with sessions of its own. */
export function createJuniperPortal(town: Town): Portal {
  const office: Office = {
    town,
    sessions: createSessions(),
    secret: randomBytes(32).toString("hex"),
    chosen: new Map(),
  };
  const find = (ask: Ask): Session | undefined => office.sessions.find(ask.cookies.get(COOKIE));
  return {
    async answer(ask) {
      const session = find(ask);
      if (ask.path === "/") return redirect(`${PREFIX}/Login.aspx`);
      if (ask.path === "/Login.aspx") return answerLogin(office, ask, session);
      if (ask.path === "/SignOut.aspx") return signOut(office, session);
      if (ask.path !== "/Bills.aspx") return page(404, noticePage("Not found", "The resource cannot be found."));
      if (session === undefined || session.username === null)
        return redirect(`${PREFIX}/Login.aspx?ReturnUrl=%2fjuniper-water%2fBills.aspx`);
      const { username } = session;
      const accounts = town.world.accountsOf(UTILITY, username) ?? [];
      const account = chosenAccount(office, session, accounts);
      if (!account) return page(404, noticePage("Not found", "You have no account."));
      const reply =
        ask.method === "GET"
          ? showBills(office, session, accounts, account, 1)
          : await answerPost(office, ask, session, accounts);
      return { ...reply, delayMs: delayFor(username) };
    },
    sessionOf: (ask) => idWhenSignedIn(find(ask)),
    renamed: RENAMED,
  };
}
