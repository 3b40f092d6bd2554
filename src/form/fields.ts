/** Form fields with label, hint and message, tied together for screen readers; and the summary of what is to be mended. */
import { html, type Html } from "../html.ts";

export interface Field {
  name: string;
  label: string;
  hint?: Html | string;
  /** What stands in it; never given for a password. */
  value?: string;
  error?: string | undefined;
  kind?: "text" | "password" | "email" | "area";
  autocomplete: string;
  isOptional?: true;
  inputmode?: "url" | "email";
  /** Id of a list of suggestions. */
  list?: string | null;
}

export function renderField(field: Field): Html {
  const { name, label, hint, value = "", error, kind = "text", autocomplete, isOptional } = field;
  const described = [hint === undefined ? [] : `${name}-hint`, error === undefined ? [] : `${name}-error`].flat();
  const attributes = renderAttributes({
    id: name,
    name,
    autocomplete,
    autocapitalize: "none",
    spellcheck: "false",
    inputmode: field.inputmode,
    list: field.list,
    required: isOptional ? null : "",
    "aria-invalid": error === undefined ? null : "true",
    "aria-describedby": described.join(" ") || null,
  });
  return html`<label for="${name}">${label}${isOptional ? " (optional)" : null}</label>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`}
    ${kind === "area" ? html`<textarea${attributes} rows="3">${value}</textarea>` : html`<input${attributes} type="${kind}" value="${value}">`}`;
}

/** Each with a blank before it; null and undefined ones are left out. */
function renderAttributes(attributes: Record<string, string | null | undefined>): Html[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [html` ${name}="${value}"`],
  );
}

/** Names every field that is to be mended, each a link to it. Nothing when nothing is. */
export function renderSummary(fields: Field[]): Html | null {
  const wrong = fields.filter(({ error }) => error !== undefined);
  if (wrong.length === 0) return null;
  return html` <div class="note bad" role="alert">
    <h2>Please check</h2>
    <ul>
      ${wrong.map(({ name, label, error }) => html`<li><a href="#${name}">${label}</a>: ${error ?? ""}</li>`)}
    </ul>
  </div>`;
}

/** The texts of a submitted form; whatever is no text is left out. */
export function readTexts(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Half a character or a zero character: nobody types them, and they cannot be kept. */
export const isUnkeepable = (text: string): boolean => text.includes("\0") || !text.isWellFormed();
