/** Keys in a folder and in a bucket: durable when stored, gone when destroyed, and moved between the two completely. */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AwsClient } from "aws4fetch";
import { startFauxqs } from "fauxqs";
import { moveKeys } from "../cli/installation/move-keys.ts";
import { listFolderKeys, openFolderKeyStore } from "./folder-key-store.ts";
import { keyPathOf, STORE_ID, withCachedKeys, type KeyStore } from "./key-store.ts";
import { openS3KeyStore } from "./s3-key-store.ts";

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-keys-"));
  after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "keys");
};
const fake = await startFauxqs({ port: 0, logger: false });
after(() => fake.stop());
const account = {
  endpoint: `http://127.0.0.1:${fake.port}`,
  region: "us-east-1",
  bucket: "keys",
  accessKeyId: "test",
  secretAccessKey: "test-secret",
  prefix: "meterbook",
};
await new AwsClient({ ...account, service: "s3" }).fetch(`${account.endpoint}/keys`, { method: "PUT" });
const bucket = openS3KeyStore(account);
after(() => bucket.close());
const folder = await newFolder();

const stores: Record<string, KeyStore> = {
  "a folder": openFolderKeyStore(folder),
  "a bucket": bucket,
  "a folder, with cached keys": withCachedKeys(openFolderKeyStore(await newFolder()), 2),
};
for (const [name, store] of Object.entries(stores)) {
  test(`keys in ${name} are read back, replaced, and gone once destroyed`, async () => {
    const names = [randomUUID(), randomUUID(), randomUUID(), STORE_ID];
    const keys = names.map(() => randomBytes(129));
    for (const [index, key] of keys.entries()) await store.put(names[index] ?? "", key);
    for (const [index, key] of keys.entries()) assert.deepEqual(await store.find(names[index] ?? ""), key);
    const [first = ""] = names;
    const another = randomBytes(129);
    await store.put(first, another);
    assert.deepEqual(await store.find(first), another);
    for (let twice = 0; twice < 2; twice += 1) await store.destroy(first);
    assert.equal(await store.find(first), null);
    assert.deepEqual(await store.find(names[1] ?? ""), keys[1]);
  });
}

test("a destroyed key is overwritten before its name is removed, and keys are private", async () => {
  const store = openFolderKeyStore(folder);
  const name = randomUUID();
  const key = randomBytes(129);
  await store.put(name, key);
  const place = join(folder, ...keyPathOf(name));
  assert.equal((await stat(place)).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  // A second name for the same disk blocks.
  const other = join(folder, "other");
  await link(place, other);
  await store.destroy(name);
  const left = await readFile(other);
  assert.equal(left.byteLength, key.byteLength);
  assert.ok(!left.equals(key) && !left.includes(key.subarray(0, 8)));
});

test("keys move from a folder to a bucket, each once, and none stays behind", async () => {
  const source = await newFolder();
  assert.equal(await moveKeys(source, bucket), 0);
  const from = openFolderKeyStore(source);
  const kept = Array.from({ length: 5 }, () => ({ name: randomUUID(), key: randomBytes(129) }));
  for (const { name, key } of [...kept, { name: STORE_ID, key: Buffer.from("mine") }]) await from.put(name, key);
  const [first] = kept;
  assert.ok(first);
  // Partial files of a crash are not keys.
  await writeFile(join(source, first.name.slice(0, 2), `${first.name}.${randomUUID()}`), "half");
  assert.equal(await moveKeys(source, bucket), 5);
  for (const { name, key } of kept) assert.deepEqual(await bucket.find(name), key);
  assert.equal((await bucket.find(STORE_ID))?.toString(), "mine");
  assert.deepEqual(await Array.fromAsync(listFolderKeys(source)), []);
  assert.equal(await moveKeys(source, bucket), 0);
});

test("a key that is destroyed while it is being read does not stay in memory", async () => {
  const store = openFolderKeyStore(await newFolder());
  const name = randomUUID();
  const [begun, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await store.put(name, randomBytes(129));
  const cached = withCachedKeys(
    {
      ...store,
      async find(sought) {
        const found = await store.find(sought);
        begun.resolve();
        await read.promise;
        return found;
      },
    },
    2,
  );
  const finding = cached.find(name);
  await begun.promise;
  await cached.destroy(name);
  read.resolve();
  await finding;
  assert.equal(await cached.find(name), null);
});
