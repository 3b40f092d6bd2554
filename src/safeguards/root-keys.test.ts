import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { testDatabase } from "../../test/database.ts";
import { readConfig } from "../config.ts";
import { openPassword, sealCredential } from "../operations/credentials.ts";
import { createLog } from "../log.ts";
import { companyVault, ensureServiceSecret, makeCompanyKey, openVault } from "./root-keys.ts";
import { insertCompany } from "../store/records/companies.ts";
import { openFolderKeyStore } from "../files/folder-key-store.ts";
import { openDatabase, type Db } from "../store/db.ts";
import { RootKeyError } from "../vault/root-key.ts";

const logLines: string[] = [];
const log = createLog({ level: "info", write: (line) => void logLines.push(line) });
const dataDir = await mkdtemp(join(tmpdir(), "meterbook-keys-"));
after(() => rm(dataDir, { recursive: true, force: true }));

const newKey = () => randomBytes(32).toString("base64");
const open = (db: Db, rootKey: string | null, previousRootKey?: string) =>
  openVault(
    db,
    readConfig({
      METERBOOK_DATA_DIR: dataDir,
      METERBOOK_ROOT_KEY: rootKey ?? undefined,
      METERBOOK_PREVIOUS_ROOT_KEY: previousRootKey,
    }),
    log,
  );

const keys = openFolderKeyStore(join(dataDir, "keys"));

async function newDatabase(): Promise<Db> {
  const db = openDatabase(await testDatabase({ after }));
  after(() => db.destroy());
  return db;
}

/** A company with one sealed password. */
async function withPassword(db: Db, vault: Awaited<ReturnType<typeof open>>, password: string): Promise<number> {
  const { id } = await insertCompany(db, { name: "Sealed" });
  await db.transaction().execute(async (trx) => {
    await makeCompanyKey(trx, vault, id);
    await sealCredential(trx, { vault, keys }, id, 7, { online_access_password: password });
  });
  return id;
}

test("a root key that does not open the stored canary stops the start", async () => {
  const db = await newDatabase();
  await open(db, newKey());
  await assert.rejects(
    open(db, newKey()),
    (error: Error) => error instanceof RootKeyError && /METERBOOK_ROOT_KEY/.test(error.message),
  );
});

test("without a setting the key is made once and found again", async () => {
  const db = await newDatabase();
  const first = await open(db, null);
  assert.equal((await open(db, null)).rootKeyId, first.rootKeyId);
});

test("a changed root key takes over by re-wrapping, and the old one is then no longer needed", async () => {
  const db = await newDatabase();
  const [oldKey, key] = [newKey(), newKey()];
  const before = await open(db, oldKey);
  const companies: number[] = [];
  for (let count = 0; count < 3; count += 1) companies.push(await withPassword(db, before, `password ${count}`));
  const made = await ensureServiceSecret(db, before, "trial", () => ({ secret: "signing key", public: { kid: "1" } }));

  await open(db, key, oldKey);
  const alone = await open(db, key);
  for (const [count, id] of companies.entries()) {
    assert.equal(await openPassword(db, { vault: alone, keys }, id, 7), `password ${count}`);
  }
  const again = await ensureServiceSecret(db, alone, "trial", () => ({ secret: "another", public: null }));
  assert.deepEqual(again, made);
  await assert.rejects(open(db, oldKey), RootKeyError);
});

test("a change of the root key is logged by the start that re-wraps, not by later ones with the same settings", async () => {
  const db = await newDatabase();
  const [oldKey, key] = [newKey(), newKey()];
  await open(db, oldKey);
  const linesOf = async () => {
    logLines.length = 0;
    await open(db, key, oldKey);
    return logLines.filter((line) => line.includes("root key rotated")).length;
  };
  assert.deepEqual([await linesOf(), await linesOf()], [1, 0]);
});

test("an interrupted rotation continues at the next start", async () => {
  const db = await newDatabase();
  const [oldKey, key] = [newKey(), newKey()];
  const before = await open(db, oldKey);
  const first = await withPassword(db, before, "one");
  await open(db, key, oldKey);
  // A company created under the old key, as by a process that was not restarted yet.
  const second = await withPassword(db, before, "two");
  const vault = await open(db, key, oldKey);
  assert.deepEqual(
    [await openPassword(db, { vault, keys }, first, 7), await openPassword(db, { vault, keys }, second, 7)],
    ["one", "two"],
  );
});

test("the secrets of a company whose key is gone can no longer be opened", async () => {
  const db = await newDatabase();
  const vault = await open(db, newKey());
  const id = await withPassword(db, vault, "shredded");
  await db.deleteFrom("company_keys").where("company_id", "=", id).execute();
  await assert.rejects(companyVault(db, vault, id), /has no key/);
});
