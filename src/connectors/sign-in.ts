/** Signs in with a form as a recipe describes it: one page, one form, one answer. The password is sent once. */
import { PortalError, portalChanged, type Challenge, type Credential } from "./contract.ts";
import type { FormFields } from "./form-bytes.ts";
import { outcomeOf } from "./outcome.ts";
import { readForm, readPage, type Page, type PageForm } from "./page.ts";
import type { Recipe } from "./recipe.ts";
import type { Transport } from "./transport.ts";

/** Finds the question on a page; null when the recipe does not know it. */
type Ask = (page: Page) => Challenge | null;

/** Resolves when signed in. @throws PortalError of the kind that the recipe declares for the portal's answer. */
export async function signIn(
  transport: Transport,
  login: Recipe["login"],
  start: URL,
  credential: Credential,
  ask: Ask = () => null,
): Promise<void> {
  const shown = readPage(await transport.get(start, "page"));
  const where = `${transport.place(shown.url)} (status ${shown.status})`;
  const form = readForm(shown, login.form);
  if (form === null) throw new PortalError(refusalOn(shown, login), `no sign-in form at ${where}`);
  // A GET would put the password into the URL, and so into the portal's logs.
  if (form.method === "get") throw portalChanged(`the sign-in form at ${where} is not sent by POST`);
  const fields = fillForm(form, login, credential, where);
  requireEntry(transport, login, readPage(await transport.post(form.action, fields, shown.url)), ask);
}

/** Returns when the page shows that the sign-in succeeded. @throws PortalError for any other page */
export function requireEntry(transport: Transport, login: Recipe["login"], page: Page, ask: Ask): void {
  const kind = outcomeOf(login.outcomes, page);
  const end = `${transport.place(page.url)} (status ${page.status})`;
  if (kind === null) throw portalChanged(`no outcome matched at ${end}`);
  if (kind === "success") return;
  throw new PortalError(kind, `the sign-in ended at ${end}`, { challenge: kind === "mfa_required" ? ask(page) : null });
}

/** The page without the form may be one of the known refusals, such as maintenance. */
function refusalOn(page: Page, login: Recipe["login"]) {
  const kind = outcomeOf(login.outcomes, page);
  return kind === null || kind === "success" ? "portal_changed" : kind;
}

/** All fields of the form, with the credential filled in. */
function fillForm(form: PageForm, login: Recipe["login"], credential: Credential, where: string): FormFields {
  const values = new Map(Object.entries(login.fields).map(([name, part]) => [name, credential[part]]));
  const present = new Set(form.fields.map(([name]) => name));
  const missing = values.keys().find((name) => !present.has(name));
  if (missing !== undefined) throw portalChanged(`the sign-in form at ${where} has no field ${missing}`);
  const filled = form.fields
    .filter(([name]) => !(name in login.submit))
    .map(([name, value]): [string, string] => [name, values.get(name) ?? value]);
  return [...filled, ...Object.entries(login.submit)];
}
