/** Renders the form: who asks and the search for the utility, then the login. */
import { html, type Html } from "../formats/html/html.ts";
import type { EnergyType } from "../records/codes.ts";
import { loginFields, receiptField, renderField, renderSummary } from "./fields.ts";
import type { Brand } from "./brand.ts";
import { consentFacts } from "./green-button-pages.ts";
import { ICONS } from "./icons.ts";
import type { Reader, Say } from "./languages.ts";
import type { Page } from "./pages.ts";
import type { Errors, Typed } from "./submitted.ts";
import { siteName } from "../domain/text.ts";

/** The company that asks, its link, and who can see a password. */
export interface Asking {
  token: string;
  company: string;
  brand: Brand;
  trust: "logged" | "ownAdmins" | "hidden";
  /** The receipt can be sent by mail. */
  mailsReceipt: boolean;
}

export interface Utility {
  key: string;
  name: string;
  website: string;
  energy_types: EnergyType[];
}

/** An address within the form, in the language that the reader chose. */
export function formPath({ token }: Asking, { chosen }: Pick<Reader, "chosen">, query: Typed = {}): string {
  const asked = new URLSearchParams({ ...query, ...Object.fromEntries(new URLSearchParams(chosen)) }).toString();
  return `/form/${token}${asked === "" ? "" : `?${asked}`}`;
}

/** For the language switch, which adds the language. */
export const NO_LANGUAGE = { chosen: "" } as const;

/** A search result. */
export interface FoundUtility extends Pick<Utility, "key" | "name" | "energy_types"> {
  /** What people should know of it first. */
  mark: "find.notYet" | "find.unproven" | null;
}

/** The first page: who asks, what for, and the search for the utility. */
export function findPage(
  asking: Asking,
  reader: Reader,
  { query, shown, count }: { query: string | null; shown: FoundUtility[]; count: number },
): Page {
  const { say } = reader;
  const title = say("ask.title", { company: asking.company });
  return {
    title,
    path: formPath(asking, NO_LANGUAGE, query === null ? {} : { q: query }),
    brand: asking.brand,
    body: html`<h1>${title}</h1>
      <p class="lead">${say("ask.lead", { company: asking.company })}</p>
      ${asking.brand.consent(reader)}
      ${factList(asking, say)}
      <hr />
      <h2 id="find">${say("find.title")}</h2>
      <form class="search" method="get" action="/form/${asking.token}#find" role="search" data-search="results">
        <label for="q">${say("find.label")}</label>
        <p class="hint" id="q-hint">${say("find.hint")}</p>
        <input
          type="search"
          id="q"
          name="q"
          value="${query ?? ""}"
          aria-describedby="q-hint"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          maxlength="200"
        />
        ${reader.chosen === "" ? null : html`<input type="hidden" name="lang" value="${reader.language}" />`}
        <button type="submit">${say("find.button")}</button>
      </form>
      <div id="results">${foundList(asking, reader, query, shown, count)}</div>
      <p>
        <a
          class="row-link"
          href="${formPath(asking, reader, { website: looksLikeSite(query) ? query : "", facts: "short" })}"
          >${say("find.unlisted")}</a
        >
      </p>`,
  };
}

/** One word with a dot inside. */
const looksLikeSite = (text: string | null): text is string =>
  text !== null && !/\s/.test(text.trim()) && text.trim().slice(1, -1).includes(".");

function foundList(asking: Asking, reader: Reader, query: string | null, shown: FoundUtility[], count: number): Html {
  const { say } = reader;
  const said = count === 0 ? say("find.none") : say("find.count", { count });
  return html`<p role="status" class="${query === null ? "hidden" : "quiet"}">${query === null ? "" : said}</p>
    ${
      shown.length === 0
        ? null
        : html`<ul class="choices">
            ${shown.map(
              ({ key, name, energy_types, mark }) =>
                html`<li>
                  <a href="${formPath(asking, reader, { utility: key, facts: "short" })}"
                    ><strong>${name}</strong>
                    <span
                      >${[...energy_types.map((type) => say(`energy.${type}`)), ...(mark === null ? [] : [say(mark)])].join(" · ")}</span
                    >${ICONS.next}</a
                  >
                </li>`,
            )}
          </ul>`
    }
    ${count > shown.length ? html`<p class="hint">${moreText(query, count - shown.length, say)}</p>` : null}`;
}

/** Before a search there are also those that it alone finds, so a number would be wrong. */
const moreText = (query: string | null, count: number, say: Say): string =>
  query === null ? say("find.others") : say("find.more", { count });

/** The facts to know beforehand. They must be true: who sees the password depends on the settings. */
function factList({ company, trust }: Asking, say: Say): Html {
  const rows: [Html, string, string][] = [
    [ICONS.page, say("facts.read"), say("facts.read.text")],
    [ICONS.never, say("facts.never"), say("facts.never.text")],
    [ICONS.lock, say("facts.password"), trustSentence(company, trust, say)],
    [ICONS.time, say("facts.time"), say("facts.time.text", { company })],
    [ICONS.stop, say("facts.stop"), say("facts.stop.text", { company })],
  ];
  return html`<ul class="facts">
    ${rows.map(
      ([icon, name, text]) =>
        html`<li>
          ${icon}
          <div><strong>${name}</strong> <span>${text}</span></div>
        </li>`,
    )}
  </ul>`;
}

const trustSentence = (company: string, trust: Asking["trust"], say: Say): string => say(`trust.${trust}`, { company });

export interface LoginState {
  /** The chosen utility; null when the website is typed. */
  utility: Utility | null;
  /** What it can be given. */
  ways: { login: boolean; permission: boolean };
  /** Signed, so that only a page of ours can be sent, and once. */
  page: string;
  typed: Typed;
  errors: Errors;
  note: string | null;
  /** Shows all facts, for a reader who came here directly by a link that names the utility. */
  factsInFull: boolean;
}

/** The way to a utility that asks its customers itself. A link, because browsers let no form lead away from here. */
function permissionOffer(asking: Asking, reader: Reader, { key, name }: Utility): Html {
  const { say } = reader;
  return html`<section class="note">
      <h2>${say("gb.title")}</h2>
      <p>${say("gb.offer", { utility: name })}</p>
      <p>${permissionLink(asking, reader, { key, name })}</p>
    </section>
    <h2>${say("gb.or")}</h2>`;
}

const permissionLink = (asking: Asking, { say, chosen }: Reader, { key, name }: Pick<Utility, "key" | "name">): Html =>
  html`<a
    class="button"
    rel="nofollow"
    href="/form/${asking.token}/green-button?${new URLSearchParams([["utility", key], ...new URLSearchParams(chosen)]).toString()}"
    >${say("gb.go", { utility: name })}</a
  >`;

/** The second page for a utility that takes no login. */
function permissionPage(
  asking: Asking,
  reader: Reader,
  { utility, note, factsInFull }: Pick<LoginState, "note" | "factsInFull"> & { utility: Utility },
): Page {
  const { say } = reader;
  const { company, brand } = asking;
  const title = factsInFull ? say("ask.title", { company }) : say("gb.title");
  return {
    title,
    path: formPath(asking, NO_LANGUAGE, { utility: utility.key, ...(factsInFull ? {} : { facts: "short" }) }),
    brand,
    body: html`${factsInFull ? null : html`<p class="eyebrow">${say("login.for", { company })}</p>`}
      <h1>${title}</h1>
      ${note === null ? null : html`<p class="note bad" role="alert">${note}</p>`}
      <p class="lead">${factsInFull ? say("gb.lead", { company, utility: utility.name }) : say("gb.offer", { utility: utility.name })}</p>
      ${factsInFull ? brand.consent(reader) : null} ${consentFacts(company, utility.name, say)}
      <p>
        ${permissionLink(asking, reader, utility)}<br /><a
          class="row-link"
          href="${formPath(asking, reader, { q: "" })}#find"
          >${say("login.change")}</a
        >
      </p>`,
  };
}

/** The second page: the login, or for a utility that is not listed its website alone. */
export function loginPage(asking: Asking, reader: Reader, state: LoginState): Page {
  const { say } = reader;
  const { company, brand } = asking;
  const { utility, ways, page, typed, errors, note, factsInFull } = state;
  if (utility !== null && !ways.login) return permissionPage(asking, reader, { utility, note, factsInFull });
  const fields = loginFields(say, typed, errors);
  const { online_access_url, online_access_username, online_access_password, ...extra } = fields;
  const main = utility === null ? [online_access_url] : [online_access_username, online_access_password];
  const receipt = utility === null || !asking.mailsReceipt ? [] : [receiptField(say, company, typed, errors)];
  const isWrong = Object.keys(errors).length > 0;
  const own = utility === null ? say("login.title.unlisted") : say("login.title", { utility: utility.name });
  const title = factsInFull ? say("ask.title", { company }) : own;
  const lead = utility === null ? say("login.lead.unlisted") : say("login.lead", { site: siteName(utility.website) });
  const hasExtra = Object.values(extra).some(({ value, error }) => value !== "" || error !== undefined);
  return {
    title: isWrong ? say("frame.title.check", { title }) : title,
    path: formPath(asking, NO_LANGUAGE, {
      ...(utility === null ? { website: typed["online_access_url"] ?? "" } : { utility: utility.key }),
      ...(factsInFull ? {} : { facts: "short" }),
    }),
    brand,
    body: html`${factsInFull ? null : html`<p class="eyebrow">${say("login.for", { company })}</p>`}
      <h1>${title}</h1>
      ${note === null ? null : html`<p class="note bad" role="alert">${note}</p>`}
      ${renderSummary([...main, ...Object.values(extra), ...receipt], say)}
      ${
        factsInFull
          ? html`<p class="lead">${say("ask.lead", { company })}</p>
              ${brand.consent(reader)} ${factList(asking, say)}
              <hr />
              <h2>${own}</h2>`
          : null
      }
      ${utility !== null && ways.permission ? permissionOffer(asking, reader, utility) : null}
      <p>${lead}<br /><a class="row-link" href="${formPath(asking, reader, { q: "" })}#find">${say("login.change")}</a></p>
      <form method="post" action="${formPath(asking, reader)}" data-once>
        <input type="hidden" name="page" value="${page}" />
        ${factsInFull ? null : html`<input type="hidden" name="facts" value="short" />`}
        ${utility === null ? null : html`<input type="hidden" name="utility" value="${utility.key}" />`}
        ${main.map((field) => renderField(field, say))}
        ${
          utility === null
            ? null
            : html`${factsInFull ? null : html`<p class="hint">${trustSentence(company, asking.trust, say)}</p>`}
                <details${hasExtra ? html` open` : null}>
                  <summary>${say("login.extra")}</summary>
                  <div>
                    <p class="hint">${say("login.extra.lead")}</p>
                    ${Object.values(extra).map((field) => renderField(field, say))}
                  </div>
                </details>`
        }
        ${receipt.map((field) => renderField(field, say))}
        <button type="submit">${say(utility === null ? "login.button.unlisted" : "login.button")}</button>
      </form>
      ${
        factsInFull
          ? null
          : html`<details>
              <summary>${say("facts.title")}</summary>
              <div>${factList(asking, say)}</div>
            </details>`
      }`,
  };
}
