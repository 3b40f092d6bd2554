/** The account of the server, and whether it gets where it must. */
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { StartError } from "../../errors.ts";
import { canEnter, chooseAccount, letThrough, parsePasswd } from "./account.ts";

const ROOT = process.getuid?.() === 0;
const AS_ROOT = ROOT ? false : "only root changes to another account";

async function privateFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-account-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("lines of the list of accounts are read, comments and broken ones passed over, -2 as macOS means it", () => {
  const text =
    "# a comment\nroot:x:0:0:root:/root:/bin/sh\nnobody:*:-2:-2:Nobody:/var/empty:/usr/bin/false\nbroken\n\n";
  assert.deepEqual(parsePasswd(text), [
    { name: "root", uid: 0, gid: 0 },
    { name: "nobody", uid: 4_294_967_294, gid: 4_294_967_294 },
  ]);
});

test("an ordinary account stays itself", { skip: ROOT && "we are root" }, async () => {
  assert.equal(await chooseAccount(null), null);
  assert.equal(await canEnter(null, "/nowhere"), true);
});

test("root changes to nobody, and to the owner of a cluster that exists", { skip: AS_ROOT }, async () => {
  const nobody = await chooseAccount(null);
  assert.equal(nobody?.name, "nobody");
  assert.notEqual(nobody?.uid, 0);
  assert.deepEqual(await chooseAccount(nobody?.uid ?? null), nobody);
  assert.deepEqual(await chooseAccount(0), nobody);
  await assert.rejects(chooseAccount(1_999_999_999), StartError);
});

test("a private folder is opened to the account's group alone, for going through", { skip: AS_ROOT }, async (t) => {
  const nobody = await chooseAccount(null);
  const folder = await privateFolder(t);
  assert.equal(await canEnter(nobody, folder), false);
  await letThrough(nobody, folder);
  assert.equal(await canEnter(nobody, folder), true);
  assert.equal((await stat(folder)).mode & 0o777, 0o710);
});

test("a folder under a closed one stays as it is: opening it would not help", { skip: AS_ROOT }, async (t) => {
  const nobody = await chooseAccount(null);
  const parent = await privateFolder(t);
  const folder = join(parent, "data");
  await mkdir(folder);
  await chmod(folder, 0o750);
  await letThrough(nobody, folder);
  assert.equal(await canEnter(nobody, folder), false);
  assert.equal((await stat(folder)).mode & 0o777, 0o750);
});
