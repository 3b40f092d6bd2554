/** The only door to credentials: sealed here when they come in, opened here for a visit, forgotten here. Whoever imports this is the list of who sees a password. */
import type { Credential } from "./connectors/contract.ts";
import { hideFromLog } from "./log.ts";
import type { CredentialInput } from "./records/authorization.ts";
import type { Sql, Trx } from "./store/db.ts";
import {
  deleteSecret,
  deleteSecrets,
  findCompanyKey,
  findSecret,
  insertCompanyKey,
  listSecrets,
  putSecret,
} from "./store/secrets.ts";
import type { CompanyVault, Vault } from "./vault/vault.ts";

const RECORD_TYPE = "authorization";
/** How long the log still takes the values of a credential out after its visit. */
const HIDDEN_AFTER_MS = 60_000;
const FIELDS = ["online_access_username", "online_access_password", "twoFactorInstructions", "other_details"] as const;
type Field = (typeof FIELDS)[number];

/** What a portal knows us by after a second step. It goes with the credential: mended or forgotten, it is gone. */
const REMEMBERED = "remembered_device";

const place = (recordId: number, field: Field | typeof REMEMBERED) => ({ recordType: RECORD_TYPE, recordId, field });

/** The vault of one company. @throws Error when the company's key is gone: its secrets are shredded. */
export async function companyVault(db: Sql, vault: Vault, companyId: number): Promise<CompanyVault> {
  const wrapped = await findCompanyKey(db, companyId);
  if (wrapped === undefined) throw new Error(`company ${companyId} has no key`);
  return vault.forCompany(companyId, wrapped);
}

/** Makes the data key of a new company. */
export async function makeCompanyKey(trx: Trx, vault: Vault, companyId: number): Promise<void> {
  await insertCompanyKey(trx, {
    company_id: companyId,
    root_key_id: vault.rootKeyId,
    wrapped: vault.newCompanyKey(companyId),
  });
}

/** Seals what was submitted; a field that was not given keeps nothing behind. */
export async function sealCredential(
  trx: Trx,
  vault: Vault,
  companyId: number,
  authorizationId: number,
  input: Partial<CredentialInput>,
): Promise<void> {
  const company = await companyVault(trx, vault, companyId);
  for (const field of FIELDS) {
    const value = input[field];
    if (value === undefined || value === null || value === "") continue;
    const at = place(authorizationId, field);
    await putSecret(trx, companyId, at, company.seal(at, value));
  }
}

/** True when an edit makes another login of it: another user name or password. What is not given stays. */
export async function changesLogin(
  trx: Trx,
  vault: Vault,
  companyId: number,
  authorizationId: number,
  edit: Partial<CredentialInput>,
): Promise<boolean> {
  const company = await companyVault(trx, vault, companyId);
  for (const field of ["online_access_username", "online_access_password"] as const) {
    if (edit[field] === undefined) continue;
    const at = place(authorizationId, field);
    const sealed = await findSecret(trx, companyId, at);
    if (sealed === undefined || company.open(at, sealed).reveal() !== edit[field]) return true;
  }
  return false;
}

/** Opens a credential for one visit. Its values stay out of the log until `forget` is called. Undefined when it was forgotten. */
export async function openCredential(
  db: Sql,
  vault: Vault,
  companyId: number,
  authorizationId: number,
): Promise<{ credential: Credential; remembered: string | null; forget: () => void } | undefined> {
  const company = await companyVault(db, vault, companyId);
  const values = new Map<Field | typeof REMEMBERED, string>();
  for (const field of [...FIELDS, REMEMBERED] as const) {
    const at = place(authorizationId, field);
    const sealed = await findSecret(db, companyId, at);
    if (sealed !== undefined) values.set(field, company.open(at, sealed).reveal());
  }
  const username = values.get("online_access_username");
  const password = values.get("online_access_password");
  if (username === undefined || password === undefined) return undefined;
  const shown = [password, values.get("twoFactorInstructions"), values.get("other_details")].map((secret) =>
    hideFromLog(secret ?? ""),
  );
  return {
    credential: {
      username,
      password,
      twoFactorInstructions: values.get("twoFactorInstructions") ?? null,
      other_details: values.get("other_details") ?? null,
    },
    remembered: values.get(REMEMBERED) ?? null,
    // Errors of the visit are logged after it has ended: their values stay hidden a while longer.
    forget: () => void setTimeout(() => shown.forEach((show) => show()), HIDDEN_AFTER_MS).unref(),
  };
}

/** Keeps what the portal knows us by for the next sign-in; null forgets it. */
export async function keepRememberedDevice(
  trx: Trx,
  vault: Vault,
  companyId: number,
  authorizationId: number,
  remembered: string | null,
): Promise<void> {
  const at = place(authorizationId, REMEMBERED);
  if (remembered === null) await deleteSecret(trx, companyId, at);
  else await putSecret(trx, companyId, at, (await companyVault(trx, vault, companyId)).seal(at, remembered));
}

/** The user names of many authorizations of one company, by id; for lists, where no password is opened. */
export async function openUsernames(
  db: Sql,
  vault: Vault,
  companyId: number,
  authorizationIds: number[],
): Promise<Map<number, string>> {
  const sealed = await listSecrets(db, companyId, RECORD_TYPE, "online_access_username", authorizationIds);
  if (sealed.size === 0) return new Map();
  const company = await companyVault(db, vault, companyId);
  return new Map(
    [...sealed].map(([id, bytes]) => [id, company.open(place(id, "online_access_username"), bytes).reveal()]),
  );
}

/** The password in clear, for an admin's audited reading alone. */
export async function openPassword(
  db: Sql,
  vault: Vault,
  companyId: number,
  authorizationId: number,
): Promise<string | undefined> {
  const at = place(authorizationId, "online_access_password");
  const sealed = await findSecret(db, companyId, at);
  if (sealed === undefined) return undefined;
  return (await companyVault(db, vault, companyId)).open(at, sealed).reveal();
}

/** Forgets a credential for ever: with the sealed bytes the only copy of their data key is gone. */
export async function forgetCredential(trx: Trx, companyId: number, authorizationId: number): Promise<void> {
  await deleteSecrets(trx, companyId, RECORD_TYPE, authorizationId);
}
