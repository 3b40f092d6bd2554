/** Clearwater Gas & Water's portal: two cookies in place of a token, a message carried in the address, files behind a redirect. */
import { cookie, page, pdfFile, redirect } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { findDocument } from "../web/portal.ts";
import type { Office, Portal, Town } from "../web/portal.ts";
import { beginStep, checkAnswer } from "../web/second-step.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session } from "../web/sessions.ts";
import { delayFor, outcomeOfSignIn, stepOf } from "../web/sign-in.ts";
import type { SignIn } from "../web/sign-in.ts";
import type { Account, Bill } from "../world/model.ts";
import { PREFIX, STEP_PATHS, dashboardPage, messagePage, signinPage, statementsPage, stepPage } from "./pages.ts";

const UTILITY = "clearwater-gas-water";
/** Set with the sign-in page; a session counts only together with it. */
const VISIT = "cw_visit";
const SESSION = "cw_session";
const TRUSTED = "cw_trusted";
const TRUSTED_DAYS = 365;

const SIGNIN_MESSAGES: Record<string, string> = {
  unrecognised: "We do not recognise that customer name or passphrase.",
  ended: "Please sign in to continue.",
  wrong: "That was not right. Sign in again to get a new code.",
};
const LOCKED = "For your protection this account is locked. Contact customer care.";
const DOWN = "We are carrying out maintenance and will be back soon.";
const WRONG = "The answer does not match. Look at the newest message that we sent.";
const NO_COOKIES = "Please allow cookies and open the sign-in page again.";

/** The ids, classes and fields that a change of the layout renames. */
const RENAMED = {
  customerEmail: "login",
  'class="signin"': 'class="login-form"',
  'class="card"': 'class="tile"',
  'class="account-number"': 'class="account-no"',
  'class="statement"': 'class="invoice"',
  'class="statement-date"': 'class="invoice-date"',
  'class="download"': 'class="get-file"',
};

const notFound = (): Reply => page(404, messagePage("Not found", "We could not find that page."));

function enter(office: Office, ask: Ask, state: Pick<Session, "username" | "waiting">, location: string): Reply {
  const session = office.sessions.open({ ...state, boundTo: ask.cookies.get(VISIT) ?? null });
  return redirect(location, { "set-cookie": cookie(SESSION, session.id, PREFIX) });
}

/** Signs in a user whose password was right, unless a second step must be answered first in an untrusted browser. */
function askOrEnter(office: Office, ask: Ask, username: string): Reply {
  const step = stepOf(username);
  if (step === undefined || office.devices[UTILITY].knows(ask.cookies.get(TRUSTED), username)) {
    return enter(office, ask, { username, waiting: null }, `${PREFIX}/dashboard`);
  }
  const waiting = beginStep(office.codes, UTILITY, step);
  return enter(office, ask, { username, waiting }, PREFIX + STEP_PATHS[step]);
}

/** What follows a customer name and passphrase, by sign-in outcome. */
const OUTCOMES: Record<SignIn, (office: Office, ask: Ask, username: string) => Reply> = {
  refused: () => redirect(`${PREFIX}/signin?message=unrecognised`),
  locked: () => page(403, messagePage("Access suspended", LOCKED)),
  down: () => page(503, messagePage("Temporarily unavailable", DOWN), { "retry-after": "600" }),
  asked: askOrEnter,
  accepted: askOrEnter,
};

function answerSignin(office: Office, ask: Ask): Reply {
  const known = office.sessions.find(ask.cookies.get(VISIT));
  if (ask.method === "GET") {
    const message = SIGNIN_MESSAGES[ask.query.get("message") ?? ""] ?? null;
    const visit = known ?? office.sessions.open();
    return page(200, signinPage(message), { "set-cookie": cookie(VISIT, visit.id, PREFIX) });
  }
  if (!known) return page(400, messagePage("Cookies needed", NO_COOKIES));
  const username = ask.form.get("customerEmail") ?? "";
  const outcome = OUTCOMES[outcomeOfSignIn(username, ask.form.get("passphrase") ?? "")];
  return { ...outcome(office, ask, username), delayMs: delayFor(username) };
}

function answerSignout(office: Office, ask: Ask): Reply {
  office.sessions.end(ask.cookies.get(SESSION));
  return redirect(`${PREFIX}/signin`, { "set-cookie": cookie(SESSION, "", PREFIX) });
}

/** Each step has its own page; the session knows which step is next. */
function answerStep(office: Office, ask: Ask, session: Session, username: string): Reply {
  const { waiting } = session;
  if (waiting === null) return redirect(`${PREFIX}/dashboard`);
  if (ask.path !== STEP_PATHS[waiting.step]) return redirect(PREFIX + STEP_PATHS[waiting.step]);
  if (ask.method === "GET") return page(200, stepPage(waiting, null));
  const checked = checkAnswer(office.codes, UTILITY, waiting, ask.form.get("oneTimeCode") ?? "");
  if (checked.is === "over") {
    office.sessions.end(session.id);
    return redirect(`${PREFIX}/signin?message=wrong`);
  }
  if (checked.is === "again") {
    session.waiting = checked.waiting;
    return page(200, stepPage(checked.waiting, WRONG));
  }
  session.waiting = checked.is === "next" ? checked.waiting : null;
  if (checked.is === "next") return redirect(PREFIX + STEP_PATHS[checked.waiting.step]);
  if (ask.form.get("trustThisBrowser") !== "1") return redirect(`${PREFIX}/dashboard`);
  const trusted = cookie(TRUSTED, office.devices[UTILITY].remember(username), PREFIX, TRUSTED_DAYS);
  return redirect(`${PREFIX}/dashboard`, { "set-cookie": trusted });
}

const yearOf = ({ billDay }: Bill): string => billDay.slice(0, 4);

function listStatements(account: Account, asked: string | null): Reply {
  const newestFirst = account.bills.toReversed();
  const years = [...new Set(newestFirst.map(yearOf))];
  const year = asked ?? years[0] ?? "";
  const statements = newestFirst.filter((bill) => yearOf(bill) === year);
  return statements.length === 0 ? notFound() : page(200, statementsPage({ account, years, year, statements }));
}

/** A download goes first to an address that redirects to the file. */
async function answerFile(office: Office, path: string, accounts: readonly Account[]): Promise<Reply | undefined> {
  const asked = /^\/statement-download\/([0-9a-f]+)$/.exec(path)?.[1];
  if (asked !== undefined && findDocument(accounts, asked)) return redirect(`${PREFIX}/files/${asked}.pdf`);
  const found = findDocument(accounts, /^\/files\/([0-9a-f]+)\.pdf$/.exec(path)?.[1] ?? "");
  if (!found) return undefined;
  const bytes = await office.documents.fetch(UTILITY, found.account, found.bill);
  return pdfFile(`Statement_${found.bill.billDay}.pdf`, bytes);
}

async function answerSignedIn(office: Office, ask: Ask, username: string): Promise<Reply> {
  const accounts = office.world.accountsOf(UTILITY, username) ?? [];
  const file = await answerFile(office, ask.path, accounts);
  if (file) return file;
  const delayMs = delayFor(username);
  if (ask.path === "/dashboard") return { ...page(200, dashboardPage(accounts)), delayMs };
  const number = /^\/statements\/([\d-]+)$/.exec(ask.path)?.[1];
  const account = accounts.find((candidate) => candidate.number === number);
  return account ? { ...listStatements(account, ask.query.get("year")), delayMs } : notFound();
}

/** A portal with sessions of its own. */
export function createClearwaterPortal(town: Town): Portal {
  const office: Office = { ...town, sessions: createSessions() };
  const sessionOf = (ask: Ask): Session | undefined => {
    const session = office.sessions.find(ask.cookies.get(SESSION));
    return session?.boundTo === ask.cookies.get(VISIT) ? session : undefined;
  };
  const answer = async (ask: Ask): Promise<Reply> => {
    if (ask.path === "/") return redirect(`${PREFIX}/signin`);
    if (ask.path === "/signin") return answerSignin(office, ask);
    if (ask.path === "/signout") return answerSignout(office, ask);
    const session = sessionOf(ask);
    if (!session || session.username === null) {
      return redirect(`${PREFIX}/signin?message=ended`);
    }
    if (session.waiting !== null || ask.path.startsWith("/signin/")) {
      return answerStep(office, ask, session, session.username);
    }
    return answerSignedIn(office, ask, session.username);
  };
  return { answer, sessionOf: (ask) => idWhenSignedIn(sessionOf(ask)), renamed: RENAMED };
}
