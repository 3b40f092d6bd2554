/** Northgate Electric's portal: a form login with a token bound to the session, then tables and a list in pages of ten. */
import { cookie, page, pdfFile, redirect } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { findDocument } from "../web/portal.ts";
import type { Office, Portal, Town } from "../web/portal.ts";
import { beginStep, checkAnswer } from "../web/second-step.ts";
import type { Step, Waiting } from "../web/second-step.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session } from "../web/sessions.ts";
import { delayFor, outcomeOfSignIn, stepOf } from "../web/sign-in.ts";
import type { SignIn } from "../web/sign-in.ts";
import type { Account } from "../world/model.ts";
import { PREFIX, VERIFY_FIELDS, accountsPage, billsPage, loginPage, noticePage, verifyPage } from "./pages.ts";
import { answerApp, answerApproval, asksApp } from "./push.ts";
import type { App } from "./push.ts";

/** With the app of its customers. */
type AppOffice = Office & { app: App };

const UTILITY = "northgate-electric";
const COOKIE = "ng_session";
const DEVICE = "ng_device";
const DEVICE_DAYS = 90;
const BILLS_A_PAGE = 10;

const LOCKED = "Your account is locked. Please call us to have it unlocked.";
const DOWN = "Online services are down for maintenance. Please come back later.";

const TOO_MANY = "That was wrong too often. Please sign in again.";
const WRONG: Record<Step, string> = {
  choice: "Please choose one.",
  code: "That code is not right. Please check it and try again.",
  authenticator: "That code is not right. Please check it and try again.",
  question: "That answer is not right. Please try again.",
};

/** The ids, classes and fields that a change of the layout renames. */
const RENAMED = {
  csrf_token: "request_token",
  'id="sign-in"': 'id="login-form"',
  'id="accounts"': 'id="account-list"',
  'id="bills"': 'id="bill-list"',
  'class="number"': 'class="account-no"',
  'class="date"': 'class="issued"',
};

const setSession = (session: Session) => ({ "set-cookie": cookie(COOKIE, session.id, PREFIX) });
const expiredForm = (): Reply =>
  page(403, noticePage("This form has expired", "Your sign-in form has expired. Please go back and try again."));
const notFound = (): Reply => page(404, noticePage("Page not found", "There is no such page."));

/** Ends the session from before sign-in and opens a new one, so that a session id seen earlier is worthless. */
function renew(office: Office, before: Session, location: string, state: Pick<Session, "username" | "waiting">) {
  office.sessions.end(before.id);
  return redirect(location, setSession(office.sessions.open(state)));
}

/** Signs in a user whose password was right, unless a second step must be answered first on an unknown device. */
function askOrEnter(office: AppOffice, ask: Ask, session: Session, username: string): Reply {
  if (asksApp(username)) {
    office.app.decision = "waiting";
    const waiting: Waiting = { step: "code", sent: null, wrong: 0 };
    return renew(office, session, `${PREFIX}/approval`, { username, waiting });
  }
  const step = stepOf(username);
  if (step === undefined || office.devices[UTILITY].knows(ask.cookies.get(DEVICE), username)) {
    return renew(office, session, `${PREFIX}/accounts`, { username, waiting: null });
  }
  return renew(office, session, `${PREFIX}/verify`, { username, waiting: beginStep(office.codes, UTILITY, step) });
}

/** What follows a user name and password, by sign-in outcome. */
const OUTCOMES: Record<SignIn, (office: AppOffice, ask: Ask, session: Session, username: string) => Reply> = {
  refused: (_office, _ask, { csrfToken }) => page(200, loginPage(csrfToken, "User name or password not recognised.")),
  locked: () => page(200, noticePage("Account locked", LOCKED)),
  down: () => page(503, noticePage("Down for maintenance", DOWN), { "retry-after": "600" }),
  asked: askOrEnter,
  accepted: askOrEnter,
};

function answerLogin(office: AppOffice, ask: Ask, known: Session | undefined): Reply {
  if (ask.method === "GET") {
    const session = known ?? office.sessions.open();
    return page(200, loginPage(session.csrfToken, null), setSession(session));
  }
  if (!known || ask.form.get("csrf_token") !== known.csrfToken) return expiredForm();
  const username = ask.form.get("username") ?? "";
  const outcome = OUTCOMES[outcomeOfSignIn(username, ask.form.get("password") ?? "")];
  return { ...outcome(office, ask, known, username), delayMs: delayFor(username) };
}

function answerWaiting(office: AppOffice, session: Session | undefined): Reply {
  if (!session || session.username === null || session.waiting === null || !asksApp(session.username))
    return redirect(`${PREFIX}/login`);
  const { id, username } = session;
  const enter = () => renew(office, session, `${PREFIX}/accounts`, { username, waiting: null });
  return answerApproval(office.app, enter, () => office.sessions.end(id));
}

function answerVerify(office: Office, ask: Ask, session: Session | undefined): Reply {
  if (!session || session.username === null || session.waiting === null || asksApp(session.username))
    return redirect(`${PREFIX}/login`);
  const { csrfToken, username, waiting } = session;
  if (ask.method === "GET") return page(200, verifyPage(csrfToken, waiting, null));
  if (ask.form.get("csrf_token") !== csrfToken) return expiredForm();
  const checked = checkAnswer(office.codes, UTILITY, waiting, ask.form.get(VERIFY_FIELDS[waiting.step]) ?? "");
  if (checked.is === "over") {
    office.sessions.end(session.id);
    return page(200, noticePage("Sign in again", TOO_MANY));
  }
  if (checked.is === "right") {
    const entered = renew(office, session, `${PREFIX}/accounts`, { username, waiting: null });
    return ask.form.get("remember_device") === "yes" ? withDevice(office, entered, username) : entered;
  }
  session.waiting = checked.waiting;
  return page(200, verifyPage(csrfToken, checked.waiting, checked.is === "again" ? WRONG[waiting.step] : null));
}

/** Remembers the browser from now on, also after sign-out. */
function withDevice(office: Office, reply: Reply, username: string): Reply {
  const device = cookie(DEVICE, office.devices[UTILITY].remember(username), PREFIX, DEVICE_DAYS);
  const set = [reply.headers["set-cookie"] ?? [], device].flat();
  return { ...reply, headers: { ...reply.headers, "set-cookie": set } };
}

function answerLogout(office: Office, session: Session | undefined): Reply {
  office.sessions.end(session?.id);
  return redirect(`${PREFIX}/login`, { "set-cookie": cookie(COOKIE, "", PREFIX) });
}

function listBills(account: Account, pageText: string): Reply {
  const newestFirst = account.bills.toReversed();
  const pages = Math.max(1, Math.ceil(newestFirst.length / BILLS_A_PAGE));
  const shown = Number(pageText);
  if (!Number.isInteger(shown) || shown < 1 || shown > pages) return notFound();
  const bills = newestFirst.slice((shown - 1) * BILLS_A_PAGE, shown * BILLS_A_PAGE);
  return page(200, billsPage({ account, bills, page: shown, pages }));
}

async function answerSignedIn(office: Office, ask: Ask, username: string): Promise<Reply> {
  const accounts = office.world.accountsOf(UTILITY, username) ?? [];
  const documentId = /^\/bills\/([0-9a-f]+)\/bill\.pdf$/.exec(ask.path)?.[1];
  if (documentId !== undefined) {
    const found = findDocument(accounts, documentId);
    if (!found) return notFound();
    const bytes = await office.documents.fetch(UTILITY, found.account, found.bill);
    return pdfFile(`bill-${found.bill.billNumber}.pdf`, bytes);
  }
  const delayMs = delayFor(username);
  if (ask.path === "/accounts") return { ...page(200, accountsPage(accounts)), delayMs };
  const number = /^\/accounts\/(\d+)\/bills$/.exec(ask.path)?.[1];
  const account = accounts.find((candidate) => candidate.number === number);
  return account ? { ...listBills(account, ask.query.get("page") ?? "1"), delayMs } : notFound();
}

/** A portal with sessions of its own. */
export function createNorthgatePortal(town: Town): Portal {
  const office: AppOffice = { ...town, sessions: createSessions(), app: { decision: "waiting" } };
  const sessionOf = (ask: Ask): Session | undefined => office.sessions.find(ask.cookies.get(COOKIE));
  const answer = async (ask: Ask): Promise<Reply> => {
    const session = sessionOf(ask);
    if (ask.path === "/") return redirect(`${PREFIX}/login`);
    if (ask.path === "/login") return answerLogin(office, ask, session);
    if (ask.path === "/verify") return answerVerify(office, ask, session);
    if (ask.path === "/approval") return answerWaiting(office, session);
    if (/^\/app\/(approve|refuse)$/.test(ask.path)) return answerApp(office.app, ask);
    if (ask.path === "/logout") return answerLogout(office, session);
    if (!session || session.username === null || session.waiting !== null) return redirect(`${PREFIX}/login`);
    return answerSignedIn(office, ask, session.username);
  };
  return { answer, sessionOf: (ask) => idWhenSignedIn(sessionOf(ask)), renamed: RENAMED };
}
