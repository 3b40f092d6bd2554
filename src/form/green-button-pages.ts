/** The pages on the way to a utility that offers Green Button Connect: who asks, and what came of it. */
import { html, type Html } from "../formats/html/html.ts";
import type { GreenButtonReason } from "../records/green-button.ts";
import type { Brand } from "./brand.ts";
import { ICONS } from "./icons.ts";
import type { Reader, Say } from "./languages.ts";
import type { Page } from "./pages.ts";

/** Why a customer came back without a permission. `late`: after too long a time; `busy`: they were not sent there, because of too many tries. */
export type BackReason = GreenButtonReason | "late" | "busy";

const REASONS = new Set<string>([
  "denied",
  "not_accepted",
  "interrupted",
  "utility_away",
  "misconfigured",
  "stopped",
  "late",
  "busy",
] satisfies BackReason[]);

/** The reason in the query of an address, which anybody may write: it only chooses one of our sentences. */
export const readReason = (text: string | undefined): BackReason | null =>
  // The set has the reasons and nothing else.
  text !== undefined && REASONS.has(text) ? (text as BackReason) : null;

export const reasonText = (reason: BackReason, utility: string, say: Say): string => say(`gb.${reason}`, { utility });

export interface Start {
  company: string;
  utility: string;
  brand: Brand;
  /** Of this page. */
  path: string;
  reason: BackReason | null;
  /** It renews a permission that has ended. */
  isRenewal: boolean;
}

/** What is permitted, and how it ends. */
export function consentFacts(company: string, utility: string, say: Say): Html {
  const rows: [Html, string, string][] = [
    [ICONS.page, say("facts.read"), say("facts.read.text")],
    [ICONS.lock, say("gb.facts.password"), say("gb.facts.password.text", { utility, company })],
    [ICONS.time, say("facts.time"), say("gb.facts.time.text", { company, utility })],
    [ICONS.stop, say("facts.stop"), say("gb.facts.stop.text", { company, utility })],
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

/** For an address that a program gave to the customer: it says who asks before it leads away. */
export function startPage({ company, utility, brand, path, reason, isRenewal }: Start, reader: Reader): Page {
  const { say } = reader;
  const title = say("ask.title", { company });
  return {
    title,
    path,
    brand,
    body: html`<h1>${title}</h1>
      ${reason === null ? null : html`<p class="note bad" role="alert">${reasonText(reason, utility, say)}</p>`}
      <p class="lead">${say(isRenewal ? "gb.renew.lead" : "gb.lead", { company, utility })}</p>
      ${brand.consent(reader)} ${consentFacts(company, utility, say)}
      <p class="actions"><a class="button" rel="nofollow" href="${path}/go${reader.chosen}">${say("gb.go", { utility })}</a></p>`,
  };
}

/** For a customer of whom it is not known where they came from. */
export function nowherePage(reader: Reader, what: "unknown" | "foreign" | BackReason, utility: string | null): Page {
  const { say } = reader;
  const title = say("gb.nothing");
  const text =
    what === "unknown" || what === "foreign"
      ? say(`gb.${what}`)
      : reasonText(what, utility ?? say("gb.someUtility"), say);
  return {
    title,
    path: null,
    status: what === "foreign" ? 403 : 400,
    body: html`<h1>${title}</h1>
      <p class="lead">${text}</p>`,
  };
}
