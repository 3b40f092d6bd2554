/** The account that runs the server, and its access to folders. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { StartError } from "../errors.ts";
import { createLog } from "../log.ts";
import { canEnter, chooseAccount, letThrough, mustTakeOver, parsePasswd, takeOver } from "./system-account.ts";

const ROOT = process.getuid?.() === 0;
const log = createLog({ level: "silent" });
const AS_ROOT = ROOT ? false : "only root changes to another account";

async function privateFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-account-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("lines of the list of accounts are read, comments and broken ones skipped, -2 as on macOS", () => {
  const text =
    "# a comment\nroot:x:0:0:root:/root:/bin/sh\nnobody:*:-2:-2:Nobody:/var/empty:/usr/bin/false\nbroken\n\n";
  assert.deepEqual(parsePasswd(text), [
    { name: "root", uid: 0, gid: 0 },
    { name: "nobody", uid: 4_294_967_294, gid: 4_294_967_294 },
  ]);
});

test("an ordinary account stays itself", { skip: ROOT && "we are root" }, async () => {
  assert.equal(await chooseAccount(null, { log }), null);
  assert.equal(await canEnter(null, "/nowhere"), true);
});

const uidOf = async (name: string): Promise<number> =>
  parsePasswd(await readFile("/etc/passwd", "utf8")).find((account) => account.name === name)?.uid ?? -1;

test(
  "root changes to a dedicated account, never nobody, and to another owner of a cluster",
  { skip: AS_ROOT },
  async () => {
    const own = await chooseAccount(null, { log });
    assert.equal(own?.name, "meterbook");
    const nobody = await uidOf("nobody");
    for (const owner of [own.uid, nobody, 0]) assert.deepEqual(await chooseAccount(owner, { log }), own);
    assert.deepEqual(
      [null, own.uid, nobody, 0].map((owner) => mustTakeOver(own, owner)),
      [false, false, true, true],
    );
    const daemon = await uidOf("daemon");
    assert.equal((await chooseAccount(daemon, { log }))?.uid, daemon);
    await assert.rejects(chooseAccount(1_999_999_999, { log }), StartError);
    for (const name of ["nobody", "root"])
      await assert.rejects(chooseAccount(null, { name, log }), /which other programs use too/);
  },
);

test("a missing account is created without shell and home, and this is logged", { skip: AS_ROOT }, async (t) => {
  const name = `meterbook-${process.pid}`;
  t.after(() => execFileSync("/usr/sbin/userdel", [name]));
  const lines: string[] = [];
  const telling = createLog({ level: "info", write: (line) => lines.push(line) });
  const made = await chooseAccount(null, { name, log: telling });
  assert.equal(made?.name, name);
  assert.ok(made.uid > 0 && made.uid < 1000);
  assert.match(lines.join(""), /The system account meterbook-\d+ was created/);
  assert.match(await readFile("/etc/passwd", "utf8"), new RegExp(`^${name}:.*:/nonexistent:/usr/sbin/nologin$`, "m"));
});

test("an account that cannot be created stops the start with instructions", { skip: AS_ROOT }, async () => {
  const impossible = chooseAccount(null, { name: "no such:name", log });
  await assert.rejects(impossible, /could not be created .* name another with METERBOOK_DATABASE_USER/);
});

test("files are taken over with their folder, links themselves and not their targets", { skip: AS_ROOT }, async (t) => {
  const own = await chooseAccount(null, { log });
  assert.ok(own);
  const folder = await privateFolder(t);
  const outside = join(await privateFolder(t), "outside");
  await mkdir(join(folder, "base"));
  await writeFile(join(folder, "base", "1"), "");
  await writeFile(outside, "");
  await symlink(outside, join(folder, "link"));
  await takeOver(folder, own);
  for (const path of [folder, join(folder, "base"), join(folder, "base", "1")])
    assert.equal((await stat(path)).uid, own.uid);
  assert.equal((await stat(outside)).uid, 0);
});

test("a private folder is opened only to the account's group, for traversal", { skip: AS_ROOT }, async (t) => {
  const own = await chooseAccount(null, { log });
  const folder = await privateFolder(t);
  assert.equal(await canEnter(own, folder), false);
  await letThrough(own, folder);
  assert.equal(await canEnter(own, folder), true);
  assert.equal((await stat(folder)).mode & 0o777, 0o710);
});

test("a folder under a closed one is not changed: opening it would not help", { skip: AS_ROOT }, async (t) => {
  const own = await chooseAccount(null, { log });
  const parent = await privateFolder(t);
  const folder = join(parent, "data");
  await mkdir(folder);
  await chmod(folder, 0o750);
  await letThrough(own, folder);
  assert.equal(await canEnter(own, folder), false);
  assert.equal((await stat(folder)).mode & 0o777, 0o750);
});
