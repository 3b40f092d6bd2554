/** Seals, opens and deletes credentials: its importers, and `authorization-keys`, which seals old secrets anew, are all code that can see a password. */
import { z } from "zod";
import type { Credential } from "../connectors/contract.ts";
import { hideWhileUsed } from "../log.ts";
import type { CredentialInput } from "../records/authorization.ts";
import type { Sql, Trx } from "../store/db.ts";
import { deleteSecret, deleteSecrets, findSecret, listSecrets, putSecret } from "../store/secrets.ts";
import { listAuthorizationKeys } from "../store/authorizations/authorization-keys.ts";
import type { KeyStore } from "../files/key-store.ts";
import type { SecretBox, Vault } from "../vault/vault.ts";
import { companyVault } from "../safeguards/root-keys.ts";

/** What opens the secrets of an authorization: the vault, and the keys outside the database. */
export interface CredentialParts {
  vault: Vault;
  keys: KeyStore;
}

const RECORD_TYPE = "authorization";
const FIELDS = ["online_access_username", "online_access_password", "twoFactorInstructions", "other_details"] as const;
type Field = (typeof FIELDS)[number];

/** The device token by which a portal recognizes us after a challenge. It is deleted when the credential is corrected or deleted. */
const REMEMBERED = "remembered_device";

/** A session of the portal that the next visit goes on with. It is deleted when the credential is corrected or deleted, and when the portal refuses. */
const KEPT_SESSION = "kept_session";

/** Where the person who gave the login wants the receipt. Only the mail job opens it, and it is deleted with the login. */
const RECEIPT_EMAIL = "receipt_email";

/** The tokens of a permission of Green Button Connect, which `green-button-tokens.ts` seals and opens. */
export const GREEN_BUTTON_TOKENS = "green_button_tokens";

const place = (recordId: number, field: Field | typeof REMEMBERED | typeof KEPT_SESSION | typeof RECEIPT_EMAIL) => ({
  recordType: RECORD_TYPE,
  recordId,
  field,
});

/** The secret boxes of many authorizations of a company, by id, each under its own key. Authorizations whose key is gone are left out. */
async function authorizationBoxes(
  db: Sql,
  { vault, keys }: CredentialParts,
  companyId: number,
  ids: number[],
): Promise<Map<number, SecretBox>> {
  const company = await companyVault(db, vault, companyId);
  const names = await listAuthorizationKeys(db, companyId, ids);
  const boxes = await mapSome(ids, KEYS_AT_ONCE, async (id): Promise<[number, SecretBox][]> => {
    const name = names.get(id) ?? null;
    // Submitted before authorizations had their own keys.
    if (name === null) return [[id, company]];
    const wrapped = await keys.find(name);
    return wrapped === null ? [] : [[id, company.under(name, wrapped)]];
  });
  return new Map(boxes.flat());
}

/** How many keys are read in parallel: a list must not take all connections to the store. */
const KEYS_AT_ONCE = 32;

async function mapSome<T, R>(items: T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(work))));
  return results;
}

/** Seals and opens the secrets of one authorization. Undefined when its key is gone, so that they can no longer be opened. */
export async function authorizationBox(
  db: Sql,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
): Promise<SecretBox | undefined> {
  return (await authorizationBoxes(db, parts, companyId, [authorizationId])).get(authorizationId);
}

/** For an authorization that the caller knows to be in use. @throws Error when its key is gone */
export async function requireBox(db: Sql, parts: CredentialParts, companyId: number, id: number): Promise<SecretBox> {
  const box = await authorizationBox(db, parts, companyId, id);
  if (box === undefined) throw new Error(`the key of authorization ${id} is gone`);
  return box;
}

/** Seals the submitted fields; empty and missing fields are not changed. */
export async function sealCredential(
  trx: Trx,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
  input: Partial<CredentialInput>,
): Promise<void> {
  const box = await requireBox(trx, parts, companyId, authorizationId);
  for (const field of FIELDS) {
    const value = input[field];
    if (value === undefined || value === null || value === "") continue;
    const at = place(authorizationId, field);
    await putSecret(trx, companyId, at, box.seal(at, value));
  }
}

/** True when an edit changes the user name or the password. */
export async function changesLogin(
  trx: Trx,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
  edit: Partial<CredentialInput>,
): Promise<boolean> {
  const box = await requireBox(trx, parts, companyId, authorizationId);
  for (const field of ["online_access_username", "online_access_password"] as const) {
    if (edit[field] === undefined) continue;
    const at = place(authorizationId, field);
    const sealed = await findSecret(trx, companyId, at);
    if (sealed === undefined || box.open(at, sealed).reveal() !== edit[field]) return true;
  }
  return false;
}

/** A kept session, and when it is no longer used. */
const Kept = z.object({ session: z.string(), until: z.string() });
export type Kept = z.infer<typeof Kept>;

function readKept(text: string | undefined): Kept | null {
  return text === undefined ? null : Kept.parse(JSON.parse(text));
}

/** A credential in plain text, with what its portal remembers of earlier visits. */
export interface OpenedCredential {
  credential: Credential;
  remembered: string | null;
  session: Kept | null;
  forget: () => void;
}

/**
 * Opens a credential for one visit. The log hides its password, instructions and other details until a while after `forget` is called.
 * Undefined when it was deleted or its key is gone.
 */
export async function openCredential(
  db: Sql,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
): Promise<OpenedCredential | undefined> {
  const box = await authorizationBox(db, parts, companyId, authorizationId);
  if (box === undefined) return undefined;
  const values = new Map<Field | typeof REMEMBERED | typeof KEPT_SESSION, string>();
  for (const field of [...FIELDS, REMEMBERED, KEPT_SESSION] as const) {
    const at = place(authorizationId, field);
    const sealed = await findSecret(db, companyId, at);
    if (sealed !== undefined) values.set(field, box.open(at, sealed).reveal());
  }
  const username = values.get("online_access_username");
  const password = values.get("online_access_password");
  if (username === undefined || password === undefined) return undefined;
  const instructions = values.get("twoFactorInstructions") ?? null;
  const details = values.get("other_details") ?? null;
  return {
    credential: {
      username,
      password,
      twoFactorInstructions: instructions,
      other_details: details,
    },
    remembered: values.get(REMEMBERED) ?? null,
    session: readKept(values.get(KEPT_SESSION)),
    forget: hideWhileUsed([password, instructions ?? "", details ?? ""]),
  };
}

/** Stores the device token for the next sign-in; null deletes it. */
export const keepRememberedDevice = (
  trx: Trx,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
  remembered: string | null,
): Promise<void> => keepSealed(trx, parts, companyId, place(authorizationId, REMEMBERED), remembered);

/** Stores the session for the next visit; null deletes it. */
export const keepSession = (
  trx: Trx,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
  kept: Kept | null,
): Promise<void> =>
  keepSealed(trx, parts, companyId, place(authorizationId, KEPT_SESSION), kept === null ? null : JSON.stringify(kept));

async function keepSealed(
  trx: Trx,
  parts: CredentialParts,
  companyId: number,
  at: ReturnType<typeof place>,
  text: string | null,
): Promise<void> {
  if (text === null) {
    await deleteSecret(trx, companyId, at);
    return;
  }
  const box = await requireBox(trx, parts, companyId, at.recordId);
  await putSecret(trx, companyId, at, box.seal(at, text));
}

/** The user names of many authorizations of one company, by id; for lists, which open no password. */
export async function openUsernames(
  db: Sql,
  parts: CredentialParts,
  companyId: number,
  authorizationIds: number[],
): Promise<Map<number, string>> {
  const sealed = await listSecrets(db, companyId, RECORD_TYPE, "online_access_username", authorizationIds);
  if (sealed.size === 0) return new Map();
  const boxes = await authorizationBoxes(db, parts, companyId, [...sealed.keys()]);
  return new Map(
    [...sealed].flatMap(([id, bytes]) => {
      const box = boxes.get(id);
      return box === undefined ? [] : [[id, box.open(place(id, "online_access_username"), bytes).reveal()]];
    }),
  );
}

/**
 * False for a request for a utility that cannot be read yet, which is made without a login, and for a stopped authorization. A
 * permission of Green Button Connect counts as one.
 */
export async function hasLogin(db: Sql, companyId: number, authorizationId: number): Promise<boolean> {
  const kept = await Promise.all(
    ["online_access_username", GREEN_BUTTON_TOKENS].map((field) =>
      listSecrets(db, companyId, RECORD_TYPE, field, [authorizationId]),
    ),
  );
  return kept.some(({ size }) => size > 0);
}

/** The plain password; only for an admin's audited access. */
export async function openPassword(
  db: Sql,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
): Promise<string | undefined> {
  const at = place(authorizationId, "online_access_password");
  const sealed = await findSecret(db, companyId, at);
  if (sealed === undefined) return undefined;
  return (await authorizationBox(db, parts, companyId, authorizationId))?.open(at, sealed).reveal();
}

export async function sealReceiptEmail(
  trx: Trx,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
  email: string,
): Promise<void> {
  const box = await requireBox(trx, parts, companyId, authorizationId);
  const at = place(authorizationId, RECEIPT_EMAIL);
  await putSecret(trx, companyId, at, box.seal(at, email));
}

/** Undefined when none was given, or the login was deleted. */
export async function openReceiptEmail(
  db: Sql,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
): Promise<string | undefined> {
  const at = place(authorizationId, RECEIPT_EMAIL);
  const sealed = await findSecret(db, companyId, at);
  if (sealed === undefined) return undefined;
  return (await authorizationBox(db, parts, companyId, authorizationId))?.open(at, sealed).reveal();
}

/** Deletes a credential. Copies of its bytes, as in backups, cannot be opened once its key is destroyed. */
export async function forgetCredential(trx: Trx, companyId: number, authorizationId: number): Promise<void> {
  await deleteSecrets(trx, companyId, RECORD_TYPE, authorizationId);
}
