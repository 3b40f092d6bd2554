/** A deleted login is gone: no file of the database and no backup of it can be opened with all remaining keys. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { loadRootKey } from "../src/vault/root-key.ts";
import { nameKey, openBytes, SealError, type CompanyPlace, type NamedKey } from "../src/vault/seal.ts";
import { listFolderKeys } from "../src/files/folder-key-store.ts";
import { keyPathOf } from "../src/files/key-store.ts";
import { keysFolder } from "../src/app.ts";
import { openTestApp, newMember } from "./app.ts";
import { startTestServer, urlOfDatabase } from "./postgres-server.ts";

/** All of one length, so that the end of each is known from its start. */
const newPassword = () => `pw-${randomBytes(12).toString("hex")}`;
const LENGTH = newPassword().length;
const SEALED_BYTES = 1 + 8 + 60 + 28 + LENGTH;
const FIELDS = ["online_access_password", "twoFactorInstructions", "other_details"];

// Of its own, with the care of a service for its disk: every one of its files is looked through.
const server = await startTestServer({});
const endings: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of endings) await end();
  await server.stop();
});
const running = await openTestApp({ after: (end) => void endings.push(end) }, {}, server);
const { app } = running;
const member = await newMember(running, { name: "Deleted" });
const { company_id } = member;

const rootKey = loadRootKey({ dataDir: app.config.dataDir, configured: null });

/** Every remaining key: the root key, those of companies, those of authorizations. */
async function keysLeft(): Promise<NamedKey[]> {
  const found: NamedKey[] = [rootKey];
  const rows = await app.db.selectFrom("company_keys").selectAll().execute();
  for (const { company_id: of, wrapped } of rows) {
    const place = { companyId: of, recordType: "company", recordId: of, field: "key" };
    const company = nameKey(openBytes([rootKey], place, wrapped));
    found.push(company);
    for await (const name of listFolderKeys(keysFolder(app.config))) {
      const bytes = await readFile(join(keysFolder(app.config), ...keyPathOf(name)));
      const keyPlace = { companyId: of, recordType: "key", recordId: 0, field: name };
      found.push(...opened([company], keyPlace, bytes).map((key) => nameKey(key)));
    }
  }
  return found;
}

function opened(keys: NamedKey[], place: CompanyPlace, bytes: Buffer): Buffer[] {
  try {
    return [openBytes(keys, place, bytes)];
  } catch (error) {
    if (error instanceof SealError) return [];
    throw error;
  }
}

/** Tries every position of the bytes that names one of the keys. */
function scan(bytes: Buffer, keys: NamedKey[], ids: number[]): Set<string> {
  const found = new Set<string>();
  for (const key of keys) {
    const sign = Buffer.concat([Buffer.of(1), Buffer.from(key.id, "hex")]);
    for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) {
      for (const recordId of ids) {
        for (const field of FIELDS) {
          const place = { companyId: company_id, recordType: "authorization", recordId, field };
          for (const plain of opened([key], place, bytes.subarray(at, at + SEALED_BYTES))) found.add(plain.toString());
        }
      }
    }
  }
  return found;
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
  }
}

async function scanFiles(keys: NamedKey[], ids: number[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const folder of [join(server.location, "cluster"), app.config.dataDir]) {
    for await (const path of filesUnder(folder)) {
      if ((await stat(path)).size < SEALED_BYTES) continue;
      for (const text of scan(await readFile(path), keys, ids)) found.add(text);
    }
  }
  return found;
}

/** The backup of a table, as `pg_dump` and `COPY` make it. */
async function dump(client: pg.Client, table: string): Promise<Buffer> {
  return buffer(client.query(copyTo(`copy ${table} to stdout with (format binary)`)));
}

async function withAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(urlOfDatabase(server.url, new URL(app.databaseUrl).pathname.slice(1)));
  url.username = "postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test("of all passwords an authorization ever had none opens after it was deleted, in no file and no backup", async () => {
  const given: string[] = [];
  const credential = () => {
    const online_access_password = newPassword();
    const other_details = newPassword();
    given.push(online_access_password, other_details);
    return { online_access_password, other_details };
  };
  const url = "https://portal.example.com/login";
  const login = { online_access_username: "sample_user", online_access_url: url };
  const { id } = (await member.send("POST", "/v1/authorizations", { ...login, ...credential() })).json<{
    id: number;
  }>();
  for (let count = 0; count < 4; count += 1) {
    const mended = await member.send("PATCH", `/v1/authorizations/${id}`, credential());
    assert.equal(mended.statusCode, 200);
  }
  const kept = { online_access_password: newPassword(), other_details: newPassword() };
  const other = (await member.send("POST", "/v1/authorizations", { ...login, ...kept })).json<{ id: number }>();
  const ids = [id, other.id];

  const backup = await withAdmin(async (client) => {
    await client.query("checkpoint");
    return Buffer.concat([await dump(client, "secrets"), await dump(client, "company_keys")]);
  });
  // The scan works: before the deletion it finds what was given, and the last of it in the backup.
  const keysBefore = await keysLeft();
  const before = await scanFiles(keysBefore, ids);
  assert.deepEqual(
    given.filter((secret) => !before.has(secret)),
    [],
  );
  assert.deepEqual(
    given.slice(-2).filter((secret) => !scan(backup, keysBefore, ids).has(secret)),
    [],
  );

  assert.equal((await member.send("DELETE", `/v1/authorizations/${id}`)).statusCode, 200);
  await withAdmin((client) => client.query("checkpoint"));
  const keysAfter = await keysLeft();
  assert.equal(keysAfter.length, keysBefore.length - 1);
  const left = new Set([...(await scanFiles(keysAfter, ids)), ...scan(backup, keysAfter, ids)]);
  assert.deepEqual(
    given.filter((secret) => left.has(secret)),
    [],
  );
  // And it still works: the login that was not deleted is found.
  assert.deepEqual([...left].toSorted(), Object.values(kept).toSorted());
});
