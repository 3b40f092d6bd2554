/** Juniper Water's web forms: each page is one form, and its links post it. */
import { EMPTY, html } from "../web/html.ts";
import type { Html } from "../web/html.ts";
import { framedPage } from "../web/page-frame.ts";
import { digits, fixed } from "../world/decimal.ts";
import type { Account, Bill } from "../world/model.ts";
import { PLAIN } from "../world/plain-utilities.ts";
import { POST_BACK, hiddenFields } from "./form-state.ts";
import type { SignedState } from "./form-state.ts";

export const PREFIX = "/juniper-water";

/** The targets of posts: the unique ids of the controls. */
export const CONTROLS = {
  user: "ctl00$Main$txtUser",
  password: "ctl00$Main$txtPassword",
  signIn: "ctl00$Main$btnSignIn",
  account: "ctl00$Main$ddlAccount",
  grid: "ctl00$Main$gvBills",
  signOut: "ctl00$lnkSignOut",
} as const;

/** In the page an id has underscores where the name has dollars. */
const idOf = (name: string): string => name.replaceAll("$", "_");

export const rowLink = (at: number): string => `${CONTROLS.grid}$ctl${String(at + 2).padStart(2, "0")}$lnkPdf`;

const postBack = (target: string, argument = ""): string => `javascript:__doPostBack('${target}','${argument}')`;

const form = (title: string, action: string, signed: SignedState, nav: Html, main: Html): string =>
  framedPage(
    PLAIN["juniper-water"],
    title,
    nav,
    html`${POST_BACK}
      <form method="post" action="./${action}" id="aspnetForm">
        <div class="aspNetHidden">${hiddenFields(signed)}</div>
        ${main}
      </form>`,
  );

export const noticePage = (title: string, sentence: string): string =>
  framedPage(
    PLAIN["juniper-water"],
    title,
    EMPTY,
    html`<p class="notice">${sentence}</p>
      <p><a href="${PREFIX}/Login.aspx">Sign in</a></p>`,
  );

export function loginPage(signed: SignedState, message: string | null): string {
  const { user, password, signIn } = CONTROLS;
  const shown =
    message === null ? EMPTY : html`<span id="ctl00_Main_lblError" class="alert" role="alert">${message}</span>`;
  return form(
    "Sign in",
    "Login.aspx",
    signed,
    EMPTY,
    html`${shown}
      <label for="${idOf(user)}">User ID</label>
      <input name="${user}" type="text" id="${idOf(user)}" autocomplete="username" />
      <label for="${idOf(password)}">Password</label>
      <input name="${password}" type="password" id="${idOf(password)}" autocomplete="current-password" />
      <p><a id="${idOf(signIn)}" class="button" href="${postBack(signIn)}">Sign in</a></p>`,
  );
}

const money = (cents: number): string => (cents < 0 ? `($${digits(fixed(cents, 2))})` : `$${digits(fixed(cents, 2))}`);

/** `3/4/2026` */
function plainDate(day: string): string {
  const [year = "", month = "", dayOfMonth = ""] = day.split("-");
  return `${Number(month)}/${Number(dayOfMonth)}/${year}`;
}

export interface Grid {
  accounts: readonly Account[];
  account: Account;
  bills: readonly Bill[];
  page: number;
  pages: number;
}

function pager({ page, pages }: Grid): Html {
  if (pages < 2) return EMPTY;
  const cells = Array.from({ length: pages }, (_, at) =>
    at + 1 === page
      ? html`<td><span>${page}</span></td>`
      : html`<td><a href="${postBack(CONTROLS.grid, `Page$${at + 1}`)}">${at + 1}</a></td>`,
  );
  return html`<tr class="pager">
    <td colspan="4">
      <table>
        <tr>
          ${cells}
        </tr>
      </table>
    </td>
  </tr>`;
}

export function billsPage(signed: SignedState, grid: Grid): string {
  const { accounts, account, bills } = grid;
  const options = accounts.map(({ number, serviceAddress }) => {
    const text = `${number} - ${serviceAddress}`;
    return number === account.number
      ? html`<option selected="selected" value="${number}">${text}</option>`
      : html`<option value="${number}">${text}</option>`;
  });
  const rows = bills.map((bill, at) => {
    const link = rowLink(at);
    return html`<tr class="row">
      <td>${plainDate(bill.billDay)}</td>
      <td>${bill.billNumber}</td>
      <td>${money(bill.dueCents)}</td>
      <td><a id="${idOf(link)}" href="${postBack(link)}">View PDF</a></td>
    </tr> `;
  });
  const list = CONTROLS.account;
  const change = `javascript:setTimeout('__doPostBack(\\'${list}\\',\\'\\')', 0)`;
  return form(
    "Billing history",
    "Bills.aspx",
    signed,
    html`<a id="${idOf(CONTROLS.signOut)}" href="${postBack(CONTROLS.signOut)}">Sign out</a>`,
    html`<label for="${idOf(list)}">Account</label>
      <select name="${list}" id="${idOf(list)}" onchange="${change}">
        ${options}
      </select>
      <div class="scroll">
        <table id="${idOf(CONTROLS.grid)}">
          <tr>
            <th scope="col">Bill date</th>
            <th scope="col">Bill number</th>
            <th scope="col">Amount due</th>
            <th scope="col">Bill</th>
          </tr>
          ${rows} ${pager(grid)}
        </table>
      </div>`,
  );
}
