/** The way of a customer to the website of a utility and back, at whose end stands an authorization. */
import { createHmac } from "node:crypto";
import type { App } from "../app.ts";
import { invalid, notFound, Problem } from "../errors.ts";
import { consentAddress, exchangeCode, type Permission, type Tokens } from "../green-button/oauth.ts";
import type { Custodian } from "../green-button/custodians.ts";
import type { GreenButtonReason, NewGreenButtonRequest } from "../records/green-button.ts";
import type { StatusDetail } from "../records/codes.ts";
import { PortalError } from "../connectors/contract.ts";
import { siteOf } from "../connectors/typed-address.ts";
import {
  insertAuthorization,
  findAuthorization,
  lockAuthorization,
  raiseCredentialVersion,
  type AuthorizationRow,
} from "../store/authorizations/authorizations.ts";
import {
  claimRequest,
  findPermission,
  findRequestBySecret,
  insertGreenButtonRequest,
  lockGreenButtonRequest,
  putPermission,
  setRequestOutcome,
  setRequestState,
  type GreenButtonRequestRow,
  type NewRequest,
} from "../store/authorizations/green-button.ts";
import type { Trx } from "../store/db.ts";
import { recordChanges } from "../store/events/events.ts";
import { findProperty } from "../store/records/properties.ts";
import { inTransaction } from "../store/transactions.ts";
import { giveKey, makeAuthorizationKey } from "./authorization-keys.ts";
import { restartInventory } from "./authorizations.ts";
import { submittedFormLink } from "./form-links.ts";
import { openGreenButtonTokens, sealTokens, hideTokens } from "./green-button-tokens.ts";
import { requestRevocation, withdrawUnkept } from "./green-button-revocations.ts";
import { makeOneTimeToken, oneTimeHash } from "./one-time-links.ts";
import type { KeyName } from "../store/authorizations/authorization-keys.ts";
import { instantOf } from "../domain/instant.ts";

/** How long the address of a request works. */
const REQUEST_MS = 24 * 3600 * 1000;
/** How long a customer may take at the utility. */
export const WAY_MS = 10 * 60 * 1000;

export const callbackAddress = ({ publicUrl }: Pick<App, "publicUrl">): string => `${publicUrl}/green-button/callback`;

/** Where a utility sends its notifications. */
export const notificationAddress = ({ publicUrl }: Pick<App, "publicUrl">, utility: string): string =>
  `${publicUrl}/green-button/notifications/${utility}`;

/** Makes a request whose address is given to a customer. @throws Problem invalid, not-found, conflict */
export async function createGreenButtonRequest(
  trx: Trx,
  app: App,
  { company_id, user_id }: { company_id: number; user_id: number },
  given: NewGreenButtonRequest,
): Promise<{ row: GreenButtonRequestRow; token: string }> {
  const { property_id = null, authorization_id = null, return_url = null } = given;
  if (property_id !== null && (await findProperty(trx, company_id, property_id)) === undefined)
    throw invalid([{ pointer: "/property_id", detail: "No property of your company has this id." }]);
  if (return_url !== null && !mayReturnTo(app, return_url))
    throw invalid([{ pointer: "/return_url", detail: "This must be an https address, or one of this service." }]);
  const utility =
    authorization_id === null
      ? given.utility
      : await utilityToRenew(trx, { company_id, id: authorization_id }, given.utility);
  if (utility === undefined) throw invalid([{ pointer: "/utility", detail: "This field is required." }]);
  if (app.custodians.byKey(utility) === null)
    throw invalid([{ pointer: "/utility", detail: "This utility does not offer Green Button Connect here." }]);
  const { token, token_sha256 } = makeOneTimeToken();
  const row = await insertGreenButtonRequest(trx, {
    company_id,
    utility,
    property_id,
    activates_accounts: given.activates_accounts ?? false,
    created_by: user_id,
    authorization_id,
    return_url,
    token_sha256,
    expires_at: instantOf(app.now() + REQUEST_MS),
  });
  return { row, token };
}

export const startAddress = ({ publicUrl }: Pick<App, "publicUrl">, token: string): string =>
  `${publicUrl}/green-button/start/${token}`;

function mayReturnTo({ publicUrl }: App, address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && siteOf(url) === siteOf(new URL(publicUrl)));
}

/** The utility of an authorization that can be renewed. @throws Problem not-found, conflict */
async function utilityToRenew(
  trx: Trx,
  { company_id, id }: { company_id: number; id: number },
  asked: string | undefined,
): Promise<string> {
  const row = await findAuthorization(trx, company_id, id);
  if (row === undefined) throw notFound();
  const permission = await findPermission(trx, company_id, id);
  if (row.revoked_at !== null || permission === undefined || (asked !== undefined && permission.utility !== asked))
    throw new Problem("conflict", "Only an authorization of Green Button Connect at this utility can be renewed.");
  return permission.utility;
}

/** A request that leads to the utility at once, as the form makes it: it has no address of its own. */
export const insertDirectRequest = (trx: Trx, app: App, given: Omit<NewRequest, "expires_at" | "token_sha256">) =>
  insertGreenButtonRequest(trx, { ...given, expires_at: instantOf(app.now() + WAY_MS) });

/** The request of an address that was given to a customer; undefined for an address that we did not issue. */
export const findStart = ({ db }: App, token: string): Promise<GreenButtonRequestRow | undefined> =>
  findRequestBySecret(db, "token_sha256", oneTimeHash(token));

/** Begins the way to the utility: where the browser goes, and the secret by which it is known when it comes back. Null when the request has ended, or the utility no longer offers it. */
export async function sendToUtility(
  app: App,
  request: GreenButtonRequestRow,
): Promise<{ location: string; browser: string } | null> {
  const custodian = app.custodians.byKey(request.utility);
  if (custodian === null || Date.parse(request.expires_at) <= app.now()) return null;
  const [state, browser] = [makeOneTimeToken(), makeOneTimeToken()];
  const isOpen = await setRequestState(app.db, request, {
    state_sha256: state.token_sha256,
    browser_sha256: browser.token_sha256,
    state_expires_at: instantOf(app.now() + WAY_MS),
  });
  if (!isOpen) return null;
  const verifier = verifierOf(app, state.token);
  const redirectUri = callbackAddress(app);
  return { location: consentAddress(custodian, { redirectUri, state: state.token, verifier }), browser: browser.token };
}

/** PKCE: follows from the state, and only this service can calculate it. */
const verifierOf = ({ greenButton }: App, state: string): string =>
  createHmac("sha256", greenButton.verifierKey).update(`pkce\n${state}`).digest("base64url");

export interface Callback {
  state: string;
  code: string | undefined;
  error: string | undefined;
  /** From the cookie of the browser that came back. */
  browser: string | undefined;
}

/**
 * What became of a customer who came back. `unknown`: not from us; `foreign`: another browser went there; `late`: too long ago.
 * Only `authorized` has an authorization.
 */
export type Return =
  | { is: "unknown" }
  | { is: "foreign" }
  | { is: "late"; request: GreenButtonRequestRow }
  | { is: "refused"; request: GreenButtonRequestRow; reason: GreenButtonReason }
  | { is: "authorized"; request: GreenButtonRequestRow; authorization_id: number };

/** Takes the answer of the utility, once: the same answer again has the same result and sends nothing. */
export async function takeReturn(app: App, callback: Callback, signal: AbortSignal): Promise<Return> {
  const { state, code, error, browser } = callback;
  const request = await findRequestBySecret(app.db, "state_sha256", oneTimeHash(state));
  if (request === undefined) return { is: "unknown" };
  if (browser === undefined || request.browser_sha256?.equals(oneTimeHash(browser)) !== true) return { is: "foreign" };
  if (request.status === "authorized" && request.authorization_id !== null)
    return { is: "authorized", request, authorization_id: request.authorization_id };
  if (request.status === "refused") return { is: "refused", request, reason: request.reason ?? "not_accepted" };
  // Its code was sent by another process, or by this one before it was killed.
  if (request.status === "exchanging") return { is: "refused", request, reason: "interrupted" };
  if (Date.parse(request.state_expires_at ?? "") <= app.now()) return { is: "late", request };
  const refuse = async (reason: GreenButtonReason): Promise<Return> => {
    await setRequestOutcome(app.db, request, { status: "refused", reason });
    return { is: "refused", request, reason };
  };
  const custodian = app.custodians.byKey(request.utility);
  if (custodian === null) return refuse("misconfigured");
  if (code === undefined) return refuse(REASONS.get(error ?? "") ?? "not_accepted");
  if (!(await claimRequest(app.db, request.company_id, request.id, oneTimeHash(state))))
    return { is: "refused", request, reason: "interrupted" };
  try {
    const parts = { outbound: app.greenButton.outbound, signal };
    const verifier = verifierOf(app, state);
    const given = { code, redirectUri: callbackAddress(app), verifier, now: app.now() };
    const got = await exchangeCode(custodian, parts, given);
    const forget = hideTokens(got.tokens);
    try {
      return await keepPermission(app, { request, custodian, ...got }, signal);
    } finally {
      forget();
    }
  } catch (thrown) {
    if (!(thrown instanceof PortalError)) throw thrown;
    const { utility } = request;
    app.log.warn(
      { utility, kind: thrown.kind, detail: thrown.message },
      "a utility did not take the code of a consent",
    );
    return refuse(OF_KINDS[thrown.kind] ?? "misconfigured");
  }
}

/** Errors of RFC 6749, 4.1.2.1. A map, because anybody can send any word. */
const REASONS: ReadonlyMap<string, GreenButtonReason> = new Map([
  ["access_denied", "denied"],
  ["invalid_scope", "misconfigured"],
  ["unauthorized_client", "misconfigured"],
  ["unsupported_response_type", "misconfigured"],
  ["invalid_request", "misconfigured"],
  ["server_error", "utility_away"],
  ["temporarily_unavailable", "utility_away"],
]);

const OF_KINDS: Partial<Record<StatusDetail, GreenButtonReason>> = {
  invalid_credentials: "not_accepted",
  portal_down: "utility_away",
  rate_limited: "utility_away",
};

interface Got {
  request: GreenButtonRequestRow;
  custodian: Custodian;
  tokens: Tokens;
  permission: Permission;
}

/** Makes or renews the authorization with its tokens in one transaction. What cannot be kept is withdrawn again. */
async function keepPermission(app: App, got: Got, signal: AbortSignal): Promise<Return> {
  const { request, custodian, tokens, permission } = got;
  const key = request.authorization_id === null ? await makeAuthorizationKey(app, request.company_id) : null;
  const kept = await inTransaction(app, (trx) => writePermission(trx, app, got, key));
  if (typeof kept === "number") return { is: "authorized", request, authorization_id: kept };
  await withdrawUnkept(app, custodian, { tokens, authorization_ref: permission.authorization_ref }, signal);
  if (kept === "stopped") {
    await setRequestOutcome(app.db, request, { status: "refused", reason: "stopped" });
    return { is: "refused", request, reason: "stopped" };
  }
  return { is: "authorized", request, authorization_id: kept.already };
}

/** The id of the authorization; `stopped`: the one to be renewed was stopped; `already`: another return of the same request was quicker. */
async function writePermission(
  trx: Trx,
  app: App,
  { request, custodian, tokens, permission }: Got,
  key: KeyName | null,
): Promise<number | "stopped" | { already: number }> {
  const { company_id, utility } = request;
  const now = await lockGreenButtonRequest(trx, company_id, request.id);
  if (now?.status === "authorized" && now.authorization_id !== null) return { already: now.authorization_id };
  const row =
    key === null ? await renewed(trx, app, request, permission) : await added(trx, app, request, custodian, key);
  if (row === "stopped") return row;
  await sealTokens(trx, app, company_id, row.id, tokens);
  await putPermission(trx, { company_id, authorization_id: row.id, utility, ...permission });
  await setRequestOutcome(trx, request, { status: "authorized", authorization_id: row.id, reason: null });
  if (key === null) await restartInventory(trx, app, row);
  else await app.jobs.enqueue(trx, "inventory", { company_id, authorization_id: row.id });
  return row.id;
}

async function added(
  trx: Trx,
  app: App,
  request: GreenButtonRequestRow,
  { description }: Custodian,
  key: KeyName,
): Promise<AuthorizationRow> {
  const { company_id, property_id, activates_accounts, form_link_id, reference } = request;
  if (form_link_id !== null) await submittedFormLink(trx, app, { company_id, id: form_link_id });
  const row = await insertAuthorization(trx, {
    company_id,
    access: "green_button",
    online_access_url: description.website,
    property_id,
    activates_accounts,
    form_link_id,
    reference,
  });
  if (row === undefined) throw new Error("an authorization without a form page was not inserted");
  await giveKey(trx, key, row.id);
  await recordChanges(trx, company_id, [{ event_type: "authorization.created", record_id: row.id }]);
  return row;
}

/** The former permission is withdrawn, unless the utility calls the new one by the same name. */
async function renewed(
  trx: Trx,
  app: App,
  { company_id, authorization_id }: GreenButtonRequestRow,
  permission: Permission,
): Promise<AuthorizationRow | "stopped"> {
  const row = await lockAuthorization(trx, company_id, authorization_id ?? 0);
  if (row === undefined || row.revoked_at !== null) return "stopped";
  const [before, former] = [
    await findPermission(trx, company_id, row.id),
    await openGreenButtonTokens(trx, app, company_id, row.id),
  ];
  if (before !== undefined && former !== undefined && before.subscription_id !== permission.subscription_id)
    await requestRevocation(trx, app, before, former.tokens);
  former?.forget();
  await raiseCredentialVersion(trx, company_id, row.id);
  return row;
}
