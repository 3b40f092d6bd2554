/** Clearwater Gas & Water's web pages: cards instead of tables, statements grouped by year. */
import { EMPTY, html, htmlPage } from "../web/html.ts";
import type { Html } from "../web/html.ts";
import { promptOf, WAYS } from "../web/second-step.ts";
import type { Step, Waiting } from "../web/second-step.ts";
import type { Account, Bill } from "../world/model.ts";
import { slashDate } from "../world/days.ts";
import { digits, fixed } from "../world/decimal.ts";

export const PREFIX = "/clearwater-gas-water";

const CSS = `
body{margin:0;font:17px/1.55 Georgia,serif;color:#1c2b2b;background:#fff}
.top{border-bottom:4px solid #0f6b6d;padding:1rem 1.25rem;display:flex;gap:1rem;flex-wrap:wrap;justify-content:space-between}
.brand{color:#0f6b6d;font-size:1.4rem;font-weight:700}
.content{max-width:50rem;margin:0 auto;padding:1.25rem}
a{color:#0b5557}
.field{margin:.8rem 0}.field label{display:block}
.field input,.field select{padding:.6rem;width:100%;max-width:24rem;box-sizing:border-box;border:1px solid #6d8080;font:inherit}
.go{padding:.6rem 1.4rem;background:#0f6b6d;color:#fff;border:0;font:inherit}
.message{background:#fbe9d7;padding:.75rem 1rem;border:1px solid #8a3b00}
.card{border:1px solid #b8c9c9;border-radius:10px;padding:1rem 1.25rem;margin:1rem 0}
.card .label{color:#4d6161}
.statement{display:flex;gap:1.25rem;flex-wrap:wrap;padding:.6rem 0;border-bottom:1px solid #dbe5e5}
.years a,.years strong{margin-right:1rem}
`;

function shell(title: string, signedIn: boolean, content: Html): string {
  const out = signedIn
    ? html`<span><a href="${PREFIX}/dashboard">Overview</a> <a href="${PREFIX}/signout">Sign out</a></span>`
    : EMPTY;
  return htmlPage(
    `${title} | Clearwater Gas & Water`,
    CSS,
    html`<div class="top"><span class="brand">Clearwater Gas &amp; Water</span>${out}</div>
      <div class="content">
        <h1>${title}</h1>
        ${content}
      </div>`,
  );
}

export function messagePage(title: string, sentence: string): string {
  return shell(
    title,
    false,
    html`<div class="message">${sentence}</div>
      <p><a href="${PREFIX}/signin">Sign in</a></p>`,
  );
}

export function signinPage(message: string | null): string {
  const shown = message === null ? EMPTY : html`<div class="message" id="signin-message" role="alert">${message}</div>`;
  return shell(
    "Welcome",
    false,
    html`${shown}
      <form class="signin" method="post" action="${PREFIX}/signin">
        <div class="field">
          <label for="customerEmail">E-mail or customer name</label>
          <input id="customerEmail" name="customerEmail" autocomplete="username" required />
        </div>
        <div class="field">
          <label for="passphrase">Passphrase</label>
          <input id="passphrase" name="passphrase" type="password" autocomplete="current-password" required />
        </div>
        <input type="hidden" name="returnTo" value="dashboard" />
        <button class="go" type="submit">Continue</button>
      </form>`,
  );
}

/** The page of each step, under the prefix. */
export const STEP_PATHS: Record<Step, string> = {
  choice: "/signin/delivery",
  code: "/signin/code",
  authenticator: "/signin/app",
  question: "/signin/question",
};

const codeField = html`<label for="oneTimeCode">One-time code</label>
  <input
    id="oneTimeCode"
    name="oneTimeCode"
    inputmode="numeric"
    autocomplete="one-time-code"
    maxlength="6"
    required
  />`;

const STEP_FIELDS: Record<Step, Html> = {
  choice: html`<label for="oneTimeCode">Send it by</label>
    <select id="oneTimeCode" name="oneTimeCode" required>
      <option value="">Choose one</option>
      ${WAYS.map(({ value, label }) => html`<option value="${value}">${label}</option> `)}
    </select>`,
  code: codeField,
  authenticator: codeField,
  question: html`<label for="oneTimeCode">Your answer</label>
    <input id="oneTimeCode" name="oneTimeCode" autocomplete="off" required />`,
};

export function stepPage(waiting: Waiting, message: string | null): string {
  const shown = message === null ? EMPTY : html`<div class="message" id="code-message" role="alert">${message}</div>`;
  return shell(
    "One more step",
    false,
    html`${shown}
      <p class="asked">${promptOf(waiting)}</p>
      <form class="one-time-code" method="post" action="${PREFIX}${STEP_PATHS[waiting.step]}">
        <div class="field">${STEP_FIELDS[waiting.step]}</div>
        <div>
          <label><input type="checkbox" name="trustThisBrowser" value="1" /> Trust this browser</label>
        </div>
        <button class="go" type="submit">Confirm</button>
      </form>`,
  );
}

export function dashboardPage(accounts: readonly Account[]): string {
  const cards = accounts.map(
    ({ number, nickname, serviceAddress }) =>
      html`<div class="card" data-account="${number}">
        <h2>${nickname}</h2>
        <div><span class="label">Account No.</span> <span class="account-number">${number}</span></div>
        <div><span class="label">Service at</span> <span class="service-address">${serviceAddress}</span></div>
        <div><a class="statements-link" href="${PREFIX}/statements/${number}">Statements</a></div>
      </div> `,
  );
  return shell("Overview", true, html`<div class="cards">${cards}</div>`);
}

const money = (cents: number): string => (cents < 0 ? `(${digits(fixed(cents, 2))})` : digits(fixed(cents, 2)));

export interface YearListing {
  account: Account;
  years: readonly string[];
  year: string;
  statements: readonly Bill[];
}

export function statementsPage({ account, years, year, statements }: YearListing): string {
  const links = years.map((each) =>
    each === year
      ? html`<strong aria-current="page">${each}</strong> `
      : html`<a class="year" href="${PREFIX}/statements/${account.number}?year=${each}">${each}</a> `,
  );
  const rows = statements.map(
    (bill) =>
      html`<div class="statement" id="s-${bill.documentId}">
        <span class="statement-date">${slashDate(bill.billDay)}</span>
        <span class="statement-total">${money(bill.dueCents)}</span>
        <a class="download" href="${PREFIX}/statement-download/${bill.documentId}">Download PDF</a>${
          bill.corrects === null ? EMPTY : html` <em class="remark">Corrected bill</em>`
        }
      </div> `,
  );
  return shell(
    "Statements",
    true,
    html`<p>Account ${account.number}</p>
      <p class="years">${links}</p>
      <h2>${year}</h2>
      ${rows}`,
  );
}
