/** Renders form fields with label, hint and message, linked for screen readers, and the summary of the errors; lists the fields of a login. */
import { html, type Html } from "../formats/html/html.ts";
import type { LoginInput } from "../records/authorization.ts";
import type { Say } from "./languages.ts";
import type { ErrorKey, Errors, Typed } from "./submitted.ts";

export interface Field {
  name: string;
  label: string;
  hint?: string;
  /** The current value; never given for a password. */
  value?: string;
  error?: string | undefined;
  kind?: "text" | "password" | "email" | "area" | "code";
  autocomplete: string;
  isOptional?: true;
  inputmode?: "url" | "email" | "numeric";
}

export function renderField(field: Field, say: Say): Html {
  const { name, label, hint, value = "", error, kind = "text", autocomplete, isOptional } = field;
  const described = [hint === undefined ? [] : `${name}-hint`, error === undefined ? [] : `${name}-error`].flat();
  const attributes = renderAttributes({
    id: name,
    name,
    autocomplete,
    autocapitalize: field.autocomplete === "name" ? "words" : "none",
    spellcheck: "false",
    inputmode: field.inputmode,
    required: isOptional ? null : "",
    class: kind === "code" ? "code" : null,
    "aria-invalid": error === undefined ? null : "true",
    "aria-describedby": described.join(" ") || null,
  });
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`}
    ${kind === "area" ? html`<textarea${attributes} rows="3">${value}</textarea>` : kind === "password" ? passwordInput(attributes, say) : html`<input${attributes} type="${kind === "email" ? "email" : "text"}" value="${value}">`}
  </div>`;
}

/** The page's script adds the button that shows the password, since it needs scripts. */
const passwordInput = (attributes: Html[], say: Say): Html =>
  html`<div
    class="with-button"
    data-show="${say("login.show")}"
    data-show-what="${say("login.show.what")}"
    data-hide="${say("login.hide")}"
    data-hide-what="${say("login.hide.what")}"
  >
    <input${attributes} type="password">
  </div>`;

/** Each attribute with a leading space; null and undefined ones are left out. */
function renderAttributes(attributes: Record<string, string | null | undefined>): Html[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [html` ${name}="${value}"`],
  );
}

/** A choice between several answers. */
export function renderChoice(choice: {
  name: string;
  legend: string;
  options: string[];
  error?: string | undefined;
}): Html {
  const { name, legend, options, error } = choice;
  return html`<fieldset class="field" ${error === undefined ? null : html`aria-describedby="${name}-error"`}>
    <legend>${legend}</legend>
    ${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`}
    ${options.map(
      (option, place) =>
        html`<label class="radio">
          <input type="radio" name="${name}" value="${option}" required${place === 0 ? html` id="${name}"` : null} />
          <span>${option}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** Lists every field with an error, each as a link to it; null when there is none. */
export function renderSummary(fields: Field[], say: Say): Html | null {
  const wrong = fields.filter(({ error }) => error !== undefined);
  if (wrong.length === 0) return null;
  return html` <div class="note bad" role="alert">
    <h2>${say("error.title")}</h2>
    <ul>
      ${wrong.map(({ name, label, error }) => html`<li><a href="#${name}">${label}</a>: ${error ?? ""}</li>`)}
    </ul>
  </div>`;
}

/** A field's submitted value, and what is wrong with it. */
export function filledIn(
  name: string,
  typed: Typed,
  errors: Partial<Record<string, ErrorKey>>,
  say: Say,
): Pick<Field, "name" | "value" | "error"> {
  const error = errors[name];
  return { name, value: typed[name] ?? "", error: error === undefined ? undefined : say(error) };
}

/** The fields of a login with the submitted values, except the password. */
export function loginFields(say: Say, typed: Typed, errors: Errors): Record<keyof LoginInput, Field> {
  const of = (name: keyof LoginInput) => filledIn(name, typed, errors, say);
  return {
    online_access_url: {
      ...of("online_access_url"),
      label: say("login.website"),
      hint: say("login.website.hint"),
      autocomplete: "url",
      inputmode: "url",
    },
    online_access_username: {
      ...of("online_access_username"),
      label: say("login.username"),
      autocomplete: "username",
    },
    online_access_password: {
      ...of("online_access_password"),
      value: "",
      label: say("login.password"),
      kind: "password",
      autocomplete: "current-password",
    },
    twoFactorInstructions: {
      ...of("twoFactorInstructions"),
      label: say("login.twoFactor"),
      hint: say("login.twoFactor.hint"),
      kind: "area",
      autocomplete: "off",
      isOptional: true,
    },
    other_details: {
      ...of("other_details"),
      label: say("login.other"),
      hint: say("login.other.hint"),
      kind: "area",
      autocomplete: "off",
      isOptional: true,
    },
  };
}

/** Of the form only: where the receipt is mailed. */
export const receiptField = (say: Say, company: string, typed: Typed, errors: Errors): Field => ({
  ...filledIn("receipt_email", typed, errors, say),
  label: say("login.receipt"),
  hint: say("login.receipt.hint", { company }),
  kind: "email",
  autocomplete: "email",
  inputmode: "email",
  isOptional: true,
});
