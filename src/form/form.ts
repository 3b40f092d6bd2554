/** The shareable form: anyone with a company's link can submit the login of a utility website, and can read nothing back. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import { networkOf } from "../domain/network-of.ts";
import { findFormLinkOfToken, type FormLink } from "../safeguards/links.ts";
import { signReceipt } from "../safeguards/receipt-links.ts";
import type { LoginInput } from "../records/authorization.ts";
import { countTogether } from "../store/users/attempts.ts";
import { findAuthorizationByFormNonce } from "../store/authorizations/authorizations.ts";
import type { Sql } from "../store/db.ts";
import { requestUtility, submitCredential, type ReceiptMail } from "../operations/authorizations.ts";
import { openedFormLink, submittedFormLink } from "../operations/form-links.ts";
import { makeAuthorizationKey } from "../operations/authorization-keys.ts";
import { findCompanyLogo, findCompanyProfile } from "../store/records/companies.ts";
import { brandOf, type Brand } from "./brand.ts";
import { findPage, formPath, loginPage, type Asking, type LoginState } from "./form-pages.ts";
import { readReason, reasonText } from "./green-button-pages.ts";
import { isLanguage, readReader, type Reader } from "./languages.ts";
import { wishPage, type WishState } from "./wish-page.ts";
import { askToWait, FORM_BYTES_MAX, PAGE_ROUTE, requireOwnPage, sendDeadLink, sendPage, waitOf } from "./pages.ts";
import { receiptPath } from "./receipt-links.ts";
import { readCredential, readReceiptEmail, readTexts, readWebsite } from "./submitted.ts";
import { searchUtilities } from "../domain/portals/find-utilities.ts";

/** How long an opened page can be submitted. */
const PAGE_MS = 24 * 3600 * 1000;
const HOUR_SECONDS = 3600;
/** Submissions per hour: too few to try passwords. Many people may share one address, and have their own links. */
const PER_LINK_MAX = 20;
const PER_ADDRESS_MAX = 60;
/** This many are shown before a search, those that have been tried; others are found by searching. */
const LISTED_MAX = 8;
const QUERY_MAX = 200;

type Route = { Params: { token: string } };

const LOGO_HEADERS = { "cache-control": "private, max-age=300", "content-security-policy": "default-src 'none'" };

export function formRoutes(server: FastifyInstance, app: App): void {
  server.get<Route>("/form/:token", PAGE_ROUTE, async (request, reply) => {
    const opened = await openForm(app, request);
    if (!("asking" in opened)) return sendClosed(app, request, reply);
    const { reader, link, asking } = opened;
    const query = readTexts(request.query);
    if (request.method === "GET" && link.reference !== null && link.opened_at === null)
      await app.db.transaction().execute((trx) => openedFormLink(trx, app, link));
    // A search or a website in the address is what the person asked for; a link can name a utility, too.
    const isAsked = query["q"] !== undefined || query["website"] !== undefined;
    const named = query["utility"] ?? (isAsked ? null : link.utility_key) ?? "";
    const { utility, ways } = offerOf(app, named);
    const wanted = wantedOf(app, named);
    if (wanted !== null) return showWish(app, reply, reader, link, asking, { utility: wanted, ...NOTHING_TYPED });
    if (utility === null && query["website"] === undefined) return showSearch(app, reply, reader, asking, query["q"]);
    const reason = readReason(query["green_button"]);
    const note = reason === null || utility === null ? null : reasonText(reason, utility.name, reader.say);
    const state = { utility, ways, typed: { online_access_url: query["website"] ?? "" }, errors: {}, note };
    return showLogin(app, reply, reader, link, asking, { ...state, factsInFull: query["facts"] !== "short" });
  });

  // Also for a closed or replaced link: its receipts show the logo, too.
  server.get<Route>("/form/:token/logo", { schema: { hide: true } }, async (request, reply) => {
    const signed = app.links.open("form", request.params.token);
    const logo = signed === null ? undefined : await findCompanyLogo(app.db, Number(signed.values[0]));
    if (logo === undefined) throw new Problem("dead-link", "This link does not work.");
    return reply.headers(LOGO_HEADERS).type("image/png").send(logo.png);
  });

  server.post<Route>("/form/:token", { ...PAGE_ROUTE, bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    requireOwnPage(app, request);
    const opened = await openForm(app, request);
    if (!("asking" in opened)) return sendClosed(app, request, reply);
    const { reader, link, asking } = opened;
    return takeForm(app, request, reply, reader, link, asking);
  });
}

export async function openForm(
  app: App,
  request: FastifyRequest<Route>,
): Promise<{ reader: Reader; link: FormLink; asking: Asking } | object> {
  const { token } = request.params;
  const link = await findFormLinkOfToken(app, token);
  if (link?.isOpen !== true) return {};
  const company = await findCompanyProfile(app.db, link.company_id);
  if (company === undefined) return {};
  const preset = [link.language, company.language].find(isLanguage) ?? null;
  return { link, reader: readReader(request, preset), asking: askingOf(app, token, link, brandOf(company, token)) };
}

/** A link that was ours names the company to ask, also when it was replaced and nothing of it is left. */
export async function sendClosed(app: App, request: FastifyRequest<Route>, reply: FastifyReply): Promise<FastifyReply> {
  const reader = readReader(request);
  const signed = app.links.open("form", request.params.token);
  const company = signed === null ? undefined : await findCompanyProfile(app.db, Number(signed.values[0]));
  if (company === undefined) return sendDeadLink(reply, reader, { reason: "unknown" });
  return sendDeadLink(reply, reader, { reason: "closed", company: company.name });
}

/** Who can see a password: no one when the operator turned that off, else the administrators, of whichever company. */
function askingOf(
  { config, mailer }: App,
  token: string,
  { company_name, company_has_admin }: FormLink,
  brand: Brand,
): Asking {
  const trust = !config.revealPasswords ? "hidden" : company_has_admin ? "ownAdmins" : "logged";
  return { token, company: company_name, trust, brand, mailsReceipt: mailer !== null };
}

function showSearch(app: App, reply: FastifyReply, reader: Reader, asking: Asking, typed: string | undefined) {
  const query = typed?.slice(0, QUERY_MAX).toWellFormed() ?? null;
  const known = Map.groupBy(app.known.list(), ({ key, unproven }) =>
    !isReadable(app, key) ? "notYet" : unproven ? "unproven" : "proven",
  );
  const isEmpty = (query ?? "").trim() === "";
  // Those that have not been tried, and those that cannot be read, are found by searching only.
  const groups = (isEmpty ? (["proven"] as const) : (["proven", "unproven", "notYet"] as const)).map(
    (group) => known.get(group) ?? [],
  );
  const { shown, count } = searchUtilities(groups, query ?? "", isEmpty ? LISTED_MAX : undefined);
  const marked = shown.map((each) => ({
    ...each,
    mark: !isReadable(app, each.key) ? ("find.notYet" as const) : each.unproven ? ("find.unproven" as const) : null,
  }));
  return sendPage(reply, reader, findPage(asking, reader, { query: isEmpty ? null : query, shown: marked, count }));
}

/** A utility that is known, and whose bills cannot be collected. */
function wantedOf(app: App, key: string): WishState["utility"] | null {
  return isReadable(app, key) ? null : app.known.byKey(key);
}

/** Its bills can be collected, with a login or with a permission. */
const isReadable = ({ connectors, custodians }: App, key: string): boolean =>
  connectors.byKey(key) !== null || custodians.byKey(key) !== null;

/** A chosen utility, and what it can be given: a permission, a login, or either. */
function offerOf({ connectors, custodians }: App, key: string): Pick<LoginState, "utility" | "ways"> {
  const portal = connectors.byKey(key)?.description;
  const custodian = custodians.byKey(key)?.description;
  return {
    utility: portal ?? custodian ?? null,
    // The website of a utility that is not listed is typed, as a login is.
    ways: { login: portal !== undefined || custodian === undefined, permission: custodian !== undefined },
  };
}

const NOTHING_TYPED = { typed: {}, errors: {}, note: null };

function showWish(
  app: App,
  reply: FastifyReply,
  reader: Reader,
  link: FormLink,
  asking: Asking,
  { status = 200, ...shown }: Omit<WishState, "page"> & { status?: number },
) {
  return sendPage(reply, reader, { ...wishPage(asking, reader, { ...shown, page: signPage(app, link) }), status });
}

function showLogin(
  app: App,
  reply: FastifyReply,
  reader: Reader,
  link: FormLink,
  asking: Asking,
  state: Omit<LoginState, "page"> & { status?: number },
) {
  const { status = 200, ...shown } = state;
  return sendPage(reply, reader, { ...loginPage(asking, reader, { ...shown, page: signPage(app, link) }), status });
}

async function takeForm(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  reader: Reader,
  link: FormLink,
  asking: Asking,
): Promise<FastifyReply> {
  const { say } = reader;
  const typed = readTexts(request.body);
  const offer = offerOf(app, typed["utility"] ?? "");
  // Where no login is taken, the page has no form; whatever is sent all the same leads to it.
  if (!offer.ways.login) return reply.redirect(formPath(asking, reader, { utility: offer.utility?.key ?? "" }), 303);
  const { utility, ways } = offer;
  const wanted = wantedOf(app, typed["utility"] ?? "");
  // Typed only where none is known.
  const site = wanted?.website ?? "";
  const { website, credential, ...read } =
    utility === null
      ? { ...readWebsite({ ...typed, ...(site === "" ? {} : { online_access_url: site }) }), credential: null }
      : { ...readCredential({ ...typed, online_access_url: utility.website }), website: null };
  const { email, errors: mailErrors } =
    utility === null || !asking.mailsReceipt ? { email: null, errors: {} } : readReceiptEmail(typed);
  const errors = { ...read.errors, ...mailErrors };
  const again = (status: number, note: string | null) =>
    wanted !== null
      ? showWish(app, reply, reader, link, asking, { utility: wanted, typed, errors, note, status })
      : showLogin(app, reply, reader, link, asking, {
          utility,
          ways,
          typed,
          errors,
          note,
          status,
          factsInFull: typed["facts"] !== "short",
        });
  const nonce = readNonce(app, link, typed["page"] ?? "");
  if (nonce === null) return again(422, say("note.stale"));
  // Only a utility that can be read is asked for a login.
  const readable = website === null ? undefined : app.connectors.find(website)?.description.key;
  if (readable !== undefined)
    return reply.redirect(formPath(asking, reader, { utility: readable, facts: "short" }), 303);
  const given = credential ?? website;
  if (given === null || Object.keys(errors).length > 0) return again(422, null);
  const receipt = email === null ? null : { email, language: reader.language };
  const sent = await submitOnce(app, link, nonce, { given, utility: wanted?.key ?? null, receipt }, request.ip).catch(
    waitOf,
  );
  if ("waitSeconds" in sent) return again(429, askToWait(reply, reader, sent.waitSeconds));
  const place = { token: asking.token, ref: signReceipt(app, { company_id: link.company_id, id: sent.id }) };
  return reply.redirect(receiptPath(place, reader), 303);
}

/** One page makes one authorization, however often and fast it is sent; only the first counts against the limits. `given`: a login, or the website of a utility that cannot be read; `utility`: its key, where it was chosen. */
async function submitOnce(
  app: App,
  { company_id, id: form_link_id, reference, property_id }: FormLink,
  nonce: string,
  { given, utility, receipt }: { given: LoginInput | string; utility: string | null; receipt: ReceiptMail | null },
  address: string,
): Promise<{ id: number } | { waitSeconds: number }> {
  const form_nonce_sha256 = createHash("sha256").update(nonce).digest();
  const findSent = (db: Sql = app.db) => findAuthorizationByFormNonce(db, company_id, form_nonce_sha256);
  const refused = await app.db.transaction().execute(async (trx) => {
    const before = await findSent(trx);
    if (before !== undefined) return before;
    const limit = { windowSeconds: HOUR_SECONDS, now: app.now() };
    const { waitSeconds } = await countTogether(trx, [
      { ...limit, scope: "form.address", key: networkOf(address), max: PER_ADDRESS_MAX },
      { ...limit, scope: "form.link", key: String(form_link_id), max: PER_LINK_MAX },
    ]);
    // The same page may have been counted by a parallel request meanwhile.
    return waitSeconds === null ? null : ((await findSent(trx)) ?? { waitSeconds });
  });
  if (refused !== null) return refused;
  const form = { form_link_id, form_nonce_sha256, reference, property_id };
  const key = typeof given === "string" ? null : await makeAuthorizationKey(app, company_id);
  return app.db.transaction().execute(async (trx) => {
    await submittedFormLink(trx, app, { company_id, id: form_link_id });
    if (typeof given === "string")
      return requestUtility(trx, app, { company_id, online_access_url: given, utility, form });
    if (key === null) throw new Error("a credential was submitted without a key for it");
    return submitCredential(trx, app, { company_id, credential: given, key, form, receipt });
  });
}

/** Bound to the form and signed, so that only a page of ours can be sent; repeated sends count as one submission. */
const signPage = ({ links, now }: App, { id }: FormLink): string =>
  links.sign("form_page", [id, randomBytes(16).toString("base64url")], now() + PAGE_MS);

function readNonce({ links }: App, { id }: FormLink, page: string): string | null {
  const opened = links.open("form_page", page);
  if (opened === null || opened.expired || opened.values[0] !== String(id)) return null;
  return opened.values[1] ?? null;
}
