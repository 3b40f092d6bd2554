/** Copies a folder of files to a bucket: every complete file once, and nothing else. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AwsClient } from "aws4fetch";
import { startFauxqs } from "fauxqs";
import { openFolderStore } from "../../files/folder-file-store.ts";
import { openS3Store } from "../../files/s3-file-store.ts";
import { copyFolder } from "./copy-folder.ts";

const folder = await mkdtemp(join(tmpdir(), "meterbook-copy-"));
after(() => rm(folder, { recursive: true, force: true }));
const fake = await startFauxqs({ port: 0, logger: false });
after(() => fake.stop());
const account = {
  endpoint: `http://127.0.0.1:${fake.port}`,
  region: "us-east-1",
  bucket: "bills",
  accessKeyId: "test",
  secretAccessKey: "test-secret",
  prefix: "meterbook",
};
await new AwsClient({ ...account, service: "s3" }).fetch(`${account.endpoint}/bills`, { method: "PUT" });
const from = openFolderStore(folder);
const to = openS3Store(account);
after(() => to.close());

const COMPANIES = ["3f1a1f6e-0000-4000-8000-000000000001", "3f1a1f6e-0000-4000-8000-000000000002"];

test("every file in the bucket equals that in the folder; a second run copies only new files", async () => {
  const kept: { company: string; bytes: Buffer; sha256: Buffer }[] = [];
  const keep = async (company: string, bytes: Buffer) =>
    kept.push({ company, bytes, sha256: await from.put(company, bytes) });
  for (const company of COMPANIES) for (const size of [0, 10, 100_000]) await keep(company, randomBytes(size));
  const { sha256 = Buffer.alloc(0) } = kept[1] ?? {};
  const name = sha256.toString("hex");
  // Leftovers of a crash are not files.
  await writeFile(join(folder, COMPANIES[0] ?? "", name.slice(0, 2), `${name}.draft`), "half");
  assert.deepEqual(await copyFolder(folder, to), { copied: 6, known: 0 });
  for (const { company, bytes, sha256: of } of kept) assert.ok(bytes.equals(await to.get(company, of)));
  await keep(COMPANIES[0] ?? "", randomBytes(50));
  assert.deepEqual(await copyFolder(folder, to), { copied: 1, known: 6 });
});

test("a file that does not match its hash stops the copy", async () => {
  const sha256 = await from.put(COMPANIES[1] ?? "", randomBytes(70));
  const name = sha256.toString("hex");
  await writeFile(join(folder, COMPANIES[1] ?? "", name.slice(0, 2), name), randomBytes(70));
  await assert.rejects(copyFolder(folder, to), /not what it was said to be/);
  assert.equal(await to.size(COMPANIES[1] ?? "", sha256), null);
});
