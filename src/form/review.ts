/** The page on which a user decides about one document in review, without a script: the same operations as those of the API. */
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { addDays } from "../domain/calendar.ts";
import { boxesOn } from "../domain/bills/places.ts";
import { readingOf } from "../domain/bills/reading.ts";
import { found, Problem } from "../errors.ts";
import { createPageStyle, html, pageHeaders, renderPage } from "../formats/html/html.ts";
import { fileLink } from "../operations/bills/json.ts";
import { acceptDocument, errorsOf, isAcceptable, keyInBill, rejectDocument } from "../operations/bills/review.ts";
import { writeBillWithinQuota } from "../operations/quotas.ts";
import type { Finding, PagePlace, Statement } from "../records/statement.ts";
import { openReviewLink, type Reviewer } from "../safeguards/review-links.ts";
import { findBill, listCharges, listUsages } from "../store/bills/bill-rows.ts";
import { findDocument, findReadDocument, type DocumentRow } from "../store/bills/documents.ts";
import { findAccount } from "../store/records/accounts.ts";
import { inTransaction } from "../store/transactions.ts";
import { ICONS } from "./icons.ts";
import { ENGLISH } from "./languages.ts";
import { PAGE_ROUTE, requireOwnPage, sendDeadLink } from "./pages.ts";
import { lineActionOf, withLineAction } from "./review-lines.ts";
import { reviewPage, type Review, type ReviewTrouble, type SavedFigures } from "./review-pages.ts";
import {
  billOf,
  FORM_LINES_MAX,
  hasTooManyLines,
  linesAsked,
  linesIn,
  MORE_LINES,
  PAGE_LINES_MAX,
  valuesOf,
  withMeter,
  withSpareLines,
  type ValueErrors,
} from "./review-values.ts";
import { isUnkeepable, readTexts, type Typed } from "./submitted.ts";

/** A form with FORM_LINES_MAX lines has some 100 KB. */
const REVIEW_BYTES_MAX = 512 * 1024;
const TEXT_MAX = 2000;
/** Equal to the dpi of the route that sends the pictures (`api/routes/review-pictures`): the first page is then drawn once. */
const REVIEW_DPI = 110;

const STYLE = createPageStyle(readFileSync(new URL("review.css", import.meta.url), "utf8"));
const HEADERS = { ...pageHeaders(null, STYLE, { pictures: true }), "x-robots-tag": "noindex, nofollow" };

type Route = { Params: { token: string } };
interface Asked {
  reviewer: Reviewer;
  token: string;
  typed: Typed;
}

export function reviewRoutes(server: FastifyInstance, app: App): void {
  const path = "/review/:token";
  const posted = { ...PAGE_ROUTE, bodyLimit: REVIEW_BYTES_MAX };

  const onLink =
    (work: (asked: Asked, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest<Route>, reply: FastifyReply) => {
      if (request.method === "POST") requireOwnPage(app, request);
      const { token } = request.params;
      const reviewer = await openReviewLink(app, token);
      if (reviewer === null) return sendDeadLink(reply, ENGLISH, { reason: "unknown" });
      return work({ reviewer, token, typed: readTexts(request.body) }, reply);
    };

  server.get<Route>(
    path,
    PAGE_ROUTE,
    onLink(async (asked, reply) => send(reply, await openReview(app, asked))),
  );
  server.post<Route>(
    `${path}/accept`,
    posted,
    onLink((asked, reply) =>
      decide(app, asked, reply, async ({ reviewer, typed }) => {
        const findings = tickedIn(typed);
        const note = noteOf(typed, "note");
        await writeBillWithinQuota(app, reviewer.company_id, (trx) =>
          acceptDocument(app, trx, reviewer, reviewer.document_id, { findings, ...(note !== "" && { note }) }),
        );
      }),
    ),
  );
  server.post<Route>(
    `${path}/reject`,
    posted,
    onLink((asked, reply) =>
      decide(app, asked, reply, async ({ reviewer, typed }) => {
        const reason = noteOf(typed, "reason");
        if (reason === "") throw new Problem("invalid", "Give the reason.");
        await inTransaction(app, (trx) => rejectDocument(app, trx, reviewer, reviewer.document_id, reason));
      }),
    ),
  );
  server.post<Route>(
    `${path}/values`,
    posted,
    onLink((asked, reply) => saveValues(app, asked, reply)),
  );
}

/** The review of the document of a link. @throws Problem not-found when it no longer exists */
async function openReview(app: App, { reviewer, token }: Asked): Promise<Review> {
  const { company_id, document_id } = reviewer;
  const row = await found(findReadDocument(app.db, company_id, document_id));
  const document = await found(findDocument(app.db, company_id, document_id));
  const account =
    row.utility_account_id === null ? undefined : await findAccount(app.db, company_id, row.utility_account_id);
  // Only readers write these columns.
  const statement = row.statement as unknown as Statement | null;
  const findings = row.findings as unknown as Finding[];
  const reading = statement === null ? null : readingOf(statement);
  const isLong = reading !== null && linesIn(reading) > FORM_LINES_MAX;
  const values = isLong ? null : valuesOf(reading);
  return {
    token,
    name: row.part > 1 ? `${row.name}, bill ${row.part}` : row.name,
    state: row.state,
    utility: account?.utility_company_name ?? document.utility_company,
    acct_num: account?.acct_num ?? statement?.acct_num ?? null,
    findings,
    decision: row.decision === null ? null : { name: row.decision, note: row.decision_note },
    hasReading: statement !== null,
    hasAccount: account !== undefined,
    fileLink: fileLink(app, company_id, document_id),
    pages: await pagesOf(app, document, boxesOn(1, statement, findings)),
    version: Date.parse(row.updated_at).toString(36),
    bill: row.utility_bill_id === null ? null : await savedFigures(app, company_id, row.utility_bill_id),
    values: values && { ...values, utility_company: document.utility_company ?? "" },
  };
}

/** By the first page, which is drawn for its picture, too; by its words where it cannot be drawn. */
async function pagesOf(app: App, { company_id, company_uuid, sha256 }: DocumentRow, boxes: PagePlace["box"][]) {
  const file = { sha256, open: () => app.files.get(company_uuid, sha256) };
  const drawn = await app.pages.draw(company_id, file, { page: 1, dpi: REVIEW_DPI, boxes });
  if (drawn.ok) return { count: drawn.pages, width: drawn.width, height: drawn.height };
  const read = await app.pages.words(company_id, file, 1);
  if (!read.ok) return { fault: drawn.finding.detail };
  return { count: read.pages, width: Math.round(read.width), height: Math.round(read.height) };
}

/** From the first to the last day, as bills print them; null where the bill has no days. */
const daysPhrase = ({ period_start, period_end }: { period_start: string | null; period_end: string | null }) =>
  period_start === null || period_end === null ? null : `${period_start} to ${addDays(period_end, -1)}, both included`;

async function savedFigures(app: App, companyId: number, id: number): Promise<SavedFigures> {
  const bill = await found(findBill(app.db, companyId, id));
  const charges = await listCharges(app.db, companyId, [id]);
  const usages = await listUsages(app.db, companyId, [id]);
  const money = (amount: number | null) =>
    amount === null ? null : `${amount.toFixed(2)} ${bill.currency ?? ""}`.trim();
  const uses = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const figures = [
    ["Bill number", bill.invoice_number],
    ["Date of the bill", bill.invoice_date],
    ["Days", daysPhrase(bill)],
    ["Charges", `${charges.length}, together ${money(charges.reduce((sum, { amount }) => sum + amount, 0))}`],
    ["Use", uses.map(({ amount, measurement_unit }) => `${amount} ${measurement_unit}`).join(", ") || null],
    ["Amount due", money(bill.amount_due)],
  ] as const;
  return { id, figures: figures.flatMap(([label, text]) => (text === null ? [] : [{ label, text }])) };
}

/** Carries out a decision about what the user has seen, and shows the result; a refusal is shown on the page. */
async function decide(
  app: App,
  asked: Asked,
  reply: FastifyReply,
  work: (asked: Asked) => Promise<void>,
): Promise<unknown> {
  const { token, typed } = asked;
  const review = await openReview(app, asked);
  const ticked = tickedIn(typed);
  if (typed["seen"] !== review.version) return send(reply, review, { note: CHANGED }, 409);
  try {
    await work(asked);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const note =
      error.slug === "does-not-add-up" ? "Tick every finding that you accept, or correct the values." : error.message;
    return send(reply, review, { note, ticked }, error.status);
  }
  return reply.redirect(`/review/${token}`, 303);
}

const CHANGED = "The document has changed since this page was loaded. Look at it again, then decide.";
const TOO_MANY_LINES = `This page holds at most ${PAGE_LINES_MAX} lines. Enter a bill with more of them by POST /v1/utility_bills.`;

async function saveValues(app: App, asked: Asked, reply: FastifyReply): Promise<unknown> {
  const { reviewer, typed } = asked;
  const review = await openReview(app, asked);
  if (typed["seen"] !== review.version || review.values === null) return send(reply, review, { note: CHANGED }, 409);
  if (hasTooManyLines(typed)) return send(reply, review, { note: TOO_MANY_LINES, errors: {} }, 422);
  const shown: Review = { ...review, values: typed };
  const sendGrown = (values: Typed) =>
    hasTooManyLines(values)
      ? send(reply, shown, { note: TOO_MANY_LINES, errors: {} }, 422)
      : send(reply, { ...shown, values }, { errors: {} });
  const action = lineActionOf(typed["do"] ?? "");
  const changed = action && withLineAction(typed, action);
  if (changed !== null)
    return "missing" in changed
      ? send(reply, shown, { note: changed.missing, errors: {} }, 422)
      : sendGrown(changed.values);
  const more = withMore(typed);
  if (more !== null) return sendGrown(more);
  const row = await found(findReadDocument(app.db, reviewer.company_id, reviewer.document_id));
  const ticked = tickedIn(typed);
  const utility_company = review.hasAccount ? "" : noteOf(typed, "utility_company").slice(0, 200);
  const { bill, errors } = billOf(
    typed,
    row.statement === null ? null : readingOf(row.statement as unknown as Statement),
    {
      document_id: reviewer.document_id,
      accept: ticked,
      ...(utility_company !== "" && { utility_company }),
    },
  );
  const missing = review.hasAccount ? {} : missingOf({ utility_company, acct_num: noteOf(typed, "acct_num") });
  if (bill === null || Object.keys(missing).length > 0) {
    const findings = bill === null ? [] : errorsOf(app, bill);
    return send(reply, shown, { errors: { ...missing, ...errors }, findings, ticked }, 422);
  }
  try {
    await writeBillWithinQuota(app, reviewer.company_id, (trx) => keyInBill(app, trx, reviewer, bill));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    if (error.slug === "does-not-add-up") return send(reply, shown, { findings: error.findings, ticked }, 422);
    return send(reply, shown, { note: error.message, errors: {} }, error.status);
  }
  return reply.redirect(`/review/${asked.token}`, 303);
}

/** What the account of the bill is created from. */
const missingOf = (given: { utility_company: string; acct_num: string }): ValueErrors =>
  Object.fromEntries(Object.entries(given).flatMap(([name, text]) => (text === "" ? [[name, "Fill this in."]] : [])));

/** With what the buttons besides Save add; null for Save. */
function withMore(typed: Typed): Typed | null {
  const asked = typed["do"] ?? "";
  if (asked === "meter") return withSpareLines(withMeter(typed));
  const lines = linesAsked(asked);
  return lines && withSpareLines(typed, MORE_LINES, lines);
}

const tickedIn = (typed: Typed): string[] =>
  Object.keys(typed)
    .flatMap((name) => (name.startsWith("accept.") ? [name.slice("accept.".length).slice(0, 100)] : []))
    .slice(0, 50);

const noteOf = (typed: Typed, name: string): string => {
  const text = (typed[name] ?? "").trim().slice(0, TEXT_MAX);
  return isUnkeepable(text) ? "" : text;
};

function send(reply: FastifyReply, review: Review, trouble: ReviewTrouble = {}, status = 200): FastifyReply {
  const page = renderPage({
    title: `${review.name} – review`,
    body: reviewPage(review, trouble, isAcceptable),
    top: html`<header class="top"><span class="brand">${ICONS.brand}Meterbook</span></header>`,
    style: STYLE,
  });
  return reply.code(status).headers(HEADERS).header("content-language", "en").send(page);
}
