/** Meridian Gas's pages: those of its identity provider, the question about paper bills, and the customer's own. */
import { EMPTY, html } from "../web/html.ts";
import type { Html } from "../web/html.ts";
import { framedPage } from "../web/page-frame.ts";
import { longDate } from "../world/days.ts";
import { digits, fixed } from "../world/decimal.ts";
import type { Account, Bill } from "../world/model.ts";
import { PLAIN } from "../world/plain-utilities.ts";

export const PREFIX = "/meridian-gas";
/** Its identity provider, as if it were another host. */
export const IDENTITY = "/meridian-gas-id";

const framed = (title: string, main: Html, nav: Html = EMPTY): string =>
  framedPage(PLAIN["meridian-gas"], title, nav, main);

const NAV = html`<nav><a href="${PREFIX}/account">Accounts</a> <a href="${PREFIX}/signout">Sign out</a></nav>`;

export const noticePage = (title: string, sentence: string): string =>
  framed(
    title,
    html`<p class="notice">${sentence}</p>
      <p><a href="${PREFIX}/account">Back</a></p>`,
  );

export const userPage = (flow: string): string =>
  framed(
    "Sign in",
    html`<form id="identifier-form" method="post" action="${IDENTITY}/identifier">
      <input type="hidden" name="flow" value="${flow}" />
      <label for="identifier">E-mail or user name</label>
      <input id="identifier" name="identifier" autocomplete="username" required />
      <button type="submit">Next</button>
    </form>`,
  );

export function passwordPage(flow: string, username: string, alert: string | null): string {
  const shown = alert === null ? EMPTY : html`<p class="alert" role="alert">${alert}</p>`;
  return framed(
    "Welcome",
    html`${shown}
      <p id="who">${username}</p>
      <form id="credential-form" method="post" action="${IDENTITY}/credential">
        <input type="hidden" name="flow" value="${flow}" />
        <label for="credential">Password</label>
        <input id="credential" name="credential" type="password" autocomplete="current-password" required />
        <button type="submit" name="step" value="sign-in">Sign in</button>
      </form>`,
  );
}

/** The page that takes a signed-in browser back to the portal: a script submits its form. */
export const returnPage = (samlResponse: string, relayState: string): string =>
  framed(
    "One moment",
    html`<form id="saml-form" method="post" action="${PREFIX}/saml/acs">
        <input type="hidden" name="SAMLResponse" value="${samlResponse}" />
        <input type="hidden" name="RelayState" value="${relayState}" />
        <noscript><button type="submit">Continue</button></noscript>
      </form>
      <script>
        document.getElementById("saml-form").submit();
      </script>`,
  );

export const paperlessPage = (token: string): string =>
  framed(
    "Go paperless?",
    html`<p>Save trees: let us send your bills by e-mail instead of paper.</p>
      <form id="go-paperless" method="post" action="${PREFIX}/paperless/enroll">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Yes, no more paper</button>
      </form>
      <form id="not-now" method="post" action="${PREFIX}/paperless/skip">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit" class="link">Not now</button>
      </form>`,
    NAV,
  );

export interface AccountEntry {
  accountId: string;
  account: Account;
}

/** Data for the page's own script; a `<` could end it. */
const inScript = (data: unknown): Html => ({ markup: JSON.stringify(data).replaceAll("<", "\\u003c") });

export function accountPage(entries: readonly AccountEntry[], paperless: boolean): string {
  const data = {
    page: "accounts",
    paperless,
    customer: {
      accounts: entries.map(({ accountId, account }) => ({
        accountId,
        accountNumber: account.number,
        nickname: account.nickname,
        serviceAddress: account.serviceAddress,
        billsUrl: `${PREFIX}/bills/${accountId}`,
      })),
    },
  };
  return framed(
    "Your accounts",
    html`<p>Paper bills: ${paperless ? "off" : "on"}</p>
      <ul id="accounts"></ul>
      <script id="account-data" type="application/json">
        ${inScript(data)}
      </script>
      <script>
        const data = JSON.parse(document.getElementById("account-data").textContent);
        for (const account of data.customer.accounts) {
          const link = Object.assign(document.createElement("a"), { href: account.billsUrl, textContent: "Bills" });
          const item = document.createElement("li");
          item.append(account.nickname + ", " + account.accountNumber + ", " + account.serviceAddress + " ", link);
          document.getElementById("accounts").append(item);
        }
      </script>`,
    NAV,
  );
}

const money = (cents: number): string => `${cents < 0 ? "-" : ""}$${digits(fixed(cents, 2))}`;

export interface BillListing extends AccountEntry {
  bills: readonly Bill[];
  page: number;
  pages: number;
}

export function billsPage({ accountId, account, bills, page, pages }: BillListing): string {
  const items = bills.map(
    (bill) =>
      html`<li class="bill" data-bill="${bill.documentId}">
        <time>${longDate(bill.billDay)}</time> <span class="due">${money(bill.dueCents)}</span>
        <a class="file" href="${PREFIX}/bills/${accountId}/${bill.documentId}.pdf">Bill (PDF)</a>
      </li> `,
  );
  const links = Array.from({ length: pages }, (_, at) =>
    at + 1 === page
      ? html`<strong aria-current="page">${page}</strong> `
      : html`<a href="${PREFIX}/bills/${accountId}?page=${at + 1}">${at + 1}</a> `,
  );
  return framed(
    "Bills",
    html`<p>Account ${account.number}</p>
      <ul id="bills">
        ${items}
      </ul>
      ${bills.length === 0 ? html`<p class="none">There are no bills on this page.</p>` : EMPTY}
      <p class="pages">Page: ${links}</p>`,
    NAV,
  );
}
