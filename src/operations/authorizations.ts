/** Accepts a customer's credentials from the API or the form: seals, corrects or deletes them and enqueues the inventory, each in one transaction. */
import type { App } from "../app.ts";
import { parseTypedAddress } from "../connectors/typed-address.ts";
import { destroyDueKeys, giveKey, makeAuthorizationKey, recordStop } from "./authorization-keys.ts";
import { dropChallenge } from "./challenges.ts";
import { giveUpPermission } from "./green-button-revocations.ts";
import { noteWish, wantedAt } from "./utility-wishes.ts";
import {
  changesLogin,
  forgetCredential,
  hasLogin,
  keepRememberedDevice,
  keepSession,
  openUsernames,
  sealCredential,
  sealReceiptEmail,
} from "./credentials.ts";
import { outcomeOf, SECOND_STEP } from "../domain/portals/authorization-outcome.ts";
import { revokedState } from "../domain/portals/revocation.ts";
import type { CredentialInput } from "../records/authorization.ts";
import type { MailLanguage, Revoker } from "../records/codes.ts";
import { insertKeyToDestroy, listAuthorizationKeys, type KeyName } from "../store/authorizations/authorization-keys.ts";
import {
  findAuthorizationByFormNonce,
  insertAuthorization,
  lockAuthorization,
  raiseCredentialVersion,
  revokeAuthorization,
  setAuthorizationAddress,
  setAuthorizationState,
  setCodeMailbox,
  type AuthorizationRow,
} from "../store/authorizations/authorizations.ts";
import type { Trx } from "../store/db.ts";
import { recordChanges, type Change } from "../store/events/events.ts";
import { deleteSecret } from "../store/secrets.ts";
import { inTransaction } from "../store/transactions.ts";
import { instantOf } from "../domain/instant.ts";

/** The form link of a submission, and the page that was sent. */
interface FormOrigin {
  form_link_id: number;
  form_nonce_sha256: Buffer;
  /** Of a link for one person. */
  reference: string | null;
  property_id: number | null;
}

/** Where the person who gives the login wants the receipt, and in which language. */
export interface ReceiptMail {
  email: string;
  language: MailLanguage;
}

type Parts = Pick<App, "vault" | "keys" | "jobs" | "portalLogins">;
type Authorization = Pick<AuthorizationRow, "company_id" | "id">;

const change = (event_type: "authorization.created" | "authorization.updated", record_id: number): Change => ({
  event_type,
  record_id,
});

export type AddressFault = "no_url" | "userinfo";

/** What is wrong with a website address: it is not a URL, or it contains a login, which must not be stored in the clear. */
export function addressFault(address: string): AddressFault | null {
  const url = parseTypedAddress(address);
  if (url === null) return "no_url";
  return url.username !== "" || url.password !== "" ? "userinfo" : null;
}

/**
 * Creates an authorization and enqueues its inventory. A second submit of the same form page returns the authorization of the first.
 * @throws Problem too-many-requests when this login was submitted too often within the hour
 */
export async function submitCredential(
  trx: Trx,
  parts: Parts,
  submission: {
    company_id: number;
    credential: CredentialInput;
    /** From `makeAuthorizationKey`, before the transaction. */
    key: KeyName;
    form?: FormOrigin;
    receipt?: ReceiptMail | null;
    /** Collects its accounts as soon as they are found. */
    activates_accounts?: boolean;
  },
): Promise<AuthorizationRow> {
  const { company_id, credential, key, form, receipt = null, activates_accounts = false } = submission;
  const { online_access_url } = credential;
  const receipt_language = receipt?.language ?? null;
  const code_mailbox_id = credential.code_mailbox_id ?? null;
  const more = { receipt_language, activates_accounts, code_mailbox_id, ...form };
  const row = await insertAuthorization(trx, { company_id, online_access_url, ...more });
  if (row === undefined) return findFirstSubmit(trx, company_id, form?.form_nonce_sha256);
  const { online_access_username: username } = credential;
  await parts.portalLogins.countSubmission(trx, {
    company_id,
    authorizationId: null,
    url: online_access_url,
    username,
  });
  await giveKey(trx, key, row.id);
  await sealCredential(trx, parts, company_id, row.id, credential);
  if (receipt !== null) await sealReceiptEmail(trx, parts, company_id, row.id, receipt.email);
  await recordChanges(trx, company_id, [change("authorization.created", row.id)]);
  await parts.jobs.enqueue(trx, "inventory", { company_id, authorization_id: row.id });
  if (receipt !== null) await parts.jobs.enqueue(trx, "mail-receipt", { company_id, authorization_id: row.id });
  return row;
}

/**
 * Creates an authorization for a utility that cannot be read yet, without a login: nobody gives a password that is of no use. It
 * waits for the operator, or for another address, and the wish is noted. A second submit of the same form page returns that of the first.
 */
export async function requestUtility(
  trx: Trx,
  parts: Pick<App, "known" | "now">,
  request: {
    company_id: number;
    online_access_url: string;
    /** Its key, where it was chosen by its name; null: that of the address. */
    utility: string | null;
    form: FormOrigin;
  },
): Promise<AuthorizationRow> {
  const { company_id, online_access_url, form } = request;
  const row = await insertAuthorization(trx, { company_id, online_access_url, ...form });
  if (row === undefined) return findFirstSubmit(trx, company_id, form.form_nonce_sha256);
  await setAuthorizationState(trx, company_id, row.id, unsupported(online_access_url));
  const by = { form_link_id: form.form_link_id };
  const utility = request.utility ?? wantedAt(parts, online_access_url);
  await noteWish(trx, parts, { company_id, by, utility });
  await recordChanges(trx, company_id, [change("authorization.created", row.id)]);
  return row;
}

/** Corrects the address of an authorization without a login. */
export async function correctRequest(trx: Trx, { company_id, id }: Authorization, url: string): Promise<void> {
  const row = await lockAuthorization(trx, company_id, id);
  if (row === undefined || row.revoked_at !== null || row.online_access_url === url) return;
  if (await hasLogin(trx, company_id, id)) return;
  await setAuthorizationAddress(trx, company_id, id, url);
  await setAuthorizationState(trx, company_id, id, unsupported(url));
  await recordChanges(trx, company_id, [change("authorization.updated", id)]);
}

function unsupported(url: string) {
  const { retryAfterSeconds: _, ...state } = outcomeOf({
    kind: "unsupported_portal",
    utility: null,
    url,
    failures: 0,
    retryAfterMs: null,
  });
  return { ...state, retry_at: null, failures: 0 };
}

async function findFirstSubmit(trx: Trx, companyId: number, nonceSha256: Buffer | undefined) {
  const first = nonceSha256 && (await findAuthorizationByFormNonce(trx, companyId, nonceSha256));
  if (first === undefined) throw new Error("an authorization was not inserted and there is no earlier one");
  return first;
}

/** Fields that a customer corrects; null deletes an optional one. */
export type CredentialEdit = Partial<CredentialInput>;

/** `no_login`: it has no login yet, and was not given a whole one. `gone`: the authorization was stopped meanwhile. `refused_login`: the login is still the one that the utility refused. `green_button`: it has no login, but a permission that only the customer can renew. */
export type Correction = "corrected" | "gone" | "refused_login" | "no_login" | "green_button";

/** The key for the first login of an authorization that was made without one; null for every other. Call this outside a transaction. */
export const keyOfFirstLogin = async (
  app: Pick<App, "db" | "vault" | "keys" | "now">,
  { company_id, id, key_id }: AuthorizationRow,
): Promise<KeyName | null> =>
  key_id !== null || (await hasLogin(app.db, company_id, id)) ? null : makeAuthorizationKey(app, company_id);

/**
 * Replaces the corrected fields and starts the inventory again with them. `key`: from `keyOfFirstLogin`.
 * @throws Problem too-many-requests when it was corrected too often within the hour, by API and form together
 */
export async function correctCredential(
  trx: Trx,
  parts: Parts,
  { company_id, id }: Authorization,
  edit: CredentialEdit,
  key: KeyName | null = null,
): Promise<Correction> {
  const row = await lockAuthorization(trx, company_id, id);
  if (row === undefined || row.revoked_at !== null) return "gone";
  if (row.access === "green_button") return "green_button";
  if (row.status_detail === "invalid_credentials" && !(await isOtherLogin(trx, parts, row, edit)))
    return "refused_login";
  const { code_mailbox_id, ...login } = edit;
  if (code_mailbox_id !== undefined) await setCodeMailbox(trx, company_id, id, code_mailbox_id);
  if (code_mailbox_id !== undefined && Object.keys(login).length === 0) {
    // The login is the same: it is only tried again where a person is to give a code, which may now be read.
    if (SECOND_STEP.has(row.status_detail ?? "")) await restartInventory(trx, parts, { company_id, id });
    else await recordChanges(trx, company_id, [change("authorization.updated", id)]);
    return "corrected";
  }
  const isWhole = edit.online_access_username !== undefined && edit.online_access_password !== undefined;
  if (!isWhole && !(await hasLogin(trx, company_id, id))) return "no_login";
  const usernames = await openUsernames(trx, parts, company_id, [id]);
  await parts.portalLogins.countSubmission(trx, {
    company_id,
    authorizationId: id,
    url: edit.online_access_url ?? row.online_access_url,
    username: edit.online_access_username ?? usernames.get(id) ?? "",
  });
  if (key !== null && row.key_id === null) await giveKey(trx, key, id);
  await raiseCredentialVersion(trx, company_id, id);
  await sealCredential(trx, parts, company_id, id, edit);
  await keepRememberedDevice(trx, parts, company_id, id, null);
  await keepSession(trx, parts, company_id, id, null);
  for (const field of ["twoFactorInstructions", "other_details"] as const) {
    if (edit[field] !== null && edit[field] !== "") continue;
    await deleteSecret(trx, company_id, { recordType: "authorization", recordId: id, field });
  }
  if (edit.online_access_url !== undefined) await setAuthorizationAddress(trx, company_id, id, edit.online_access_url);
  await restartInventory(trx, parts, { company_id, id });
  return "corrected";
}

/** A refused login is never tried again: only a different address, user name or password may be sent to the utility. */
const isOtherLogin = async (
  trx: Trx,
  parts: Parts,
  { company_id, id, online_access_url }: AuthorizationRow,
  edit: CredentialEdit,
): Promise<boolean> =>
  (edit.online_access_url !== undefined && edit.online_access_url !== online_access_url) ||
  changesLogin(trx, parts, company_id, id, edit);

/**
 * Corrects the version of a credential that a form page showed. False when it was corrected or stopped since: a page submitted
 * twice causes one sign-in, and an old page overwrites nothing.
 */
export async function correctShownCredential(
  trx: Trx,
  parts: Parts,
  { company_id, id, credential_version }: Pick<AuthorizationRow, "company_id" | "id" | "credential_version">,
  edit: CredentialEdit,
  key: KeyName | null = null,
): Promise<boolean> {
  const row = await lockAuthorization(trx, company_id, id);
  if (row === undefined || row.revoked_at !== null || row.credential_version !== credential_version) return false;
  return (await correctCredential(trx, parts, row, edit, key)) === "corrected";
}

/** Restarts a stopped inventory, once for any number of calls. A refused login is not retried, nor is one that was never given. */
export async function retryInventory(trx: Trx, parts: Parts, { company_id, id }: Authorization): Promise<void> {
  const row = await lockAuthorization(trx, company_id, id);
  if (row === undefined || row.revoked_at !== null || row.status !== "Pending") return;
  if (row.status_detail === "invalid_credentials" || !(await hasLogin(trx, company_id, id))) return;
  await restartInventory(trx, parts, row);
}

/** Starts the inventory from the beginning, as after the submission. */
export async function restartInventory(trx: Trx, { jobs }: Parts, { company_id, id }: Authorization): Promise<void> {
  await setAuthorizationState(trx, company_id, id, {
    status: "Inventory Pending",
    status_detail: null,
    action_required_by: "none",
    errors: null,
    retry_at: null,
    failures: 0,
  });
  await dropChallenge(trx, company_id, id);
  await jobs.enqueue(trx, "inventory", { company_id, authorization_id: id });
  await recordChanges(trx, company_id, [change("authorization.updated", id)]);
}

/**
 * Stops collecting with an authorization and deletes its credential; bills stay. False when it was stopped before. Its key is
 * queued for destruction when the transaction commits; `destroyDueKeys` destroys it.
 */
export async function forgetAuthorization(
  trx: Trx,
  app: Pick<App, "jobs" | "now" | "vault" | "keys">,
  { company_id, id }: Authorization,
  by: Revoker,
): Promise<boolean> {
  const accountIds = await revokeAuthorization(trx, company_id, id, revokedState(by));
  if (accountIds === undefined) return false;
  await giveUpPermission(trx, app, { company_id, id });
  await forgetCredential(trx, company_id, id);
  await dropChallenge(trx, company_id, id);
  const key_id = (await listAuthorizationKeys(trx, company_id, [id])).get(id) ?? null;
  if (key_id !== null) await insertKeyToDestroy(trx, { company_id, key_id, due_at: instantOf(app.now()) });
  await recordStop(trx, app, { company_id, id, accountIds });
  return true;
}

/**
 * Stops an authorization in one transaction with `alongside`, and destroys its key before the call returns. False when it was
 * stopped before; then `alongside` is not run.
 */
export async function stopAuthorization(
  app: App,
  authorization: Authorization,
  by: Revoker,
  alongside: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const stopped = await inTransaction(app, async (trx) => {
    const done = await forgetAuthorization(trx, app, authorization, by);
    if (done) await alongside(trx);
    return done;
  });
  if (stopped) await destroyDueKeys(app);
  return stopped;
}
