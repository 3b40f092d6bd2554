/** A customer's credentials come in here, by API or by form: sealed, queued for inventory, mended or forgotten, whole or not at all. */
import type { App } from "./app.ts";
import { dropChallenge } from "./challenges.ts";
import { changesLogin, forgetCredential, keepRememberedDevice, sealCredential } from "./credentials.ts";
import { requestRollUpsOfAccounts } from "./months-due.ts";
import type { CredentialInput } from "./records/authorization.ts";
import {
  findAuthorizationByFormNonce,
  insertAuthorization,
  lockAuthorization,
  raiseCredentialVersion,
  revokeAuthorization,
  setAuthorizationAddress,
  setAuthorizationState,
  type AuthorizationRow,
} from "./store/authorizations.ts";
import type { Trx } from "./store/db.ts";
import { recordChanges, type Change } from "./store/events.ts";
import { deleteSecret } from "./store/secrets.ts";

type Parts = Pick<App, "vault" | "jobs">;
type Authorization = Pick<AuthorizationRow, "company_id" | "id">;

const change = (event_type: "authorization.created" | "authorization.updated", record_id: number): Change => ({
  event_type,
  record_id,
});

export type AddressFault = "none" | "userinfo";

/** What is wrong with a website address in itself: it is none, or holds a login. It is kept in the clear. */
export function addressFault(address: string): AddressFault | null {
  const typed = address.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null) return "none";
  return url.username !== "" || url.password !== "" ? "userinfo" : null;
}

/** A new authorization, queued for inventory. The second submit of one form page gives the authorization of the first. */
export async function submitCredential(
  trx: Trx,
  { vault, jobs }: Parts,
  submission: {
    company_id: number;
    credential: CredentialInput;
    form?: { form_link_id: number; form_nonce_sha256: Buffer };
  },
): Promise<AuthorizationRow> {
  const { company_id, credential, form } = submission;
  const { online_access_url } = credential;
  const row = await insertAuthorization(trx, { company_id, online_access_url, ...form });
  if (row === undefined) return findFirstSubmit(trx, company_id, form?.form_nonce_sha256);
  await sealCredential(trx, vault, company_id, row.id, credential);
  await jobs.enqueue(trx, "inventory", { company_id, authorization_id: row.id });
  await recordChanges(trx, company_id, [change("authorization.created", row.id)]);
  return row;
}

async function findFirstSubmit(trx: Trx, companyId: number, nonceSha256: Buffer | undefined) {
  const first = nonceSha256 && (await findAuthorizationByFormNonce(trx, companyId, nonceSha256));
  if (first === undefined) throw new Error("an authorization was refused and there is no earlier one");
  return first;
}

/** Fields that a customer mends; null forgets an optional one. */
export type CredentialEdit = Partial<CredentialInput>;

/** `gone`: it was forgotten meanwhile. `refused_login`: it is still the login that the utility refused. */
export type Mending = "mended" | "gone" | "refused_login";

/** Keeps what was mended in place of what was there, and starts the inventory again with it. */
export async function mendCredential(
  trx: Trx,
  parts: Parts,
  { company_id, id }: Authorization,
  edit: CredentialEdit,
): Promise<Mending> {
  const row = await lockAuthorization(trx, company_id, id);
  if (row === undefined || row.revoked_at !== null) return "gone";
  if (row.status_detail === "invalid_credentials" && !(await isOtherLogin(trx, parts, row, edit)))
    return "refused_login";
  await raiseCredentialVersion(trx, company_id, id);
  await sealCredential(trx, parts.vault, company_id, id, edit);
  await keepRememberedDevice(trx, parts.vault, company_id, id, null);
  for (const field of ["twoFactorInstructions", "other_details"] as const) {
    if (edit[field] !== null && edit[field] !== "") continue;
    await deleteSecret(trx, company_id, { recordType: "authorization", recordId: id, field });
  }
  if (edit.online_access_url !== undefined) await setAuthorizationAddress(trx, company_id, id, edit.online_access_url);
  await restartInventory(trx, parts, { company_id, id });
  return "mended";
}

/** With another address, user name or password it may be shown to the utility; the same is never tried twice. */
const isOtherLogin = async (
  trx: Trx,
  { vault }: Parts,
  { company_id, id, online_access_url }: AuthorizationRow,
  edit: CredentialEdit,
): Promise<boolean> =>
  (edit.online_access_url !== undefined && edit.online_access_url !== online_access_url) ||
  changesLogin(trx, vault, company_id, id, edit);

/**
 * Mends what a page showed. False when it was mended or forgotten since: a page sent twice shows the portal one login, and
 * a page left open undoes nothing.
 */
export async function mendShownCredential(
  trx: Trx,
  parts: Parts,
  { company_id, id, credential_version }: Pick<AuthorizationRow, "company_id" | "id" | "credential_version">,
  edit: CredentialEdit,
): Promise<boolean> {
  const row = await lockAuthorization(trx, company_id, id);
  if (row === undefined || row.revoked_at !== null || row.credential_version !== credential_version) return false;
  return (await mendCredential(trx, parts, row, edit)) === "mended";
}

/** Starts a stopped inventory again, once however often it is asked for. A refused login is not: it must be mended. */
export async function retryInventory(trx: Trx, parts: Parts, { company_id, id }: Authorization): Promise<void> {
  const row = await lockAuthorization(trx, company_id, id);
  if (row === undefined || row.revoked_at !== null || row.status !== "Pending") return;
  if (row.status_detail === "invalid_credentials") return;
  await restartInventory(trx, parts, row);
}

/** The inventory from the beginning, as after the submission. */
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

/** Forgets the credential for ever and stops collecting with it; bills stay. False when it was forgotten before. */
export async function forgetAuthorization(
  trx: Trx,
  { jobs }: Pick<Parts, "jobs">,
  { company_id, id }: Authorization,
): Promise<boolean> {
  const accountIds = await revokeAuthorization(trx, company_id, id);
  if (accountIds === undefined) return false;
  await forgetCredential(trx, company_id, id);
  await dropChallenge(trx, company_id, id);
  await requestRollUpsOfAccounts({ jobs }, trx, company_id, accountIds);
  await recordChanges(trx, company_id, [
    change("authorization.updated", id),
    ...accountIds.map((record_id): Change => {
      return { event_type: "utility_account.updated", record_id };
    }),
  ]);
  return true;
}
