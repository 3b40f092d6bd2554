/** The page for a utility that is known and whose bills cannot be collected: it asks for no login, and tells the company that it is wanted. */
import { html } from "../formats/html/html.ts";
import { loginFields, renderField, renderSummary } from "./fields.ts";
import { formPath, NO_LANGUAGE, type Asking } from "./form-pages.ts";
import type { Reader } from "./languages.ts";
import type { Page } from "./pages.ts";
import type { Errors, Typed } from "./submitted.ts";

export interface WishState {
  /** `website`: empty when none is known; then the page asks for it. */
  utility: { key: string; name: string; website: string };
  /** Signed, so that only a page of ours can be sent, and once. */
  page: string;
  typed: Typed;
  errors: Errors;
  note: string | null;
}

export function wishPage(asking: Asking, reader: Reader, state: WishState): Page {
  const { say } = reader;
  const { company, brand } = asking;
  const { utility, page, typed, errors, note } = state;
  const names = { utility: utility.name, company };
  const fields = utility.website === "" ? [loginFields(say, typed, errors).online_access_url] : [];
  const title = say("wish.title", names);
  return {
    title: Object.keys(errors).length > 0 ? say("frame.title.check", { title }) : title,
    path: formPath(asking, NO_LANGUAGE, { utility: utility.key }),
    brand,
    body: html`<p class="eyebrow">${say("login.for", { company })}</p>
      <h1>${title}</h1>
      ${note === null ? null : html`<p class="note bad" role="alert">${note}</p>`}
      ${renderSummary(fields, say)}
      <p class="lead">${say("wish.noLogin", names)}</p>
      <p><a class="row-link" href="${formPath(asking, reader, { q: "" })}#find">${say("login.change")}</a></p>
      <h2>${say("wish.files")}</h2>
      <p>${say(brand.isReachable ? "wish.files.contact" : "wish.files.text", names)}</p>
      <h2>${say("wish.tell", names)}</h2>
      <p>${say("wish.tell.text", names)}</p>
      <form method="post" action="${formPath(asking, reader)}" data-once>
        <input type="hidden" name="page" value="${page}" />
        <input type="hidden" name="utility" value="${utility.key}" />
        ${fields.map((field) => renderField(field, say))}
        <button type="submit">${say("wish.button", names)}</button>
      </form>`,
  };
}
