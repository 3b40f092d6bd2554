/** The root key and what it wraps: the keys of companies and the secrets of the service. A changed root key re-wraps all of them. */
import { createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Db, Sql, Trx } from "../store/db.ts";
import {
  findCompanyKey,
  findServiceSecret,
  insertCompanyKey,
  insertServiceSecret,
  listCompanyKeysNotUnder,
  listServiceSecrets,
  updateCompanyKey,
  updateServiceSecret,
} from "../store/secrets.ts";
import { loadRootKey, parseRootKey } from "../vault/root-key.ts";
import { createVault, type CompanyVault, type Vault } from "../vault/vault.ts";

const CANARY = "canary";
const BATCH = 500;

/**
 * Opens the vault and checks the root key with the stored canary, which the first start writes. With a previous root key set,
 * everything it wrapped is re-wrapped under the current one. @throws RootKeyError when the key does not open the canary.
 */
export async function openVault(db: Db, config: Config, log: Log): Promise<Vault> {
  const current = loadRootKey({ dataDir: config.dataDir, configured: config.rootKey });
  const previous =
    config.previousRootKey === null ? [] : [parseRootKey(config.previousRootKey, "METERBOOK_PREVIOUS_ROOT_KEY")];
  const vault = createVault({ current, previous });
  await insertServiceSecret(db, { name: CANARY, root_key_id: current.id, sealed: vault.canary(), public: null });
  const canary = await findServiceSecret(db, CANARY);
  if (canary === undefined) throw new Error("the canary was written and is missing");
  vault.checkCanary(canary.sealed);
  const rewrapped = previous.length === 0 ? 0 : await rewrapAll(db, vault);
  if (rewrapped > 0) log.info({ rewrapped }, "root key rotated");
  return vault;
}

/** Re-wraps everything that an older root key wrapped, in batches. If interrupted, the next call continues. */
async function rewrapAll(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  for (const secret of await listServiceSecrets(db)) {
    if (secret.root_key_id === vault.rootKeyId) continue;
    const sealed =
      secret.name === CANARY ? vault.canary() : vault.rewrapService(serviceSecretPlace(secret.name), secret.sealed);
    await updateServiceSecret(db, { name: secret.name, root_key_id: vault.rootKeyId, sealed });
    count += 1;
  }
  for (;;) {
    const keys = await listCompanyKeysNotUnder(db, vault.rootKeyId, BATCH);
    if (keys.length === 0) return count;
    for (const { company_id, wrapped } of keys) {
      const rewrapped = vault.rewrapCompanyKey(company_id, wrapped);
      await updateCompanyKey(db, { company_id, root_key_id: vault.rootKeyId, wrapped: rewrapped });
      count += 1;
    }
  }
}

/** The vault of one company. @throws Error when the company's key is gone: then none of its secrets can be opened. */
export async function companyVault(db: Sql, vault: Vault, companyId: number): Promise<CompanyVault> {
  const wrapped = await findCompanyKey(db, companyId);
  if (wrapped === undefined) throw new Error(`company ${companyId} has no key`);
  return vault.forCompany(companyId, wrapped);
}

/** Creates the key of a new company. */
export async function makeCompanyKey(trx: Trx, vault: Vault, companyId: number): Promise<void> {
  await insertCompanyKey(trx, {
    company_id: companyId,
    root_key_id: vault.rootKeyId,
    wrapped: vault.newCompanyKey(companyId),
  });
}

/** Where a named secret of the service is sealed. */
export const serviceSecretPlace = (name: string) => ({ recordType: "service", recordId: 0, field: name });

/** A secret of the service that is created once: the first process stores its value, and later ones read it. */
export async function ensureServiceSecret(
  db: Db,
  vault: Vault,
  name: string,
  make: () => { secret: string; public: object | null },
): Promise<{ secret: string; public: unknown }> {
  const place = serviceSecretPlace(name);
  if ((await findServiceSecret(db, name)) === undefined) {
    const made = make();
    const sealed = vault.sealService(place, made.secret);
    await insertServiceSecret(db, { name, root_key_id: vault.rootKeyId, sealed, public: made.public });
  }
  const stored = await findServiceSecret(db, name);
  if (stored === undefined) throw new Error(`the service secret ${name} was written and is missing`);
  return { secret: vault.openService(place, stored.sealed).reveal(), public: stored.public };
}

/** A random key of the service, made once and kept sealed. */
export async function ensureServiceKey(db: Db, vault: Vault, name: string): Promise<KeyObject> {
  const make = () => ({ secret: randomBytes(32).toString("base64"), public: null });
  return createSecretKey(Buffer.from((await ensureServiceSecret(db, vault, name, make)).secret, "base64"));
}
