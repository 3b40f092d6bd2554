/** What all pages of the form and the setup share: their frame and language, and how submissions and links are refused. */
import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { Problem, type ProblemSlug } from "../errors.ts";
import { createPageScript, html, pageHeaders, renderPage, type Html } from "../formats/html/html.ts";
import type { Brand } from "./brand.ts";
import { ICONS } from "./icons.ts";
import { LANGUAGES, readReader, type MessageKey, type Reader } from "./languages.ts";

export interface Page {
  title: string;
  body: Html;
  status?: number;
  /** The path of this page without `lang`, for other languages; null when it cannot be requested again. */
  path: string | null;
  /** Of the company that asks; left out on pages of the service itself. */
  brand?: Brand;
}

/** Options of a route that answers with pages. */
export const PAGE_ROUTE = { schema: { hide: true }, config: { isPage: true, problemPage } };

/** The size limit of a submission. */
export const FORM_BYTES_MAX = 64 * 1024;

const SCRIPT = createPageScript(readFileSync(new URL("page-script.js", import.meta.url), "utf8"));
/** Search engines must not keep a link that someone published. */
const UNLISTED = { "x-robots-tag": "noindex, nofollow" };
const HEADERS = { ...pageHeaders(SCRIPT), ...UNLISTED };

const headersOf = ({ brand }: Page) =>
  brand === undefined
    ? HEADERS
    : { ...pageHeaders(SCRIPT, brand.style ?? undefined, { pictures: brand.hasPicture }), ...UNLISTED };

export function sendPage(reply: FastifyReply, reader: Reader, page: Page): FastifyReply {
  const { status = 200 } = page;
  return reply
    .code(status)
    .headers(headersOf(page))
    .header("content-language", reader.language)
    .send(wholePage(reader, page));
}

/** A part of a page, for its script. */
export const sendPart = (reply: FastifyReply, part: Html): FastifyReply => reply.headers(HEADERS).send(part.html);

const wholePage = (reader: Reader, { title, body, path, brand }: Page): string =>
  renderPage({
    title,
    body: html`${body}${brand?.contact(reader) ?? null}`,
    language: reader.language,
    top: topOf(reader, path, brand),
    script: SCRIPT,
    ...(brand?.style ? { style: brand.style } : {}),
  });

/** A page that cannot be requested again links to the start page; a page to fill in has no such link. */
function topOf({ language, say }: Reader, path: string | null, brand: Brand | undefined): Html {
  return html`<header class="top">
    ${path === null ? html`<a class="brand" href="/">${ICONS.brand}Meterbook</a>` : (brand?.top ?? html`<span class="brand">${ICONS.brand}Meterbook</span>`)}
    ${
      path === null
        ? null
        : html`<nav aria-label="${say("frame.languages")}">
            <ul>
              ${Object.entries(LANGUAGES).map(([each, name]) => (each === language ? html`<li><span aria-current="true" lang="${each}">${name}</span></li>` : html`<li><a href="${path}${path.includes("?") ? "&" : "?"}lang=${each}" lang="${each}" hreflang="${each}">${name}</a></li>`))}
            </ul>
          </nav>`
    }
  </header>`;
}

/**
 * A form is accepted only from a page of this service: browsers state where a request comes from. Programs that do not state it
 * have a signed page or link, which is enough. @throws Problem forbidden
 */
export function requireOwnPage(app: Pick<App, "publicUrl">, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isForeign =
    (site !== undefined && site !== "same-origin" && site !== "none") || isOtherOrigin(app, request, origin);
  if (isForeign) throw new Problem("forbidden", "This form was sent from another site.");
}

/** True for a host and port other than those of the request or the settings; the scheme may differ behind a gateway. */
function isOtherOrigin({ publicUrl }: Pick<App, "publicUrl">, request: FastifyRequest, origin?: string): boolean {
  if (origin === undefined) return false;
  const from = URL.parse(origin);
  const asked = URL.parse(`${from?.protocol}//${request.headers.host}`);
  return from === null || (from.host !== asked?.host && from.host !== new URL(publicUrl).host);
}

type ProblemText = "foreign" | "large" | "away" | "other";
const PROBLEM_TEXTS: Partial<Record<ProblemSlug, ProblemText>> = {
  forbidden: "foreign",
  "payload-too-large": "large",
  unavailable: "away",
};

/** Renders a refusal or an error as a page; the API answers and logs it. */
function problemPage(problem: Problem, request: FastifyRequest): { page: string; headers: Record<string, string> } {
  const reader = readReader(request);
  const { say } = reader;
  const kind = PROBLEM_TEXTS[problem.slug] ?? "other";
  const isFault = problem.slug === "internal";
  const title = say(isFault ? "problem.fault.title" : (`problem.${kind}.title` satisfies MessageKey));
  const text = isFault
    ? say("problem.fault.text", { request: request.id })
    : say(`problem.${kind}.text` satisfies MessageKey);
  const page = wholePage(reader, { title, body: sayPage(title, text), path: null });
  return { page, headers: { ...HEADERS, "content-language": reader.language } };
}

const sayPage = (title: string, text: string): Html =>
  html`<h1>${title}</h1>
    <p class="lead">${text}</p>`;

/**
 * The page for a link that does not open. For a link that was valid it names the company to ask; otherwise it reveals no name.
 */
export function sendDeadLink(
  reply: FastifyReply,
  reader: Reader,
  dead: { reason: "unknown" | "setup" } | { reason: "closed"; company: string },
): FastifyReply {
  const { say } = reader;
  const title = say(`dead.${dead.reason}.title`);
  const text =
    dead.reason === "closed"
      ? say("dead.closed.text", { company: dead.company })
      : say(`dead.${dead.reason}.text` satisfies MessageKey);
  const status = dead.reason === "closed" ? 410 : 404;
  return sendPage(reply, reader, { title, status, body: sayPage(title, text), path: null });
}

/** How long to wait after a limit's refusal. @throws any other error */
export function waitOf(error: unknown): { waitSeconds: number } {
  if (!(error instanceof Problem) || error.retryAfterSeconds === null || error.slug !== "too-many-requests")
    throw error;
  return { waitSeconds: error.retryAfterSeconds };
}

/** The note about a limit; sets the header that says the same to programs. */
export function askToWait(reply: FastifyReply, { say }: Reader, waitSeconds: number): string {
  reply.header("retry-after", waitSeconds);
  return say("note.limit", { count: Math.ceil(waitSeconds / 60) });
}
