/** Renders a receipt: the current state, the possible actions, and what was given to whom. */
import type { OpenChallenge } from "../records/challenge.ts";
import { html, type Html } from "../formats/html/html.ts";
import type { AuthorizationRow } from "../store/authorizations/authorizations.ts";
import type { ProgressRow } from "../store/authorizations/authorization-progress.ts";
import { loginFields, renderChoice, renderField, renderSummary } from "./fields.ts";
import type { Brand } from "./brand.ts";
import { permissionText, permissionTitle } from "./green-button-receipt.ts";
import { ICONS } from "./icons.ts";
import type { Language, Reader, Say } from "./languages.ts";
import type { Page } from "./pages.ts";
import { receiptPath, type ReceiptPlace } from "./receipt-links.ts";
import { STAGES, type ReceiptState, type StepState } from "./receipt-state.ts";
import type { Errors, Typed } from "./submitted.ts";

/** The data of a receipt. */
export interface Receipt {
  place: ReceiptPlace;
  row: AuthorizationRow;
  state: ReceiptState;
  progress: ProgressRow | null;
  challenge: OpenChallenge | undefined;
  company: string;
  brand: Brand;
  /** That the company set; null: that of the reader's browser. */
  language: Language | null;
  /** False for a request for a utility that cannot be read, which is made without a login. */
  hasLogin: boolean;
  /** A permission at the utility in place of a login. */
  isPermission: boolean;
  /** Null when there is no login, or no longer. */
  username: string | null;
  /** The utility's name, or its host when unknown. */
  utility: string;
  site: string;
  /** Notes for signing in are stored with the login. */
  hasExtra: boolean;
  /** The form link still opens. */
  isFormOpen: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** The errors of what the person just sent from this page. */
export interface Trouble {
  typed?: Typed;
  errors?: Errors;
  /** For the answer to the portal's question. */
  answerError?: string;
  note?: string;
}

export function receiptPage(receipt: Receipt, reader: Reader, trouble: Trouble = {}): Page {
  const { say } = reader;
  const { place, row, isFormOpen, brand, hasLogin } = receipt;
  const isWrong = trouble.errors !== undefined || trouble.answerError !== undefined;
  const title = stageTitle(receipt, say);
  return {
    title: isWrong ? say("frame.title.check", { title }) : title,
    path: receiptPath(place, { chosen: "" }),
    brand,
    body: html`<div data-live="${receiptPath(place, reader, "status")}" data-lost="${say("live.lost")}">
        ${statePart(receipt, reader, trouble)}
      </div>
      <p class="hidden" role="status" data-said></p>
      <hr />
      ${receiptCard(receipt, reader)}
      <div class="actions">
        ${isFormOpen ? html`<a class="button plain" href="/form/${place.token}${reader.chosen}">${say("receipt.another")}</a>` : null}
        ${row.revoked_at === null ? html`<a class="button danger" href="${receiptPath(place, reader, "forget")}">${say(receipt.isPermission ? "gb.receipt.forget" : hasLogin ? "receipt.forget" : "receipt.withdraw")}</a>` : null}
      </div>`,
  };
}

const stageTitle = (receipt: Receipt, say: Say): string =>
  (receipt.isPermission ? permissionTitle(receipt.state.stage, receipt, say) : null) ?? loginTitle(receipt, say);

const loginTitle = ({ state: { stage }, utility, hasLogin }: Receipt, say: Say): string =>
  stage === "asked"
    ? say("receipt.stage.asked", { utility })
    : stage === "stopped" && !hasLogin
      ? say("withdraw.done")
      : say(`receipt.stage.${stage}`);

/** The part that the script refreshes. `data-state` changes when there is something to announce. */
export function statePart(receipt: Receipt, reader: Reader, trouble: Trouble = {}): Html {
  const { say } = reader;
  const { state, challenge, row, place } = receipt;
  const stateKey = [
    state.stage,
    state.detail,
    row.credential_version,
    challenge?.id,
    challenge?.tries_left,
    challenge?.code_mail,
  ].join(" ");
  return html`<section data-state="${stateKey}" data-poll="${STAGES[state.stage].poll}">
    <h1 tabindex="-1">${stageTitle(receipt, say)}</h1>
    ${trouble.note === undefined ? null : html`<p class="note bad" role="alert">${trouble.note}</p>`}
    ${stateText(receipt, reader)} ${challenge === undefined ? null : challengeForm(receipt, challenge, reader, trouble)}
    ${remedyForm(receipt, reader, trouble)} ${stepList(receipt, say)}
    ${
      state.stage === "stopped"
        ? null
        : html`<noscript
            ><p><a class="button plain" href="${receiptPath(place, reader)}">${say("live.again")}</a></p></noscript
          >`
    }
  </section>`;
}

function stateText(receipt: Receipt, { say, language }: Reader): Html | null {
  const { state, utility, site, company, row } = receipt;
  const { stage, detail } = state;
  const values = { utility, site, company };
  const own = receipt.isPermission ? permissionText(state, values, say) : null;
  switch (stage) {
    case "stopped":
      return html`<p class="lead">
        ${own ?? (receipt.hasLogin ? say("receipt.stage.stopped.text", values) : say("withdraw.done.text", values))}
      </p>`;
    case "signing":
    case "asked":
    case "found":
    case "reading":
    case "read":
      return html`<p class="lead">${own ?? sayStage(stage, values, say)}</p>`;
    default:
      return html`<p class="note${stage === "needed" ? " bad" : ""}">
        ${own ?? sayDetail(detail ?? "fault", values, say)}
        ${row.retry_at === null ? null : html`<br />${say("detail.retry")}: <span id="retry" data-fresh>${timeTag(row.retry_at, language)}</span>`}
      </p>`;
  }
}

type Values = { utility: string; site: string; company: string };
type ShownStage = "signing" | "asked" | "found" | "reading" | "read";

const sayStage = (stage: ShownStage, values: Values, say: Say): string => {
  switch (stage) {
    case "signing":
      return say("receipt.stage.signing.text", values);
    case "found":
      return say("receipt.stage.found.text", values);
    default:
      return say(`receipt.stage.${stage}.text`);
  }
};

const sayDetail = (detail: NonNullable<ReceiptState["detail"]>, values: Values, say: Say): string =>
  detail === "fault" || detail === "no_accounts" ? say(`detail.${detail}`) : say(`detail.${detail}`, values);

function billsStep(progress: ProgressRow, company: string, say: Say): string {
  const { documents_fetched: total, documents_waiting, documents_in_review: review } = progress;
  const read = total - documents_waiting - review;
  return review === 0
    ? say("step.bills.count", { read, total })
    : say("step.bills.review", { read, total, review, company });
}

function stepList({ state, progress, utility, company, hasLogin, isPermission }: Receipt, say: Say): Html | null {
  const states = STAGES[state.stage].steps;
  if (states === null) return null;
  const names = [
    say(isPermission ? "gb.step.received" : hasLogin ? "step.received" : "step.request"),
    isPermission ? say("gb.step.asked", { utility }) : say("step.signIn", { utility }),
    progress === null ? say("step.accounts") : say("step.accounts.count", { count: progress.accounts_found }),
    progress === null || progress.documents_fetched === 0 ? say("step.bills") : billsStep(progress, company, say),
  ];
  return html`<ol class="steps">
    ${names.map((name, place) => step(name, states[place] ?? "todo", place, say))}
  </ol>`;
}

const step = (name: string, state: StepState, place: number, say: Say): Html =>
  html`<li class="${state}">
    <i aria-hidden="true">${state === "done" ? ICONS.done : state === "wrong" ? ICONS.wrong : null}</i
    ><span
      ><span id="step-${place}" data-fresh>${name}</span><span class="hidden">: ${say(`step.is.${state}`)}</span></span
    >
  </li>`;

/** In the portal's own words. A single field for a code, since people paste it and phones fill it in. */
function challengeForm(receipt: Receipt, challenge: OpenChallenge, reader: Reader, trouble: Trouble): Html {
  const { say } = reader;
  const { utility } = receipt;
  const error = trouble.answerError ?? (receipt.state.detail === "mfa_failed" ? say("challenge.wrong") : undefined);
  const minutes = Math.max(1, Math.round((Date.parse(challenge.expires_at) - receipt.now) / 60_000));
  return html`<form method="post" action="${receiptPath(receipt.place, reader, "answer")}" data-once>
    <input type="hidden" name="challenge" value="${challenge.id}" />
    ${challenge.code_mail === null ? null : html`<p>${say(`challenge.mail.${challenge.code_mail}`, { company: receipt.company })}</p>`}
    ${answerField(challenge, error, say)}
    <p class="hint">${say("challenge.words", { utility })}</p>
    <p class="hint">
      <span id="minutes" data-fresh>${say("challenge.time", { count: minutes })}</span>
      ${say("challenge.tries", { count: challenge.tries_left })}
    </p>
    <button type="submit">${say(challenge.kind === "approval" ? "challenge.approved" : "challenge.button")}</button>
  </form>
  ${challenge.kind === "code" ? codeAgain(receipt, reader) : null}`;
}

/** A new sign-in makes the utility send a new code, or ask again where to send it. */
const codeAgain = ({ place, utility }: Receipt, reader: Reader): Html =>
  html`<form method="post" action="${receiptPath(place, reader, "retry")}" data-once>
    <button type="submit" class="plain" aria-describedby="again">${reader.say("challenge.again")}</button>
    <p class="hint" id="again">${reader.say("challenge.again.text", { utility })}</p>
  </form>`;

function answerField({ kind, prompt, options }: OpenChallenge, error: string | undefined, say: Say): Html {
  const name = "answer";
  if (kind === "approval")
    return html`<p>${prompt}</p>
      ${error === undefined ? null : html`<p class="error" role="alert">${say("challenge.notApproved")}</p>`}
      <input type="hidden" name="${name}" value="approved" />`;
  if (kind === "choice" && options !== null) return renderChoice({ name, legend: prompt, options, error });
  if (kind !== "code") return renderField({ name, label: prompt, error, autocomplete: "off" }, say);
  const box = { kind, autocomplete: "one-time-code", inputmode: "numeric" } as const;
  return renderField({ name, label: say("challenge.code"), hint: prompt, error, ...box }, say);
}

/** Corrects the same submission, so that no one has to start over. */
function remedyForm(receipt: Receipt, reader: Reader, trouble: Trouble): Html | null {
  const { say } = reader;
  const { state, row, place, username, hasLogin } = receipt;
  const { remedy } = state;
  if (remedy === null) return null;
  if (remedy === "permission") {
    const again = receiptPath(place, reader, "green-button");
    return html`<p><a class="button" rel="nofollow" href="${again}">${say("gb.mend")}</a></p>`;
  }
  if (remedy === "retry") {
    return html`<form method="post" action="${receiptPath(place, reader, "retry")}" data-once>
      <button type="submit">${say("mend.retry")}</button>
    </form>`;
  }
  // Of a refused login mostly the password is wrong. With another address the name is another one, too.
  const known: Typed = remedy === "login" && username !== null ? { online_access_username: username } : {};
  const typed = { online_access_url: row.online_access_url, ...known, ...trouble.typed };
  const fields = loginFields(say, typed, trouble.errors ?? {});
  const { online_access_url, online_access_username, online_access_password } = fields;
  const login = [online_access_username, online_access_password];
  const shown = { login, website: [online_access_url, ...login], address: [online_access_url] }[remedy];
  const title = remedy !== "login" ? "mend.title.website" : hasLogin ? "mend.title" : "mend.title.first";
  return html`<h2>${say(title)}</h2>
    ${renderSummary(shown, say)}
    <form method="post" action="${receiptPath(place, reader, "mend")}" data-once>
      <input type="hidden" name="version" value="${row.credential_version}" />
      ${shown.map((field) => renderField(field, say))}
      <button type="submit">${say(remedy === "address" ? "mend.button.website" : "mend.button")}</button>
    </form>`;
}

/** What the account holder gave. */
function givenText({ row, utility, hasLogin, isPermission, hasExtra }: Receipt, say: Say): string {
  const isDeleted = row.revoked_at !== null;
  if (isPermission) return say(isDeleted ? "gb.receipt.deleted" : "gb.receipt.given", { utility });
  return say(`receipt.given.${!hasLogin ? "website" : isDeleted ? "deleted" : hasExtra ? "extra" : "login"}`);
}

function receiptCard(receipt: Receipt, { say, language }: Reader): Html {
  const { row, company, utility, site } = receipt;
  const rows: [string, Html | string][] = [
    [say("receipt.number"), String(row.id)],
    [say("receipt.date"), timeTag(row.created_at, language)],
    ...(row.revoked_at === null
      ? []
      : [[say("receipt.stopped"), timeTag(row.revoked_at, language)] satisfies [string, Html]]),
    [say("receipt.company"), company],
    ...(utility === site ? [] : [[say("receipt.utility"), utility] satisfies [string, string]]),
    [say("receipt.website"), row.online_access_url],
    [say("receipt.given"), givenText(receipt, say)],
  ];
  return html`<h2>${say("receipt.title")}</h2>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <p class="quiet">
      ${say("receipt.keep")}
      ${row.receipt_language === null || row.revoked_at !== null ? null : say(row.receipt_mailed_at === null ? "receipt.mailing" : "receipt.mailed")}
    </p>`;
}

/** In UTC; the page's script converts it to the reader's time zone. */
const timeTag = (instant: string, language: Language): Html =>
  html`<time datetime="${instant}"
    >${new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(Date.parse(instant))}
    UTC</time
  >`;

/** Asks for confirmation before the login is deleted. */
export function forgetPage({ place, company, utility, brand, hasLogin, isPermission }: Receipt, reader: Reader): Page {
  const { say } = reader;
  const asked = isPermission ? "gb.forget" : hasLogin ? "forget" : "withdraw";
  const title = say(`${asked}.title`);
  return {
    title,
    brand,
    path: receiptPath(place, { chosen: "" }, "forget"),
    body: html`<h1>${title}</h1>
      <p class="lead">${say(`${asked}.text`, { company, utility })}</p>
      <div class="actions">
        <form method="post" action="${receiptPath(place, reader, "forget")}" data-once>
          <button type="submit" class="danger">${say(`${asked}.yes`)}</button>
        </form>
        <a class="button plain" href="${receiptPath(place, reader)}">${say("forget.no")}</a>
      </div>`,
  };
}
