/** Northgate Electric's web pages: plain forms and tables. */
import { EMPTY, html, htmlPage } from "../web/html.ts";
import type { Html } from "../web/html.ts";
import { promptOf, WAYS } from "../web/second-step.ts";
import type { Step, Waiting } from "../web/second-step.ts";
import type { Account, Bill } from "../world/model.ts";
import { shortDate } from "../world/days.ts";
import { digits, fixed } from "../world/decimal.ts";

export const PREFIX = "/northgate-electric";

const CSS = `
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d232b;background:#f4f6f9}
header{background:#12355b;color:#fff;padding:1rem}header a{color:#fff}
header p{margin:0;font-size:1.25rem;font-weight:700}
main{max-width:56rem;margin:1.5rem auto;padding:0 1rem}
form{max-width:22rem}label{display:block;margin:.75rem 0 .25rem}
input:not([type=radio],[type=checkbox]){width:100%;box-sizing:border-box;padding:.6rem;border:1px solid #76828f;border-radius:4px;font:inherit}
button{margin-top:1rem;padding:.65rem 1.2rem;border:0;border-radius:4px;background:#12355b;color:#fff;font:inherit}
table{border-collapse:collapse;width:100%;background:#fff}th,td{text-align:left;padding:.6rem;border-bottom:1px solid #d4dbe3}
td.amount{font-variant-numeric:tabular-nums}
.alert{border-left:4px solid #a3241a;background:#fdecea;padding:.75rem 1rem}
.scroll{overflow-x:auto}
`;

function frame(title: string, signedIn: boolean, main: Html): string {
  const out = signedIn
    ? html`<nav><a href="${PREFIX}/accounts">Accounts</a> <a href="${PREFIX}/logout">Log out</a></nav>`
    : EMPTY;
  return htmlPage(
    `${title} - Northgate Electric`,
    CSS,
    html`<header>
        <p>Northgate Electric</p>
        ${out}
      </header>
      <main>
        <h1>${title}</h1>
        ${main}
      </main>`,
  );
}

/** A page of one sentence. */
export function noticePage(title: string, sentence: string): string {
  return frame(
    title,
    false,
    html`<p class="notice">${sentence}</p>
      <p><a href="${PREFIX}/login">Back to sign in</a></p>`,
  );
}

export function loginPage(csrfToken: string, alert: string | null): string {
  const shown = alert === null ? EMPTY : html`<p class="alert" role="alert">${alert}</p>`;
  return frame(
    "Sign in",
    false,
    html`${shown}
      <form id="sign-in" method="post" action="${PREFIX}/login">
        <input type="hidden" name="csrf_token" value="${csrfToken}" />
        <label for="username">User name</label>
        <input id="username" name="username" autocomplete="username" required />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button type="submit" name="action" value="sign-in">Sign in</button>
      </form>`,
  );
}

/** The name of the field that takes the answer of each step. */
export const VERIFY_FIELDS: Record<Step, string> = {
  choice: "delivery",
  code: "code",
  authenticator: "code",
  question: "answer",
};

const codeField = html`<label for="code">Code</label>
  <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required />`;

const STEP_FIELDS: Record<Step, Html> = {
  choice: html`${WAYS.map(
    ({ value, label }) =>
      html`<label><input type="radio" name="delivery" value="${value}" required /> ${label}</label> `,
  )}`,
  code: codeField,
  authenticator: codeField,
  question: html`<label for="answer">Answer</label> <input id="answer" name="answer" autocomplete="off" required />`,
};

export function verifyPage(csrfToken: string, waiting: Waiting, alert: string | null): string {
  const shown = alert === null ? EMPTY : html`<p class="alert" role="alert">${alert}</p>`;
  return frame(
    "Verify that it is you",
    false,
    html`${shown}
      <p id="asked">${promptOf(waiting)}</p>
      <form id="verify" class="${waiting.step}" method="post" action="${PREFIX}/verify">
        <input type="hidden" name="csrf_token" value="${csrfToken}" />
        ${STEP_FIELDS[waiting.step]}
        <label><input type="checkbox" name="remember_device" value="yes" /> Do not ask again on this device</label>
        <button type="submit" name="action" value="verify">Verify</button>
      </form>`,
  );
}

export const approvalPage = (): string =>
  frame(
    "Approve the sign-in",
    false,
    html`<p id="asked">We sent a message to your phone. Open the Northgate app and approve the sign-in.</p>
      <p><a href="${PREFIX}/approval">I have approved it</a></p>`,
  );

export function accountsPage(accounts: readonly Account[]): string {
  const rows = accounts.map(
    ({ number, nickname, serviceAddress }) =>
      html`<tr>
        <td class="number">${number}</td>
        <td class="nickname">${nickname}</td>
        <td class="address">${serviceAddress}</td>
        <td><a href="${PREFIX}/accounts/${number}/bills">View bills</a></td>
      </tr> `,
  );
  return frame(
    "Your accounts",
    true,
    html`<div class="scroll">
      <table id="accounts">
        <thead>
          <tr>
            <th>Account number</th>
            <th>Nickname</th>
            <th>Service address</th>
            <th>Bills</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`,
  );
}

const money = (cents: number): string => `${cents < 0 ? "-" : ""}$${digits(fixed(cents, 2))}`;

export interface BillListing {
  account: Account;
  bills: readonly Bill[];
  page: number;
  pages: number;
}

export function billsPage({ account, bills, page, pages }: BillListing): string {
  const base = `${PREFIX}/accounts/${account.number}/bills`;
  const rows = bills.map(
    (bill) =>
      html`<tr>
        <td class="date">${shortDate(bill.billDay)}</td>
        <td class="amount">${money(bill.dueCents)}</td>
        <td class="note">${bill.corrects === null ? "" : "Corrected bill"}</td>
        <td><a href="${PREFIX}/bills/${bill.documentId}/bill.pdf">View bill (PDF)</a></td>
      </tr> `,
  );
  const newer = page > 1 ? html`<a rel="prev" class="newer" href="${base}?page=${page - 1}">Newer bills</a> ` : EMPTY;
  const older =
    page < pages ? html`<a rel="next" class="older" href="${base}?page=${page + 1}">Older bills</a>` : EMPTY;
  return frame(
    "Bills",
    true,
    html`<p>Account ${account.number}, ${account.serviceAddress}</p>
      <div class="scroll">
        <table id="bills">
          <thead>
            <tr>
              <th>Bill date</th>
              <th>Amount due</th>
              <th>Note</th>
              <th>Document</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>
      <p class="pages">Page ${page} of ${pages}. ${newer}${older}</p>`,
  );
}
