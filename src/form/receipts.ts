/** The page after a submission: shows the progress, accepts missing data, and deletes the login on request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { answerChallenge, findOpenChallenge } from "../operations/challenges.ts";
import { findFormLinkOfToken } from "../safeguards/links.ts";
import { countAttempt } from "../store/users/attempts.ts";
import { findAuthorization } from "../store/authorizations/authorizations.ts";
import { findAuthorizationProgress } from "../store/authorizations/authorization-progress.ts";
import { findCompanyProfile } from "../store/records/companies.ts";
import type { Trx } from "../store/db.ts";
import { listSecrets } from "../store/secrets.ts";
import {
  correctRequest,
  keyOfFirstLogin,
  correctShownCredential,
  retryInventory,
  stopAuthorization,
} from "../operations/authorizations.ts";
import { openUsernames } from "../operations/credentials.ts";
import { readReason, reasonText } from "./green-button-pages.ts";
import { isLanguage, readReader, type Reader } from "./languages.ts";
import {
  askToWait,
  FORM_BYTES_MAX,
  PAGE_ROUTE,
  requireOwnPage,
  sendDeadLink,
  sendPage,
  sendPart,
  waitOf,
} from "./pages.ts";
import { openReceiptPlace, receiptPath, type ReceiptPlace } from "./receipt-links.ts";
import { forgetPage, receiptPage, statePart, type Receipt } from "./receipt-pages.ts";
import { receiptStateOf } from "./receipt-state.ts";
import { isUnkeepable, readCredential, readTexts, readWebsite, type Typed } from "./submitted.ts";
import { siteName } from "../domain/text.ts";
import { brandOf } from "./brand.ts";
import { instantOf } from "../domain/instant.ts";

/** New logins and tries per receipt and hour: enough for a person, too few to try passwords. */
const PER_RECEIPT_MAX = 10;
const HOUR_SECONDS = 3600;
const ANSWER_MAX = 500;

type Route = { Params: ReceiptPlace };
/** The handler of a route, with the receipt of its address. */
type Work = (receipt: Receipt, reader: Reader, request: FastifyRequest, reply: FastifyReply) => unknown;

export function receiptRoutes(server: FastifyInstance, app: App): void {
  const path = "/form/:token/receipts/:ref";
  const onReceipt = (work: Work) => async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    if (request.method === "POST") requireOwnPage(app, request);
    const receipt = await openReceipt(app, request.params);
    if (receipt === null) return sendDeadLink(reply, readReader(request), { reason: "unknown" });
    return work(receipt, readReader(request, receipt.language), request, reply);
  };
  const sent = { ...PAGE_ROUTE, bodyLimit: FORM_BYTES_MAX };

  server.get<Route>(
    path,
    PAGE_ROUTE,
    onReceipt((receipt, reader, request, reply) => {
      // Of a customer who came back from the utility without a permission.
      const reason = readReason(readTexts(request.query)["green_button"]);
      const trouble = reason === null ? {} : { note: reasonText(reason, receipt.utility, reader.say) };
      return sendPage(reply, reader, receiptPage(receipt, reader, trouble));
    }),
  );
  server.get<Route>(
    `${path}/status`,
    PAGE_ROUTE,
    onReceipt((receipt, reader, _, reply) => sendPart(reply, statePart(receipt, reader))),
  );
  server.get<Route>(
    `${path}/forget`,
    PAGE_ROUTE,
    onReceipt((receipt, reader, _, reply) =>
      receipt.state.stage === "stopped"
        ? back(receipt, reader, reply)
        : sendPage(reply, reader, forgetPage(receipt, reader)),
    ),
  );
  server.post<Route>(
    `${path}/answer`,
    sent,
    onReceipt((...of) => tryAnswer(app, ...of)),
  );
  server.post<Route>(
    `${path}/mend`,
    sent,
    onReceipt((...of) => correctLogin(app, ...of)),
  );
  server.post<Route>(
    `${path}/retry`,
    sent,
    onReceipt((...of) => tryAgain(app, ...of)),
  );
  server.post<Route>(
    `${path}/forget`,
    sent,
    onReceipt((...of) => forget(app, ...of)),
  );
}

const back = ({ place }: Receipt, reader: Reader, reply: FastifyReply) =>
  reply.redirect(receiptPath(place, reader), 303);

async function openReceipt(app: App, place: ReceiptPlace): Promise<Receipt | null> {
  const named = openReceiptPlace(app, place);
  if (named === null) return null;
  const { company_id, id } = named;
  const [row, company, challenge, link, hasExtra, usernames] = await Promise.all([
    findAuthorization(app.db, company_id, id),
    findCompanyProfile(app.db, company_id),
    findOpenChallenge(app, company_id, id),
    findFormLinkOfToken(app, place.token),
    hasExtraSecrets(app, company_id, id),
    openUsernames(app.db, app, company_id, [id]),
  ]);
  if (row === undefined || company === undefined) return null;
  const progress = row.status === "Inventory Complete" ? await findAuthorizationProgress(app.db, company_id, id) : null;
  const site = siteName(row.online_access_url);
  const connector = app.connectors.find(row.online_access_url);
  const username = usernames.get(id) ?? null;
  // A stopped authorization keeps the name of its destroyed key.
  const hasLogin = username !== null || row.key_id !== null;
  const isPermission = row.access === "green_button";
  return {
    place,
    row,
    state: receiptStateOf(row, progress, challenge, { hasLogin, isReadable: connector !== null, isPermission }),
    progress,
    challenge,
    company: company.name,
    brand: brandOf(company, place.token),
    language: [link?.language, company.language].find(isLanguage) ?? null,
    utility: connector?.description.name ?? app.custodians.ofAddress(row.online_access_url)?.description.name ?? site,
    site,
    hasLogin,
    isPermission,
    username,
    hasExtra,
    isFormOpen: link?.isOpen === true,
    now: app.now(),
  };
}

/** Whether they exist, without opening them. */
async function hasExtraSecrets({ db }: App, companyId: number, id: number): Promise<boolean> {
  const kept = await Promise.all(
    ["twoFactorInstructions", "other_details"].map((field) => listSecrets(db, companyId, "authorization", field, [id])),
  );
  return kept.some(({ size }) => size > 0);
}

async function tryAnswer(
  app: App,
  receipt: Receipt,
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { say } = reader;
  const { row, challenge, utility } = receipt;
  const typed = readTexts(request.body);
  const answer = (typed["answer"] ?? "").trim();
  const again = (status: number, trouble: Parameters<typeof receiptPage>[2]) =>
    sendPage(reply, reader, { ...receiptPage(receipt, reader, trouble), status });
  const missing = {
    code: "error.code.missing",
    question: "error.answer.missing",
    choice: "error.choice.missing",
    approval: "challenge.notApproved",
  } as const;
  if (challenge !== undefined && answer === "") return again(422, { answerError: say(missing[challenge.kind]) });
  if (answer.length > ANSWER_MAX) return again(422, { answerError: say("error.tooLong") });
  if (isUnkeepable(answer)) return again(422, { answerError: say("error.unkeepable") });
  const challenge_id = Number(typed["challenge"]);
  const given = { company_id: row.company_id, authorization_id: row.id, answer };
  const outcome =
    answer === "" || !Number.isSafeInteger(challenge_id)
      ? "gone"
      : await answerChallenge(app, { ...given, challenge_id });
  if (outcome === "accepted") return back(receipt, reader, reply);
  // Sent twice: the first one is being tried.
  if (receipt.state.stage !== "needed") return back(receipt, reader, reply);
  return again(409, { note: say("challenge.gone", { utility }) });
}

async function correctLogin(
  app: App,
  receipt: Receipt,
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { row, state } = receipt;
  const { remedy } = state;
  const typed = readTexts(request.body);
  if (remedy === "address") {
    const { website, errors } = readWebsite(typed);
    if (website === null)
      return sendPage(reply, reader, { ...receiptPage(receipt, reader, { typed, errors }), status: 422 });
    return limited(app, receipt, reader, reply, (trx) => correctRequest(trx, row, website));
  }
  if (remedy !== "login" && remedy !== "website") return back(receipt, reader, reply);
  const address: Typed = remedy === "website" ? {} : { online_access_url: row.online_access_url };
  const { credential, errors } = readCredential({ ...typed, ...address });
  if (credential === null) {
    return sendPage(reply, reader, { ...receiptPage(receipt, reader, { typed, errors }), status: 422 });
  }
  const { online_access_url, online_access_username, online_access_password } = credential;
  const login = { online_access_username, online_access_password };
  const edit = remedy === "website" ? { ...login, online_access_url } : login;
  const shown = { ...row, credential_version: Number(typed["version"]) };
  const key = await keyOfFirstLogin(app, row);
  return limited(app, receipt, reader, reply, async (trx) => {
    if (await correctShownCredential(trx, app, shown, edit, key))
      await audit(trx, app, receipt, request, "credential.mended");
  });
}

/** Signs in anew, also in place of a question that is open: a code that did not come is sent once more. */
const tryAgain = (app: App, receipt: Receipt, reader: Reader, _: FastifyRequest, reply: FastifyReply) =>
  receipt.state.remedy === "retry" || receipt.state.stage === "asked"
    ? limited(app, receipt, reader, reply, (trx) => retryInventory(trx, app, receipt.row))
    : back(receipt, reader, reply);

/** Does the work unless the hourly limit is reached, and redirects to the receipt. */
async function limited(
  app: App,
  receipt: Receipt,
  reader: Reader,
  reply: FastifyReply,
  work: (trx: Trx) => Promise<void>,
): Promise<FastifyReply> {
  const limit = { scope: "form.receipt", windowSeconds: HOUR_SECONDS, max: PER_RECEIPT_MAX, now: app.now() };
  const waitSeconds = await countAttempt(app.db, { ...limit, key: String(receipt.row.id) });
  const outcome = waitSeconds === null ? await app.db.transaction().execute(work).catch(waitOf) : { waitSeconds };
  if (outcome === undefined) return back(receipt, reader, reply);
  const note = askToWait(reply, reader, outcome.waitSeconds);
  return sendPage(reply, reader, { ...receiptPage(receipt, reader, { note }), status: 429 });
}

async function forget(app: App, receipt: Receipt, reader: Reader, request: FastifyRequest, reply: FastifyReply) {
  const note = (trx: Trx) => audit(trx, app, receipt, request, "credential.forgotten");
  await stopAuthorization(app, receipt.row, "account_holder", note);
  return back(receipt, reader, reply);
}

const audit = (trx: Trx, app: App, { row }: Receipt, request: FastifyRequest, action: string): Promise<void> =>
  app.audit.write(trx, {
    company_id: row.company_id,
    occurred_at: instantOf(app.now()),
    actor: "whoever holds the receipt",
    action,
    record_type: "Authorization",
    record_id: row.id,
    request_id: request.id,
    address: request.ip,
  });
