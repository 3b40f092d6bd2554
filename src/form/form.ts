/** The shareable form: whoever holds a company's link can hand in the login of a utility website, and read nothing back. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { findFormLinkOfToken } from "../links.ts";
import { CredentialInput } from "../records/authorization.ts";
import { countFormSubmissions } from "../store/authorizations.ts";
import { findCompany } from "../store/companies.ts";
import { addressFault, submitCredential } from "../submissions.ts";
import { isUnkeepable, readTexts, renderField, renderSummary, type Field } from "./fields.ts";
import { html, type Html } from "../html.ts";
import { FORM_BYTES_MAX, PAGE_ROUTE, requireOwnPage, sendDeadLink, sendPage } from "./pages.ts";
import { signReceipt } from "./receipts.ts";

/** How long an opened page can be sent. */
const PAGE_MS = 24 * 3600 * 1000;
/** Submissions of one link in an hour: enough for a large building on the day of the letter, too few to try passwords. */
const PER_HOUR_MAX = 100;
const HOUR_MS = 3600 * 1000;

interface Opened {
  token: string;
  company_id: number;
  form_link_id: number;
  companyName: string;
}

type Errors = Partial<Record<string, string>>;

export function formRoutes(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string } }>("/form/:token", PAGE_ROUTE, async (request, reply) => {
    const form = await openForm(app, request.params.token);
    return form === null ? sendDeadLink(reply) : sendPage(reply, formPage(app, form, {}, {}));
  });

  server.post<{ Params: { token: string } }>(
    "/form/:token",
    { ...PAGE_ROUTE, bodyLimit: FORM_BYTES_MAX },
    async (request, reply) => {
      requireOwnPage(app, request);
      const form = await openForm(app, request.params.token);
      if (form === null) return sendDeadLink(reply);
      const typed = readTexts(request.body);
      const nonce = readNonce(app, form, typed["page"] ?? "");
      const note =
        nonce === null
          ? "This page was open for very long, or was not sent whole. Please check it and send it again."
          : null;
      const { credential, errors } = readCredential(typed);
      if (nonce === null || credential === null) {
        return sendPage(reply, { ...formPage(app, form, typed, errors, note), status: 422 });
      }
      const since = new Date(app.now() - HOUR_MS).toISOString();
      if ((await countFormSubmissions(app.db, form.company_id, form.form_link_id, since)) >= PER_HOUR_MAX) {
        const wait = "Very many people are using this form now. Please send it again in an hour.";
        reply.header("retry-after", 3600);
        return sendPage(reply, { ...formPage(app, form, typed, {}, wait), status: 429 });
      }
      const { company_id, form_link_id } = form;
      const { id } = await app.db.transaction().execute((trx) =>
        submitCredential(trx, app, {
          company_id,
          credential,
          form: { form_link_id, form_nonce_sha256: createHash("sha256").update(nonce).digest() },
        }),
      );
      return reply.redirect(`/form/${form.token}/receipts/${signReceipt(app, { company_id, id })}`, 303);
    },
  );
}

async function openForm(app: App, token: string): Promise<Opened | null> {
  const link = await findFormLinkOfToken(app, token);
  const company = link && (await findCompany(app.db, link.company_id));
  if (link === undefined || company === undefined) return null;
  return { token, company_id: company.id, form_link_id: link.id, companyName: company.name };
}

/** Bound to the form and signed, so that only a page we made can be sent; sent twice it is one submission. */
const signPage = ({ links, now }: App, { form_link_id }: Opened): string =>
  links.sign("form_page", [form_link_id, randomBytes(16).toString("base64url")], now() + PAGE_MS);

function readNonce({ links }: App, { form_link_id }: Opened, page: string): string | null {
  const opened = links.open("form_page", page);
  if (opened === null || opened.expired || opened.values[0] !== String(form_link_id)) return null;
  return opened.values[1] ?? null;
}

const MISSING: Errors = {
  online_access_url: "Enter the address of your utility's website.",
  online_access_username: "Enter the user name you sign in with there.",
  online_access_password: "Enter the password you sign in with there.",
};

/** What was typed, as a credential; or a message beside each field that is not well. */
function readCredential(typed: Record<string, string>): { credential: CredentialInput | null; errors: Errors } {
  const { online_access_url = "", online_access_username = "", online_access_password = "" } = typed;
  const given = {
    online_access_url: online_access_url.trim(),
    online_access_username: online_access_username.trim(),
    online_access_password,
    twoFactorInstructions: typed["twoFactorInstructions"]?.trim() || null,
  };
  const parsed = CredentialInput.safeParse(given);
  const errors: Errors = {};
  for (const { path } of parsed.error?.issues ?? []) errors[String(path[0])] = "This is too long.";
  for (const [name, value] of Object.entries(given)) {
    if (value === "") errors[name] = MISSING[name];
    else if (isUnkeepable(value ?? "")) errors[name] = "This holds a character that cannot be kept.";
  }
  errors["online_access_url"] ??= addressFault(given.online_access_url) ?? undefined;
  const isWell = Object.values(errors).every((error) => error === undefined);
  return { credential: isWell && parsed.success ? parsed.data : null, errors };
}

function formPage(
  app: App,
  form: Opened,
  typed: Record<string, string>,
  errors: Errors,
  note: string | null = null,
): { title: string; body: Html } {
  const fields = fieldsOf(app, typed, errors);
  const isWrong = fields.some(({ error }) => error !== undefined);
  const { companyName } = form;
  return {
    title: `${isWrong ? "Please check: " : ""}Share your utility bills with ${companyName}`,
    body: html` <h1>Share your utility bills with ${companyName}</h1>
      ${note === null ? null : html`<p class="note bad" role="alert">${note}</p>`} ${renderSummary(fields)}
      <p>${companyName} asks for the login of your utility's website, so that this service can collect your bills.</p>
      <div class="note">
        <p><strong>What is read:</strong> the bills and the usage of the accounts behind this login.</p>
        <p><strong>What is not done:</strong> nothing is paid, changed or ordered there.</p>
        <p><strong>Your password:</strong> ${trustSentence(app, companyName)}</p>
        <p><strong>You can stop it:</strong> the page after this one has a button that forgets your login for ever.</p>
      </div>
      <form method="post" action="/form/${form.token}">
        <input type="hidden" name="page" value="${signPage(app, form)}" />
        ${fields.map(renderField)} ${knownUtilities(app)}
        <button type="submit">Share my bills with ${companyName}</button>
      </form>`,
  };
}

/** Must be true: an admin of the operator can read a password unless that is switched off. */
const trustSentence = ({ config }: App, companyName: string): string =>
  config.revealPasswords
    ? `It is stored encrypted. ${companyName} cannot see it. Only the administrators of this service can, and each view is logged.`
    : `It is stored encrypted. Neither ${companyName} nor the administrators of this service are shown it; it is used to sign in and for nothing else.`;

const fieldsOf = (app: App, typed: Record<string, string>, errors: Errors): Field[] => [
  {
    name: "online_access_url",
    label: "Address of your utility's website",
    hint: "Where you sign in to see your bills, for example www.example.com",
    value: typed["online_access_url"] ?? "",
    error: errors["online_access_url"],
    autocomplete: "url",
    inputmode: "url",
    list: app.sandboxUrl === null ? null : "utilities",
  },
  {
    name: "online_access_username",
    label: "User name or e-mail there",
    value: typed["online_access_username"] ?? "",
    error: errors["online_access_username"],
    autocomplete: "username",
  },
  {
    name: "online_access_password",
    label: "Password there",
    error: errors["online_access_password"],
    kind: "password",
    autocomplete: "current-password",
  },
  {
    name: "twoFactorInstructions",
    label: "Anything that helps us sign in",
    hint: "For example the answers to its security questions.",
    value: typed["twoFactorInstructions"] ?? "",
    error: errors["twoFactorInstructions"],
    kind: "area",
    autocomplete: "off",
    isOptional: true,
  },
];

/** The sandbox's addresses are known by heart to nobody; those of real utilities people copy from their browser. */
function knownUtilities({ connectors, sandboxUrl }: App): Html | null {
  if (sandboxUrl === null) return null;
  const options = connectors
    .list()
    .map(({ key, name }) => ({ name, url: new URL(`/${key}/`, sandboxUrl).href }))
    .filter(({ url }) => connectors.find(url) !== null);
  return html`<datalist id="utilities">
    ${options.map(({ url, name }) => html`<option value="${url}">${name}</option>`)}
  </datalist>`;
}
