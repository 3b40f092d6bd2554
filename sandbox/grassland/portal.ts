/** Grassland Cooperative's portal: form sign-in that answers JSON, a token with a session cookie, all bills of an account in one list. */
import { cookie, json, page, pdfFile } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import type { Portal, Town } from "../web/portal.ts";
import { delayFor, outcomeAt, outcomeOfSignIn, stepOf } from "../web/sign-in.ts";
import { createTickets } from "../web/tickets.ts";
import type { Tickets } from "../web/tickets.ts";
import { isTotp } from "../web/totp.ts";
import type { Account } from "../world/model.ts";
import { TOTP_SECRET } from "../world/scenarios.ts";
import { billOf, historyOf } from "./bill-rows.ts";
import { PREFIX, noticePage } from "./pages.ts";

const UTILITY = "grassland-cooperative";
const COOKIE = "JSESSIONID-consumer_26.1";
const TOKEN_SECONDS = 299;
/** The header in which every request behind the sign-in names its user. */
const USER_HEADER = "x-nisc-smarthub-username";

/** The names in its answers that a change of the layout renames. */
const RENAMED = {
  authorizationToken: "accessToken",
  '"account"': '"accountNumber"',
  billingDateTimestamp: "billDate",
  billProcessUuid: "billId",
  systemOfRecord: "recordSystem",
};

const LOCKED = "Repeated failed login attempts have locked your account. Please contact customer service.";
/** Of a sign-in without the code of the authenticator, or with a wrong one. */
const UNVERIFIED = "Your data could not be verified. If the problem persists, please contact customer service.";
const DOWN = "Grassland Cooperative is currently offline. Please try again later.";

/** A signed-in user, and the cookie that goes with the token. */
interface Holder {
  username: string;
  sessionId: string;
}

interface Office {
  town: Town;
  tokens: Tickets<Holder>;
  cookies: Tickets<string>;
}

/** What every answer to a sign-in has; the token is empty in a refusal. */
function signedIn(office: Office, username: string): Reply {
  const sessionId = office.cookies.issue(username);
  const authorizationToken = office.tokens.issue({ username, sessionId });
  const body = {
    status: "SUCCESS",
    authorizationToken,
    username,
    primaryUsername: username,
    expiration: Date.now() + TOKEN_SECONDS * 1000,
    expiresIn: TOKEN_SECONDS,
    isSecondaryRegistration: false,
    isBusinessUser: false,
  };
  return json(200, body, { "set-cookie": cookie(COOKIE, sessionId, PREFIX) });
}

function answerSignIn(office: Office, { form }: Ask): Reply {
  const username = form.get("userId") ?? "";
  const password = form.get("password") ?? "";
  if (stepOf(username) === "authenticator" && outcomeOfSignIn(username, password) === "asked")
    return isTotp(TOTP_SECRET, form.get("twoFactorCode") ?? "", Date.now())
      ? signedIn(office, username)
      : json(500, { message: UNVERIFIED });
  const outcomes = {
    refused: () => json(401, { status: "FAILURE", authorizationToken: "" }),
    locked: () => json(200, { status: "ACCOUNT_LOCKED", authorizationToken: "", message: LOCKED }),
    down: () => page(503, noticePage("Offline", DOWN), { "retry-after": "600" }),
    accepted: () => signedIn(office, username),
  };
  const outcome = outcomeAt(UTILITY, username, password);
  return { ...outcomes[outcome](), delayMs: delayFor(username) };
}

/** A new token for one that is still good. */
function answerRefresh(office: Office, { form }: Ask): Reply {
  const holder = office.tokens.use(form.get("token") ?? undefined);
  return holder === undefined ? json(401, { status: "FAILURE" }) : signedIn(office, holder.username);
}

const tokenOf = ({ headers }: Ask): string | undefined =>
  /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];

/** Whose request it is: token, cookie and header must be of one user. */
function userOf(office: Office, ask: Ask): string | undefined {
  const holder = office.tokens.find(tokenOf(ask));
  return holder?.sessionId === ask.cookies.get(COOKIE) && holder?.username === ask.headers.get(USER_HEADER)
    ? holder?.username
    : undefined;
}

const accountRow = (account: Account, at: number) => ({
  account: account.number,
  serviceLocations: [`${account.number}${at + 1}`],
});

async function answerBillFile({ town }: Office, { query }: Ask, accounts: readonly Account[]): Promise<Reply> {
  const account = accounts.find(({ number }) => number === query.get("account"));
  const bill = account && billOf(account, query);
  if (account === undefined || bill === undefined) return json(404, { message: "Bill not found" });
  return pdfFile(`${bill.billDay}_${account.number}.pdf`, await town.documents.fetch(UTILITY, account, bill));
}

async function answerSecured(office: Office, ask: Ask, username: string): Promise<Reply> {
  const accounts = office.town.world.accountsOf(UTILITY, username) ?? [];
  if (/^\/services\/secured\/billPdfService\/[^/]+\.pdf$/.test(ask.path)) return answerBillFile(office, ask, accounts);
  if (ask.path === "/services/secured/accounts" && ask.query.get("user") === username)
    return json(200, accounts.map(accountRow));
  const account = accounts.find(({ number }) => number === ask.query.get("acctNbr"));
  if (ask.path === "/services/secured/billing/history/overview" && account !== undefined)
    return json(200, historyOf(account));
  return json(403, { message: "Forbidden" });
}

/** A portal with tokens of its own. */
export function createGrasslandPortal(town: Town): Portal {
  const office: Office = { town, tokens: createTickets(TOKEN_SECONDS), cookies: createTickets(TOKEN_SECONDS * 4) };
  return {
    async answer(ask) {
      if (ask.path === "/services/oauth/auth/v2" && ask.method === "POST") return answerSignIn(office, ask);
      if (ask.path === "/services/oauth/auth/v2/refresh" && ask.method === "POST") return answerRefresh(office, ask);
      if (!ask.path.startsWith("/services/"))
        return page(200, noticePage("My account", "This portal is for programs."));
      const username = userOf(office, ask);
      if (username === undefined) return json(401, { message: "Unauthorized" });
      return { ...(await answerSecured(office, ask, username)), delayMs: delayFor(username) };
    },
    sessionOf: (ask) => (userOf(office, ask) === undefined ? undefined : ask.cookies.get(COOKIE)),
    renamed: RENAMED,
  };
}
