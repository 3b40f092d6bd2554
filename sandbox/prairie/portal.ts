/** Prairie Energy's portal: bills and history as exports, each as a file, and in JSON as base64. */
import { cookie, file, json, page, redirect } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { findDocument } from "../web/portal.ts";
import type { Portal, Town } from "../web/portal.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session, Sessions } from "../web/sessions.ts";
import { delayFor, outcomeAt } from "../web/sign-in.ts";
import type { Account, Bill } from "../world/model.ts";
import { historyAsCsv, historyAsXlsx, pdfOfBill, zipOfBills } from "./exports.ts";
import type { ExportFile } from "./exports.ts";
import { PREFIX, accountsPage, billsPage, loginPage, noticePage, refOf } from "./pages.ts";

const UTILITY = "prairie-energy";
const COOKIE = "pe_session";

const REFUSED = "E-mail or password is wrong.";
const LOCKED = "Your login is locked. Please contact us.";
const DOWN = "We are updating our systems. Please try again later.";

/** The ids, classes and fields that a change of the layout renames. */
const RENAMED = {
  pin: "passcode",
  "account-table": "account-list",
  "account-number": "account-no",
  "bill-table": "bill-list",
  "bill-date": "bill-day",
  "bill-zip": "bill-archive",
  fileName: "name",
  content: "data",
};

interface Office {
  town: Town;
  sessions: Sessions;
}

const setSession = ({ id }: Session) => ({ "set-cookie": cookie(COOKIE, id, PREFIX) });
const notFound = (): Reply => page(404, noticePage("Not found", "There is no such page."));

function answerLogin({ sessions }: Office, ask: Ask, known: Session | undefined): Reply {
  const session = known ?? sessions.open();
  if (ask.method === "GET") return page(200, loginPage(session.csrfToken, null), setSession(session));
  if (ask.form.get("token") !== session.csrfToken)
    return page(403, noticePage("Expired", "This form has expired. Please load it again."));
  const username = ask.form.get("email") ?? "";
  const outcomes = {
    refused: () => page(401, loginPage(session.csrfToken, REFUSED)),
    locked: () => page(200, loginPage(session.csrfToken, LOCKED)),
    down: () => page(503, noticePage("Down", DOWN), { "retry-after": "600" }),
    accepted: () => {
      sessions.end(session.id);
      return redirect(`${PREFIX}/accounts`, setSession(sessions.open({ username })));
    },
  };
  return { ...outcomes[outcomeAt(UTILITY, username, ask.form.get("pin") ?? "")](), delayMs: delayFor(username) };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Bills dated from one day to another, both included; all where none is named. Undefined for what is no day. */
function billsIn({ bills }: Account, query: URLSearchParams): Bill[] | undefined {
  const [from, to] = [query.get("from") ?? "0000-01-01", query.get("to") ?? "9999-12-31"];
  if (!DAY.test(from) || !DAY.test(to)) return undefined;
  return bills.filter(({ billDay }) => billDay >= from && billDay <= to);
}

type MakeExport = (office: Office, account: Account, bills: readonly Bill[]) => Promise<ExportFile> | ExportFile;

const EXPORTS: Record<string, MakeExport> = {
  "bills.zip": ({ town }, account, bills) => zipOfBills(town.documents, account, bills, "bills.zip"),
  "history.csv": (_office, account, bills) => historyAsCsv(account, bills),
  "history.xlsx": (_office, account, bills) => historyAsXlsx(account, bills),
};

/** The file at an address; a reply where there is none. */
async function fileAt(office: Office, ask: Ask, accounts: readonly Account[]): Promise<ExportFile | Reply> {
  const [, ref, name = ""] = /^(?:\/api)?\/exports\/(\d+)\/([a-z.]+)$/.exec(ask.path) ?? [];
  const account = accounts.find((each) => refOf(each) === ref);
  const make = Object.hasOwn(EXPORTS, name) ? EXPORTS[name] : undefined;
  if (account && make) {
    const bills = billsIn(account, ask.query);
    if (bills === undefined) return page(400, noticePage("Which period?", "From and to are days such as 2026-01-31."));
    return bills.length === 0 ? noBills() : make(office, account, bills);
  }
  const [, api, documentId = ""] = /^(\/api)?\/bills\/([0-9a-f]+)(?:\.zip)?$/.exec(ask.path) ?? [];
  const found = findDocument(accounts, documentId);
  if (!found) return notFound();
  const { documents } = office.town;
  if (api !== undefined) return pdfOfBill(documents, found.account, found.bill);
  return zipOfBills(documents, found.account, [found.bill], `bill-${found.bill.billNumber}.zip`);
}

const noBills = (): Reply => page(404, noticePage("No bills", "There are no bills in this period."));

const isReply = (made: ExportFile | Reply): made is Reply => "status" in made;

/** Below /api the same file comes in JSON. */
async function answerFile(office: Office, ask: Ask, accounts: readonly Account[]): Promise<Reply> {
  const made = await fileAt(office, ask, accounts);
  const inJson = ask.path.startsWith("/api/");
  if (isReply(made)) return inJson ? json(made.status, { error: "there is no such file" }) : made;
  const { name, type, bytes } = made;
  if (!inJson) return file(name, type, bytes);
  const content = Buffer.from(bytes).toString("base64");
  return json(200, { fileName: name, contentType: type, bytes: bytes.length, content });
}

async function answerSignedIn(office: Office, ask: Ask, username: string): Promise<Reply> {
  const accounts = office.town.world.accountsOf(UTILITY, username) ?? [];
  if (ask.path === "/accounts") return page(200, accountsPage(accounts));
  const ref = /^\/accounts\/(\d+)$/.exec(ask.path)?.[1];
  if (ref === undefined) return answerFile(office, ask, accounts);
  const account = accounts.find((each) => refOf(each) === ref);
  return account ? page(200, billsPage(account)) : notFound();
}

/** A portal with sessions of its own. */
export function createPrairiePortal(town: Town): Portal {
  const office: Office = { town, sessions: createSessions() };
  const find = (ask: Ask): Session | undefined => office.sessions.find(ask.cookies.get(COOKIE));
  return {
    async answer(ask) {
      const session = find(ask);
      if (ask.path === "/") return redirect(`${PREFIX}/login`);
      if (ask.path === "/login") return answerLogin(office, ask, session);
      if (ask.path === "/logout") {
        office.sessions.end(session?.id);
        return redirect(`${PREFIX}/login`, { "set-cookie": cookie(COOKIE, "", PREFIX) });
      }
      if (session === undefined || session.username === null) {
        return ask.path.startsWith("/api/") ? json(401, { error: "log in first" }) : redirect(`${PREFIX}/login`);
      }
      return { ...(await answerSignedIn(office, ask, session.username)), delayMs: delayFor(session.username) };
    },
    sessionOf: (ask) => idWhenSignedIn(find(ask)),
    renamed: RENAMED,
  };
}
