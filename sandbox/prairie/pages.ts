/** Prairie Energy's pages: a form, tables, and what can be exported of an account. */
import { EMPTY, html } from "../web/html.ts";
import type { Html } from "../web/html.ts";
import { framedPage } from "../web/page-frame.ts";
import { slashDate } from "../world/days.ts";
import { digits, fixed } from "../world/decimal.ts";
import type { Account } from "../world/model.ts";
import { PLAIN } from "../world/plain-utilities.ts";

export const PREFIX = "/prairie-energy";

const NAV = html`<nav><a href="${PREFIX}/accounts">Accounts</a> <a href="${PREFIX}/logout">Log out</a></nav>`;

const framed = (title: string, main: Html, nav: Html = NAV): string =>
  framedPage(PLAIN["prairie-energy"], title, nav, main);

export const noticePage = (title: string, sentence: string): string =>
  framed(
    title,
    html`<p class="notice">${sentence}</p>
      <p><a href="${PREFIX}/login">Log in</a></p>`,
    EMPTY,
  );

export function loginPage(token: string, alert: string | null): string {
  const shown = alert === null ? EMPTY : html`<p class="alert" role="alert">${alert}</p>`;
  return framed(
    "Log in",
    html`${shown}
      <form id="login" method="post" action="${PREFIX}/login">
        <input type="hidden" name="token" value="${token}" />
        <label for="email">E-mail or user name</label>
        <input id="email" name="email" autocomplete="username" required />
        <label for="pin">Password</label>
        <input id="pin" name="pin" type="password" autocomplete="current-password" required />
        <button type="submit">Log in</button>
      </form>`,
    EMPTY,
  );
}

/** In addresses a number is without its space. */
export const refOf = ({ number }: Account): string => number.replaceAll(" ", "");

export function accountsPage(accounts: readonly Account[]): string {
  const rows = accounts.map(
    (account) =>
      html`<tr>
        <td class="account-number">${account.number}</td>
        <td class="service-address">${account.serviceAddress}</td>
        <td><a class="history" href="${PREFIX}/accounts/${refOf(account)}">Bills and exports</a></td>
      </tr> `,
  );
  return framed(
    "Accounts",
    html`<div class="scroll">
      <table id="account-table">
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`,
  );
}

const money = (cents: number): string => `${cents < 0 ? "-" : ""}$${digits(fixed(cents, 2))}`;

export function billsPage(account: Account): string {
  const newestFirst = account.bills.toReversed();
  const exports = `${PREFIX}/exports/${refOf(account)}`;
  const rows = newestFirst.map(
    (bill) =>
      html`<tr>
        <td class="bill-date">${slashDate(bill.billDay)}</td>
        <td class="bill-amount">${money(bill.dueCents)}</td>
        <td><a class="bill-zip" href="${PREFIX}/bills/${bill.documentId}.zip">Bill (ZIP)</a></td>
      </tr> `,
  );
  const [newest, oldest] = [newestFirst[0]?.billDay ?? "", newestFirst.at(-1)?.billDay ?? ""];
  return framed(
    `Account ${account.number}`,
    html`<h2>Export</h2>
      <form id="export-bills" method="get" action="${exports}/bills.zip">
        <label for="from">From</label>
        <input id="from" name="from" type="date" value="${oldest}" required />
        <label for="to">To</label>
        <input id="to" name="to" type="date" value="${newest}" required />
        <button type="submit">Download all bills (ZIP)</button>
      </form>
      <p>
        <a class="history-csv" href="${exports}/history.csv">Billing history (CSV)</a>
        <a class="history-xlsx" href="${exports}/history.xlsx">Billing history (Excel)</a>
      </p>
      <h2>Bills</h2>
      <div class="scroll">
        <table id="bill-table">
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>`,
  );
}
