/** Renders the page on which a user decides about one document: its pages beside the reading, the findings and the decisions. */
import { html, type Html } from "../formats/html/html.ts";
import type { Finding } from "../records/statement.ts";
import {
  BILL_FIELDS,
  LINE_FIELDS,
  METER_FIELDS,
  NEW_ACCOUNT_FIELD,
  shapeOf,
  UTILITY_FIELD,
  type LineKind,
  type ValueErrors,
} from "./review-values.ts";
import { fieldOf, formButton, LINE_NAMES, meterPart, wordOf } from "./review-meters.ts";
import type { Typed } from "./submitted.ts";

export interface Review {
  token: string;
  name: string;
  state: string;
  utility: string | null;
  acct_num: string | null;
  findings: readonly Finding[];
  /** What a user decided about it and why. */
  decision: { name: string; note: string | null } | null;
  /** A bill was recognised. */
  hasReading: boolean;
  /** Its account is known. */
  hasAccount: boolean;
  fileLink: string;
  /** Of the file as pictures; or why they cannot be shown. */
  pages: { count: number; width: number; height: number } | { fault: string };
  /** What the document has become; null as long as it is no bill. */
  bill: SavedFigures | null;
  /** Changes when the document is read again or decided about. */
  version: string;
  /** The texts of the form; null for a bill with more lines than a form shows. */
  values: Typed | null;
}

/** The main figures of a saved bill, as texts. */
export interface SavedFigures {
  id: number;
  figures: { label: string; text: string }[];
}

/** What is wrong with what was sent. */
export interface ReviewTrouble {
  note?: string;
  errors?: ValueErrors;
  /** Of the entered values, which a user may accept by name. */
  findings?: readonly { name: string; detail: string }[];
  /** Names that were ticked. */
  ticked?: readonly string[];
}

/** Pictures of more pages are in the file. */
export const PAGES_SHOWN_MAX = 10;

const STATES: Record<string, string> = {
  waiting: "This document is being read. Load this page again in a minute.",
  accepted: "This document is a bill now.",
  known: "This document has the same content as a bill that is there already.",
  rejected: "This document was rejected: it is no bill to keep.",
};
const DECISIONS: Record<string, string> = {
  accepted: "Its reading was accepted.",
  keyed_in: "Its values were entered.",
};

export function reviewPage(review: Review, trouble: ReviewTrouble, isAcceptable: (name: string) => boolean): Html {
  const { name, state, utility, acct_num, fileLink } = review;
  const about = [utility, acct_num === null ? null : `account ${acct_num}`].filter((part) => part !== null).join(", ");
  return html`<div class="review">
    <header>
      <p class="eyebrow">${about === "" ? "Account not known yet" : about}</p>
      <h1>${name}</h1>
      ${trouble.note === undefined ? null : html`<p class="note bad" role="alert">${trouble.note}</p>`}
    </header>
    <section class="pages" aria-label="The pages" tabindex="0">
      <p><a class="row-link" href="${fileLink}" target="_blank" rel="noopener">Open the file</a></p>
      ${pagesPart(review)}
    </section>
    <div class="decide">
      ${state === "review" ? decisions(review, trouble, isAcceptable) : decided(review)}
    </div>
  </div>`;
}

function pagesPart({ pages, token, version }: Review): Html {
  if ("fault" in pages) return html`<p class="note">The pages cannot be shown: ${pages.fault}</p>`;
  const { width, height } = pages;
  const numbers = Array.from({ length: Math.min(pages.count, PAGES_SHOWN_MAX) }, (_, at) => at + 1);
  // Opened alone, a picture can be enlarged; in a tab of its own, so that nothing that was typed is lost.
  const pictureOf = (page: number) => `/review/${token}/pages/${page}.png?of=${version}`;
  return html`${numbers.map(
    (page) =>
      html`<a href="${pictureOf(page)}" target="_blank" rel="noopener"
        ><img
          src="${pictureOf(page)}"
          alt="Page ${page} of ${pages.count}"
          width="${width}"
          height="${height}"
          ${page > 2 ? html`loading="lazy"` : null}
      /></a>`,
  )}
    ${pages.count > PAGES_SHOWN_MAX ? html`<p class="quiet">${pages.count - PAGES_SHOWN_MAX} more pages are in the file.</p>` : null}`;
}

function decided({ state, decision, findings, bill }: Review): Html {
  // Once a user has decided, the faults of the reading are of no use, but for those that were accepted.
  const shown = decision === null || decision.name === "accepted" ? findings : [];
  return html`<p class="lead">${STATES[state] ?? state} ${decision === null ? null : (DECISIONS[decision.name] ?? null)}</p>
    ${decision?.note ? html`<p>Reason: ${decision.note}</p>` : null}
    ${
      bill === null
        ? null
        : html`<h2>Bill ${bill.id}</h2>
            <dl class="figures">
              ${bill.figures.map(
                ({ label, text }) =>
                  html`<div>
                    <dt>${label}</dt>
                    <dd>${text}</dd>
                  </div>`,
              )}
            </dl>`
    }
    ${
      shown.length === 0
        ? null
        : html`<h2>${decision?.name === "accepted" ? "Accepted with" : "Findings of the reading"}</h2>
            ${findingList(shown)}`
    }`;
}

const findingList = (findings: readonly Finding[]): Html =>
  html`<ul class="findings">
    ${findings.map(
      ({ name, severity, detail }) =>
        html`<li><strong>${severity === "error" ? "Error" : "Warning"}</strong> <code>${name}</code><br />${detail}</li>`,
    )}
  </ul>`;

function decisions(review: Review, trouble: ReviewTrouble, isAcceptable: (name: string) => boolean): Html {
  const warnings = review.findings.filter(({ severity }) => severity === "warning");
  const isCorrecting =
    trouble.errors !== undefined || trouble.findings !== undefined || !review.hasReading || !review.hasAccount;
  return html`${acceptPart(review, trouble, isAcceptable)}
    ${
      warnings.length === 0
        ? null
        : html`<details>
            <summary>${warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`}</summary>
            <div>${findingList(warnings)}</div>
          </details>`
    }
    <details id="values" ${isCorrecting ? html`open` : null}>
      <summary>${review.hasReading ? "Correct the values" : "Enter the bill"}</summary>
      <div>${valuesPart(review, trouble, isAcceptable)}</div>
    </details>
    <details>
      <summary>Reject the document</summary>
      <div>
        <form method="post" action="/review/${review.token}/reject">
          ${seen(review)}
          <div class="field">
            <label for="reason">Reason</label>
            <input id="reason" name="reason" required maxlength="2000" placeholder="A leaflet, no bill" />
          </div>
          <button type="submit" class="danger">Reject</button>
        </form>
      </div>
    </details>`;
}

const seen = ({ version }: Review): Html => html`<input type="hidden" name="seen" value="${version}" />`;

function acceptPart(review: Review, { ticked = [] }: ReviewTrouble, isAcceptable: (name: string) => boolean): Html {
  const errors = byName(review.findings.filter(({ severity }) => severity === "error"));
  const hindrance = !review.hasReading
    ? "Enter the bill below, or reject the document."
    : !review.hasAccount
      ? review.utility === null
        ? "The account of this bill is not known. Name its utility below, and save the values."
        : `${review.utility} has no account ${review.acct_num ?? "with the number of this bill"} yet: it is created when you save the values below.`
      : errors.some(({ name }) => !isAcceptable(name))
        ? "A finding cannot be accepted, because no record can hold the value. Correct it below."
        : null;
  if (hindrance !== null)
    return html`<h2>Findings</h2>
      ${findingList(review.findings.filter(({ severity }) => severity === "error"))}
      <p class="note">${hindrance}</p>`;
  return html`<h2>Findings</h2>
    <form method="post" action="/review/${review.token}/accept">
      ${seen(review)}
      <p class="quiet">Tick what you have compared with the pages and accept as it is.</p>
      ${tickBoxes(errors, ticked, "accept")}
      <div class="field">
        <label for="note">Note</label>
        <p class="hint" id="note-hint">Kept with the document. May be left out.</p>
        <input id="note" name="note" maxlength="2000" aria-describedby="note-hint" />
      </div>
      <button type="submit">Accept the reading</button>
    </form>`;
}

/** All sentences of a finding under its name, which is what a user accepts. */
function byName(findings: readonly { name: string; detail: string }[]): { name: string; details: string[] }[] {
  const names = [...new Set(findings.map(({ name }) => name))];
  return names.map((name) => ({
    name,
    details: findings.filter((finding) => finding.name === name).map(({ detail }) => detail),
  }));
}

const tickBoxes = (
  findings: readonly { name: string; details: string[] }[],
  ticked: readonly string[],
  of: string,
): Html =>
  html`${findings.map(
    ({ name, details }) =>
      html`<div class="tick">
        <input type="checkbox" id="${of}-${name}" name="accept.${name}" ${ticked.includes(name) ? html`checked` : null} />
        <label for="${of}-${name}"
          ><code>${name}</code>
          ${details.map((detail) => html`<span>${detail}</span>`)}</label
        >
      </div>`,
  )}`;

function valuesPart(review: Review, trouble: ReviewTrouble, isAcceptable: (name: string) => boolean): Html {
  const { values, token, hasAccount } = review;
  const { errors = {}, findings = [], ticked = [] } = trouble;
  if (values === null)
    return html`<p>This bill has more lines than this page shows. Correct it with <code>POST /v1/utility_bills</code>.</p>`;
  const hard = findings.filter(({ name }) => !isAcceptable(name));
  const soft = byName(findings.filter(({ name }) => isAcceptable(name)));
  const wrong = Object.entries(errors);
  return html`${
    wrong.length === 0
      ? null
      : html`<div class="note bad" role="alert">
            <h2>Please correct</h2>
            <ul>
              ${wrong.map(([name, error]) => html`<li><a href="#${name}">${labelOf(name)}</a>: ${error}</li>`)}
            </ul>
          </div>`
  }
    <form method="post" action="/review/${token}/values#values">
      ${seen(review)}
      <button type="submit" name="do" value="save" class="on-enter" tabindex="-1" aria-hidden="true">Save</button>
      <p class="quiet">Fields with <span class="must">*</span> must be filled in. What the bill does not print stays empty.</p>
      ${
        findings.length === 0
          ? null
          : html`<div class="note bad" role="alert">
              <h2>The values do not add up</h2>
              ${hard.length === 0 ? null : findingList(hard.map((finding) => ({ ...finding, severity: "error" })))}
              ${soft.length === 0 ? null : html`<p>Correct them, or tick what you accept as it is.</p>`}
              ${tickBoxes(soft, ticked, "values")}
            </div>`
      }
      <div class="values">
        ${hasAccount ? null : fieldOf(UTILITY_FIELD, "", values, errors)}
        ${BILL_FIELDS.map((field) => fieldOf(!hasAccount && field.name === "acct_num" ? NEW_ACCOUNT_FIELD : field, "", values, errors))}
      </div>
      <p class="hint">
        Days: the first day covered, and the first day not covered. A line without days has those of the first line with days. A
        line without description and amount is left out. Tick lines to delete, move or type several at once, below those of their
        meter.
      </p>
      ${shapeOf(values).map((_, at) => meterPart(token, at, values, errors))}
      <div class="actions">
        <button type="submit" name="do" value="save">Save the bill</button>
        ${formButton(token, "meter", `meters.${shapeOf(values).length}`, "One more meter")}
      </div>
    </form>`;
}

/** The words for a field in the list of what is to be corrected. */
function labelOf(path: string): string {
  const [, meter, kind, line] = /^meters\.(\d+)(?:\.(usages|charges)\.(\d+))?/.exec(path) ?? [];
  const name = path.split(".").at(-1) ?? path;
  if (meter === undefined)
    return [UTILITY_FIELD, ...BILL_FIELDS].find((field) => field.name === name)?.label ?? wordOf(name);
  const fields = kind === undefined ? METER_FIELDS : LINE_FIELDS[kind as LineKind];
  const label = fields.find((field) => field.name === name)?.label ?? wordOf(name);
  const where = [`meter ${Number(meter) + 1}`];
  if (kind !== undefined && line !== undefined)
    where.push(`${LINE_NAMES[kind as LineKind].toLowerCase()} ${Number(line) + 1}`);
  return `${label} (${where.join(", ")})`;
}
