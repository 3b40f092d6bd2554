/** The way of a customer's browser to a utility that offers Green Button Connect, and back: from the form, a receipt, or an address that a program made. */
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import {
  findStart,
  insertDirectRequest,
  sendToUtility,
  takeReturn,
  WAY_MS,
  type Return,
} from "../operations/green-button.ts";
import { networkOf } from "../domain/network-of.ts";
import type { FormLink } from "../safeguards/links.ts";
import { formTokenOfReceipts, signReceipt } from "../safeguards/receipt-links.ts";
import { findPermission, type GreenButtonRequestRow, type NewRequest } from "../store/authorizations/green-button.ts";
import { findAuthorization } from "../store/authorizations/authorizations.ts";
import { findCompanyProfile } from "../store/records/companies.ts";
import { countTogether } from "../store/users/attempts.ts";
import { brandOf } from "./brand.ts";
import { openForm, sendClosed } from "./form.ts";
import { formPath } from "./form-pages.ts";
import { nowherePage, readReason, startPage, type BackReason } from "./green-button-pages.ts";
import { isLanguage, readReader, type Reader } from "./languages.ts";
import { PAGE_ROUTE, sendDeadLink, sendPage } from "./pages.ts";
import { openReceiptPlace, receiptPath, type ReceiptPlace } from "./receipt-links.ts";
import { readTexts } from "./submitted.ts";

const HOUR_SECONDS = 3600;
/** Ways to a utility in an hour: more than people need, too few to fill a table. */
const PER_NETWORK_MAX = 60;
const PER_PLACE_MAX = 20;

/** Which browser went there, and from which page. */
const BROWSER = "green_button";
const FROM = "green_button_from";
const CALLBACK = "/green-button/callback";
const STATE_MAX = 100;
const CODE_MAX = 4000;

type Token = { Params: { token: string } };
type Receipt = { Params: ReceiptPlace };

export function greenButtonRoutes(server: FastifyInstance, app: App): void {
  server.get<Token>("/green-button/start/:token", PAGE_ROUTE, async (request, reply) => {
    const started = await openStart(app, request.params.token);
    if (started === null) return sendDeadLink(reply, readReader(request), { reason: "unknown" });
    const { row, company, utility } = started;
    const reader = readReader(request, [row.language, company.language].find(isLanguage) ?? null);
    const path = `/green-button/start/${request.params.token}`;
    const reason = readReason(readTexts(request.query)["green_button"]);
    const brand = brandOf(company, formTokenOfReceipts(app, row.company_id));
    const isRenewal = row.authorization_id !== null;
    return sendPage(
      reply,
      reader,
      startPage({ company: company.name, utility, brand, path, reason, isRenewal }, reader),
    );
  });

  server.get<Token>("/green-button/start/:token/go", PAGE_ROUTE, async (request, reply) => {
    const started = await openStart(app, request.params.token);
    if (started === null) return sendDeadLink(reply, readReader(request), { reason: "unknown" });
    const from = `/green-button/start/${request.params.token}${readReader(request).chosen}`;
    if (!(await countStart(app, request, `start ${started.row.id}`))) return back(reply, from, "busy");
    return leave(app, reply, started.row, from);
  });

  server.get<Token>("/form/:token/green-button", PAGE_ROUTE, async (request, reply) => {
    const opened = await openForm(app, request);
    if (!("asking" in opened)) return sendClosed(app, request, reply);
    const { utility = "" } = readTexts(request.query);
    const { link, reader, asking } = opened;
    const from = formPath(asking, reader, { utility, facts: "short" });
    if (app.custodians.byKey(utility) === null) return reply.redirect(from, 303);
    if (!(await countStart(app, request, `form ${link.id}`))) return back(reply, from, "busy");
    const row = await direct(app, { ...ofLink(link), utility, language: reader.language });
    return leave(app, reply, row, from);
  });

  server.get<Receipt>("/form/:token/receipts/:ref/green-button", PAGE_ROUTE, async (request, reply) => {
    const named = openReceiptPlace(app, request.params);
    const row = named === null ? undefined : await findAuthorization(app.db, named.company_id, named.id);
    const permission = named === null ? undefined : await findPermission(app.db, named.company_id, named.id);
    const from = receiptPath(request.params, readReader(request));
    if (row === undefined) return sendDeadLink(reply, readReader(request), { reason: "unknown" });
    if (permission === undefined || row.revoked_at !== null) return reply.redirect(from, 303);
    if (!(await countStart(app, request, `receipt ${row.id}`))) return back(reply, from, "busy");
    const { company_id, utility } = permission;
    return leave(app, reply, await direct(app, { company_id, utility, authorization_id: row.id }), from);
  });

  server.get(CALLBACK, PAGE_ROUTE, async (request, reply) => {
    const { state = "", code, error } = readTexts(request.query);
    const cookies = parseCookie(request.headers.cookie ?? "");
    if (state.length > STATE_MAX || (code?.length ?? 0) > CODE_MAX)
      return sendPage(reply, readReader(request), nowherePage(readReader(request), "unknown", null));
    const callback = { state, code, error: error?.slice(0, STATE_MAX), browser: cookies[BROWSER] };
    // Each request to the utility has its own limit of time.
    const returned = await takeReturn(app, callback, new AbortController().signal);
    return answerReturn(app, request, reply, returned, readFrom(cookies[FROM]));
  });
}

async function openStart(app: App, token: string) {
  const row = await findStart(app, token);
  if (row === undefined || Date.parse(row.expires_at) <= app.now()) return null;
  const utility = app.custodians.byKey(row.utility)?.description.name;
  const company = await findCompanyProfile(app.db, row.company_id);
  return company === undefined || utility === undefined ? null : { row, company, utility };
}

const ofLink = ({ company_id, id, reference, property_id }: FormLink) => ({
  company_id,
  form_link_id: id,
  reference,
  property_id,
});

const direct = (app: App, given: Omit<NewRequest, "expires_at" | "token_sha256">): Promise<GreenButtonRequestRow> =>
  app.db.transaction().execute((trx) => insertDirectRequest(trx, app, given));

/** Counts a way to a utility. False beyond a limit: then it counts against neither. */
async function countStart(app: App, request: FastifyRequest, place: string): Promise<boolean> {
  const limit = { windowSeconds: HOUR_SECONDS, now: app.now() };
  const counted = await countTogether(app.db, [
    { ...limit, scope: "green_button.network", key: networkOf(request.ip), max: PER_NETWORK_MAX },
    { ...limit, scope: "green_button.place", key: place, max: PER_PLACE_MAX },
  ]);
  return counted.waitSeconds === null;
}

/** Sends the browser to the utility, with a cookie by which it is known when it comes back. */
async function leave(app: App, reply: FastifyReply, row: GreenButtonRequestRow, from: string): Promise<FastifyReply> {
  const way = await sendToUtility(app, row);
  if (way === null) return back(reply, from, "interrupted");
  const cookie = {
    httpOnly: true,
    // The utility leads back by a link, with which the browser sends it.
    sameSite: "lax",
    path: CALLBACK,
    secure: app.publicUrl.startsWith("https:"),
    maxAge: WAY_MS / 1000,
  } as const;
  return reply
    .header("set-cookie", [
      stringifySetCookie({ name: BROWSER, value: way.browser, ...cookie }),
      stringifySetCookie({ name: FROM, value: from, ...cookie }),
    ])
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .redirect(way.location, 302);
}

/** The page to go back to: one of ours, whatever the cookie says. */
function readFrom(value: string | undefined): string | null {
  return value !== undefined &&
    /^\/(form|green-button\/start)\/[\w.-]{1,500}(\/receipts\/[\w.-]{1,500})?(\?[\w=&%.-]{0,300})?$/.test(value)
    ? value
    : null;
}

const back = (reply: FastifyReply, from: string, reason: BackReason): FastifyReply =>
  reply.redirect(`${from}${from.includes("?") ? "&" : "?"}green_button=${reason}`, 303);

function answerReturn(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  returned: Return,
  from: string | null,
): FastifyReply {
  if (returned.is === "unknown" || returned.is === "foreign")
    return sendPage(reply, readReader(request), nowherePage(readReader(request), returned.is, null));
  const { return_url, utility, company_id } = returned.request;
  if (return_url !== null) return reply.redirect(outcomeAddress(return_url, returned), 303);
  if (returned.is === "authorized") {
    const ref = signReceipt(app, { company_id, id: returned.authorization_id });
    const place = { token: formTokenIn(app, from, ref) ?? formTokenOfReceipts(app, company_id), ref };
    return reply.redirect(receiptPath(place, { chosen: chosenIn(from) }), 303);
  }
  const reason = returned.is === "late" ? "late" : returned.reason;
  if (from !== null) return back(reply, from, reason);
  const reader: Reader = readReader(request);
  const name = app.custodians.byKey(utility)?.description.name ?? null;
  return sendPage(reply, reader, nowherePage(reader, reason, name));
}

/** The client's own page, with what became of it. */
function outcomeAddress(return_url: string, returned: Extract<Return, { request: unknown }>): string {
  const url = new URL(return_url);
  url.searchParams.set("green_button", returned.is === "authorized" ? "authorized" : "refused");
  if (returned.is === "authorized") url.searchParams.set("authorization_id", String(returned.authorization_id));
  else url.searchParams.set("reason", returned.is === "late" ? "late" : returned.reason);
  return url.href;
}

/** The language that they chose on the page from which they went. */
function chosenIn(from: string | null): Reader["chosen"] {
  const language = new URLSearchParams(from?.split("?")[1]).get("lang");
  return isLanguage(language) ? `?lang=${language}` : "";
}

/** Of the form from which the customer came, so that its receipt offers to add another account. */
function formTokenIn(app: App, from: string | null, ref: string): string | null {
  const token = from === null ? undefined : /^\/form\/([\w.-]+)/.exec(from)?.[1];
  return token !== undefined && openReceiptPlace(app, { token, ref }) !== null ? token : null;
}
