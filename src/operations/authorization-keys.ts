/** The encryption keys of authorizations: created before use, destroyed permanently, and checked after a restore. */
import { randomUUID } from "node:crypto";
import type { App } from "../app.ts";
import { companyVault, ensureServiceSecret } from "../safeguards/root-keys.ts";
import { revokedState } from "../domain/portals/revocation.ts";
import { instantOf } from "../domain/instant.ts";
import { StartError } from "../errors.ts";
import { requestRollUpsOfAccounts } from "./stale-months.ts";
import {
  insertKeyToDestroy,
  listAuthorizationSecrets,
  listKeyedAuthorizations,
  listUnkeyedAuthorizations,
  setAuthorizationKey,
  takeKeyToDestroy,
  type KeyName,
} from "../store/authorizations/authorization-keys.ts";
import { lockAuthorization, revokeAuthorization } from "../store/authorizations/authorizations.ts";
import { recordChanges, type Change } from "../store/events/events.ts";
import { FileStoreError } from "../files/file-store.ts";
import { STORE_ID } from "../files/key-store.ts";
import { putSecret, rewriteSecrets, setServiceSecretPublic } from "../store/secrets.ts";
import type { Trx } from "../store/db.ts";

/** Longer than any transaction: a new key that no transaction has used by then is destroyed. */
const UNUSED_MS = 3_600_000;
const BATCH = 500;
/** How many keys are looked up in parallel. */
const AT_ONCE = 32;

type Parts = Pick<App, "db" | "vault" | "keys" | "now">;

/** Creates and stores a new key; it is destroyed after about an hour unless a transaction uses it. Call this outside a transaction. */
export async function makeAuthorizationKey({ db, vault, keys, now }: Parts, company_id: number): Promise<KeyName> {
  const key = { company_id, key_id: randomUUID() };
  const wrapped = (await companyVault(db, vault, company_id)).newKey(key.key_id);
  await insertKeyToDestroy(db, { ...key, due_at: instantOf(now() + UNUSED_MS) });
  await keys.put(key.key_id, wrapped);
  return key;
}

/** Assigns the key to an authorization. @throws Error when the key was destroyed meanwhile */
export async function giveKey(trx: Trx, key: KeyName, authorizationId: number): Promise<void> {
  if (await setAuthorizationKey(trx, key, authorizationId)) return;
  throw new Error("a new key was not used in time and was destroyed");
}

/** Destroys every key that is due. A key that cannot be reached now is retried at the next call. */
export async function destroyDueKeys({ db, keys, now, log }: Pick<App, "db" | "keys" | "now" | "log">): Promise<void> {
  try {
    while (await takeKeyToDestroy(db, instantOf(now()), (keyId) => keys.destroy(keyId)));
  } catch (error) {
    log.warn({ err: error }, "the key of a deleted login could not be destroyed; this is retried every minute");
  }
}

const STORE = "key-store";

interface StoreNote {
  /** True when the secrets table holds no bytes of an earlier format. */
  rewritten: boolean;
}

/**
 * At startup: checks that the keys belong to this database, reseals secrets from before authorizations had their own keys, and
 * destroys the keys that are due. @throws StartError when all keys are missing or they belong to another database
 */
export async function prepareKeys(app: App): Promise<void> {
  const note = await requireOwnStore(app);
  await resealOld(app, note);
  await destroyDueKeys(app);
  await revokeKeyless(app);
}

async function requireOwnStore({ db, vault, keys, config }: App): Promise<StoreNote> {
  const where =
    config.s3Endpoint === null
      ? `the folder keys of ${config.filesDir ?? config.dataDir}`
      : "keys/ of the bucket, under its prefix,";
  const found = (await readStoreId(keys, where))?.toString().trim();
  const { secret: id, public: note } = await ensureServiceSecret(db, vault, STORE, () => ({
    secret: found ?? randomUUID(),
    public: { rewritten: false } satisfies StoreNote,
  }));
  if (found === undefined) {
    const [keyed] = await listKeyedAuthorizations(db, 0, 1);
    if (keyed !== undefined) {
      throw new StartError(
        `The keys of the logins are not in ${where} where this database expects them: restore them from their mirror, ` +
          `or move them there as the files were moved (copy-files does it for a bucket). If they are lost, write ${id} into the file ` +
          `${STORE_ID} there: authorizations without a key then count as stopped.`,
      );
    }
    await keys.put(STORE_ID, Buffer.from(id));
  } else if (found !== id) {
    throw new StartError(
      `The keys in ${where} belong to another database: processes of one database must share them ` +
        `(METERBOOK_DATA_DIR, or METERBOOK_S3_BUCKET and METERBOOK_S3_PREFIX).`,
    );
  }
  // Only this file writes the note, always in this format.
  return note as StoreNote;
}

async function readStoreId(keys: App["keys"], where: string): Promise<Buffer | null> {
  try {
    return await keys.find(STORE_ID);
  } catch (cause) {
    const detail = cause instanceof FileStoreError ? `${cause.message}.` : "It cannot be read.";
    throw new StartError(`The keys of the logins in ${where} cannot be used: ${detail}`, { cause });
  }
}

/** Reseals secrets from before authorizations had keys, one transaction per authorization: if interrupted, the next start continues. */
async function resealOld(app: App, { rewritten }: StoreNote): Promise<void> {
  const { db, vault, log } = app;
  let count = 0;
  for (;;) {
    const old = await listUnkeyedAuthorizations(db, BATCH);
    if (old.length === 0) break;
    for (const { company_id, id } of old) {
      const key = await makeAuthorizationKey(app, company_id);
      const wrapped = await app.keys.find(key.key_id);
      if (wrapped === null) throw new Error("a key was stored and is missing");
      await db.transaction().execute(async (trx) => {
        const row = await lockAuthorization(trx, company_id, id);
        if (row === undefined || row.key_id !== null || row.revoked_at !== null) return;
        const company = await companyVault(trx, vault, company_id);
        const own = company.under(key.key_id, wrapped);
        for (const { record_type, record_id, field, sealed } of await listAuthorizationSecrets(trx, company_id, id)) {
          const place = { recordType: record_type, recordId: record_id, field };
          await putSecret(trx, company_id, place, own.seal(place, company.open(place, sealed).reveal()));
        }
        await giveKey(trx, key, id);
      });
      count += 1;
    }
  }
  if (count > 0) log.info({ authorizations: count }, "logins are now sealed under their own keys");
  if (rewritten) return;
  await rewriteSecrets(db);
  await setServiceSecretPublic(db, STORE, { rewritten: true } satisfies StoreNote);
}

/**
 * After a restore of an older backup, an authorization whose key has been destroyed since counts as stopped. Its sealed values
 * stay, because they cannot be opened without the key.
 */
async function revokeKeyless(app: Pick<App, "db" | "jobs" | "keys" | "log">): Promise<number> {
  let count = 0;
  let afterId = 0;
  for (;;) {
    const batch = await listKeyedAuthorizations(app.db, afterId, BATCH);
    for (let from = 0; from < batch.length; from += AT_ONCE) {
      const some = batch.slice(from, from + AT_ONCE);
      const found = await Promise.all(some.map(({ key_id }) => app.keys.find(key_id)));
      for (const [index, row] of some.entries()) {
        if (found[index] === null && (await countAsStopped(app, row))) count += 1;
      }
    }
    afterId = batch.at(-1)?.id ?? 0;
    if (batch.length < BATCH) return count;
  }
}

/** Marks an authorization whose key is gone as stopped, with an unknown revoker. False when it was stopped before. */
export async function countAsStopped(
  { db, jobs, log }: Pick<App, "db" | "jobs" | "log">,
  { company_id, id }: { company_id: number; id: number },
): Promise<boolean> {
  const accountIds = await db.transaction().execute(async (trx) => {
    const changed = await revokeAuthorization(trx, company_id, id, revokedState("unknown"));
    if (changed !== undefined) await recordStop(trx, { jobs }, { company_id, id, accountIds: changed });
    return changed;
  });
  if (accountIds !== undefined)
    log.warn({ authorization_id: id }, "the key of a login is missing: the login counts as stopped");
  return accountIds !== undefined;
}

/** Records that an authorization was stopped: in the change feed, for webhooks, and by rolling up the properties of its accounts again. */
export async function recordStop(
  trx: Trx,
  { jobs }: Pick<App, "jobs">,
  { company_id, id, accountIds }: { company_id: number; id: number; accountIds: number[] },
): Promise<void> {
  await requestRollUpsOfAccounts({ jobs }, trx, company_id, accountIds);
  await recordChanges(trx, company_id, [
    { event_type: "authorization.updated", record_id: id },
    ...accountIds.map((record_id): Change => ({ event_type: "utility_account.updated", record_id })),
  ]);
}
