/** The pages of Greenfield Energy: sign-in, consent, and the page that shows what is shared. */
import { EMPTY, html, htmlPage } from "../web/html.ts";
import type { Html } from "../web/html.ts";
import { page } from "../web/http.ts";
import type { Reply } from "../web/http.ts";
import type { Customer } from "./customers.ts";
import type { Grant } from "./grants.ts";

export const PREFIX = "/greenfield-energy";

const CSS = `
:root{color-scheme:light dark;--green:#1b7f3b}
body{margin:0 auto;max-width:34rem;padding:1.25rem;font:16px/1.55 system-ui,sans-serif}
h1{font-size:1.5rem}
label{display:block;margin:.75rem 0 .25rem}
input:not([type]),input[type=password]{box-sizing:border-box;width:100%;font:inherit;padding:.55rem}
button{font:inherit;padding:.6rem 1rem;margin:.75rem .5rem 0 0}
button.main{background:var(--green);color:#fff;border:0;border-radius:6px}
.box{border:1px solid #8886;border-radius:8px;padding:.75rem 1rem;margin:.75rem 0}
[role=alert]{color:#c62828}
`;

const show = (status: number, title: string, body: Html, headers: Reply["headers"] = {}): Reply =>
  page(status, htmlPage(title, CSS, html`<main><h1>${title}</h1>${body}</main>`), headers);

/** A consent leads to the site of the third party, which browsers only allow if the page says so. */
const leadsTo = (redirectUri: string) => ({
  "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${new URL(redirectUri).origin}; base-uri 'none'`,
});

export const refusedRequest = (why: string): Reply =>
  show(
    400,
    "This request cannot be answered",
    html`<p>${why} You were not asked for anything, and nothing is shared.</p>`,
  );

export const signInPage = (request: string, refusal: string | null): Reply =>
  show(
    refusal === null ? 200 : 401,
    "Sign in to Greenfield Energy",
    html`${refusal === null ? EMPTY : html`<p role="alert">${refusal}</p>`}
      <form method="post" action="${PREFIX}/oauth/login">
        <input type="hidden" name="request" value="${request}" />
        <label for="username">User name</label><input id="username" name="username" autocomplete="username" required />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button class="main">Sign in</button>
      </form>`,
  );

export const consentPage = (
  request: string,
  customer: Customer,
  asked: { scope: string; redirectUri: string },
): Reply =>
  show(
    200,
    "Share your data?",
    html`<p>
        <strong>Meterbook</strong> at ${new URL(asked.redirectUri).host} asks for your bills and usage of up to 24 months, now
        and until you stop it (${asked.scope}).
      </p>
      <form method="post" action="${PREFIX}/oauth/consent">
        <input type="hidden" name="request" value="${request}" />
        <fieldset>
          <legend>Accounts to share</legend>
          ${customer.accounts.map(
            ({ id, number, name }) =>
              html`<label><input type="checkbox" name="account" value="${id}" checked /> ${name}, ${number}</label>`,
          )}
        </fieldset>
        <button class="main" name="decision" value="allow">Share</button>
        <button name="decision" value="deny">Do not share</button>
      </form>`,
    leadsTo(asked.redirectUri),
  );

export const homePage = (
  customers: readonly Customer[],
  grants: readonly Grant[],
  switches: readonly string[],
): Reply =>
  show(
    200,
    "Greenfield Energy",
    html`<p>
        A fictional utility for electricity and gas. It asks nobody for bills by password: it offers Green Button Connect My
        Data. The password of every user name is <code>sandbox</code>.
      </p>
      <dl>
        ${customers.map(
          ({ username, what }) =>
            html`<dt><code>${username}</code></dt>
              <dd>${what}</dd>`,
        )}
      </dl>
      <h2>What is shared</h2>
      ${grants.length === 0 ? html`<p>Nothing.</p>` : EMPTY}
      ${grants.map(
        ({ id, customer, accounts, isRevoked }) =>
          html`<div class="box">
            ${customer.username}: ${accounts.map(({ number }) => number).join(", ")}
            ${
              isRevoked
                ? html`<strong>stopped</strong>`
                : html`<form method="post" action="${PREFIX}/grants/${id}/revoke"><button>Stop sharing</button></form>`
            }
          </div>`,
      )}
      <h2>Switches</h2>
      ${switches.map(
        (name) =>
          html`<form method="post" action="${PREFIX}/switches/${name}"><button>${name.replaceAll("_", " ")}</button></form>`,
      )}`,
  );
