/** Root keys: the vault opens only with the right one, and a rotation re-wraps what an older one wrapped. */
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/db.ts";
import {
  findServiceSecret,
  insertServiceSecret,
  listCompanyKeysNotUnder,
  listServiceSecrets,
  updateCompanyKey,
  updateServiceSecret,
} from "../store/authorizations/secrets.ts";
import { loadRootKey, parseRootKey } from "../vault/root-key.ts";
import { createVault, type Vault } from "../vault/vault.ts";

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
  if (previous.length > 0) log.info({ rewrapped: await rewrapAll(db, vault) }, "root key rotated");
  return vault;
}

/** Re-wraps everything that an older root key wrapped, in batches. If interrupted, the next call continues. */
export async function rewrapAll(db: Db, vault: Vault): Promise<number> {
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
