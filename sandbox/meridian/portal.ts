/** Meridian Gas's portal: signed in by its identity provider, a question on the first visit, accounts as data in a script, numbered pages of bills. */
import { cookie, page, pdfFile, redirect, scriptPage } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import type { Portal, Town } from "../web/portal.ts";
import { createSessions, idWhenSignedIn } from "../web/sessions.ts";
import type { Session, Sessions } from "../web/sessions.ts";
import { delayFor } from "../web/sign-in.ts";
import type { Account } from "../world/model.ts";
import { hashText } from "../world/random.ts";
import { createIdentity } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { PREFIX, accountPage, billsPage, noticePage, paperlessPage } from "./pages.ts";
import type { AccountEntry } from "./pages.ts";

const UTILITY = "meridian-gas";
const COOKIE = "mg_session";
const BILLS_A_PAGE = 6;

const REFUSED = "We could not verify who you are. Please sign in again.";

/** The ids, classes and fields that a change of the layout renames. */
const RENAMED = {
  "identifier-form": "step-one",
  "credential-form": "step-two",
  "saml-form": "return-form",
  "account-data": "page-data",
  accountNumber: "number",
  accountId: "key",
  'class="bill"': 'class="invoice"',
  'id="bills"': 'id="invoices"',
};

interface Office {
  town: Town;
  sessions: Sessions;
  identity: Identity;
  /** Sessions that have answered the question about paper. */
  asked: Set<string>;
  /** Customers who get no more paper. */
  paperless: Set<string>;
}

const notFound = (): Reply => page(404, noticePage("Not found", "There is no such page."));

function acceptAnswer({ identity, sessions }: Office, ask: Ask): Reply {
  const username = identity.accept(ask.form.get("SAMLResponse") ?? "");
  if (username === undefined) return page(403, noticePage("Sign in again", REFUSED));
  const session = sessions.open({ username });
  const asked = ask.form.get("RelayState") ?? "";
  const next = asked.startsWith(`${PREFIX}/`) ? asked : `${PREFIX}/account`;
  return redirect(next, { "set-cookie": cookie(COOKIE, session.id, PREFIX) });
}

/** The page with the question, and its two answers. */
function answerPaperless({ asked, paperless }: Office, ask: Ask, session: Session, username: string): Reply {
  if (ask.method === "GET") return page(200, paperlessPage(session.csrfToken));
  if (ask.form.get("token") !== session.csrfToken) return page(403, noticePage("Expired", "This form has expired."));
  if (ask.path === "/paperless/enroll") paperless.add(username);
  asked.add(session.id);
  return redirect(`${PREFIX}/account`);
}

const entriesOf = (accounts: readonly Account[]): AccountEntry[] =>
  accounts.map((account) => ({ accountId: hashText(`${UTILITY} ${account.number}`).toString(36), account }));

function listBills(entry: AccountEntry, pageText: string): Reply {
  const newestFirst = entry.account.bills.toReversed();
  const shown = /^[1-9]\d{0,3}$/.test(pageText) ? Number(pageText) : 1;
  const bills = newestFirst.slice((shown - 1) * BILLS_A_PAGE, shown * BILLS_A_PAGE);
  const pages = Math.ceil(newestFirst.length / BILLS_A_PAGE);
  return page(200, billsPage({ ...entry, bills, page: shown, pages }));
}

async function answerBills(office: Office, ask: Ask, entries: readonly AccountEntry[]): Promise<Reply> {
  const [, accountId, documentId] = /^\/bills\/([0-9a-z]+)(?:\/([0-9a-f]+)\.pdf)?$/.exec(ask.path) ?? [];
  const entry = entries.find((each) => each.accountId === accountId);
  if (entry === undefined) return notFound();
  if (documentId === undefined) return listBills(entry, ask.query.get("page") ?? "1");
  const bill = entry.account.bills.find((each) => each.documentId === documentId);
  if (bill === undefined) return notFound();
  return pdfFile(`meridian-${bill.billDay}.pdf`, await office.town.documents.fetch(UTILITY, entry.account, bill));
}

async function answerSignedIn(office: Office, ask: Ask, session: Session, username: string): Promise<Reply> {
  if (ask.path === "/paperless" || ask.path.startsWith("/paperless/"))
    return answerPaperless(office, ask, session, username);
  if (!office.asked.has(session.id)) return redirect(`${PREFIX}/paperless`);
  const entries = entriesOf(office.town.world.accountsOf(UTILITY, username) ?? []);
  if (ask.path === "/account") return scriptPage(200, accountPage(entries, office.paperless.has(username)));
  return answerBills(office, ask, entries);
}

function signOut(office: Office, ask: Ask): Reply {
  const id = ask.cookies.get(COOKIE);
  office.sessions.end(id);
  office.asked.delete(id ?? "");
  return redirect(office.identity.signInAddress(`${PREFIX}/account`), { "set-cookie": cookie(COOKIE, "", PREFIX) });
}

/** A portal with sessions of its own, and its identity provider. */
export function createMeridianPortal(town: Town): Portal {
  const identity = createIdentity();
  const office: Office = { town, sessions: createSessions(), identity, asked: new Set(), paperless: new Set() };
  const find = (ask: Ask): Session | undefined => office.sessions.find(ask.cookies.get(COOKIE));
  return {
    async answer(ask) {
      if (ask.path === "/") return redirect(`${PREFIX}/account`);
      if (ask.path === "/saml/acs" && ask.method === "POST") return acceptAnswer(office, ask);
      if (ask.path === "/signout") return signOut(office, ask);
      const session = find(ask);
      if (session === undefined || session.username === null)
        return redirect(identity.signInAddress(`${PREFIX}${ask.path}`));
      const { username } = session;
      return { ...(await answerSignedIn(office, ask, session, username)), delayMs: delayFor(username) };
    },
    elsewhere: { "meridian-gas-id": (ask) => identity.answer(ask) },
    sessionOf: (ask) => idWhenSignedIn(find(ask)),
    renamed: RENAMED,
  };
}
