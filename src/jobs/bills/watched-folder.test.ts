/** Bill files in a watched folder become documents of their company once, whatever happens in between; what cannot be taken says why. */
import assert from "node:assert/strict";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { lakesideMonth, pdfOfTexts } from "../../../test/lakeside.ts";
import { lookAtFolder, startWatchedFolder, type LastLook } from "./watched-folder.ts";

const root = mkdtempSync(join(tmpdir(), "meterbook-watched-"));
after(() => rmSync(root, { recursive: true, force: true }));
const running = await openTestApp({ after }, { METERBOOK_WATCHED_FOLDER: root, METERBOOK_QUOTA_FILE_MEGABYTES: "1" });

async function companyFolder(name: string): Promise<{ member: Member; folder: string }> {
  const member = await newMember(running, { name });
  const folder = join(root, String(member.company_id));
  mkdirSync(folder);
  return { member, folder };
}

let last: LastLook = new Map();
async function look(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) last = await lookAtFolder(running.app, root, last);
}

/** Root may read every file: then `work` is done as another account, which owns the folder. */
async function asOrdinaryAccount(folder: string, work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  const OTHER_ACCOUNT = 65_534;
  chmodSync(root, 0o755);
  chownSync(folder, OTHER_ACCOUNT, OTHER_ACCOUNT);
  process.seteuid?.(OTHER_ACCOUNT);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

const listDocuments = async (member: Member) =>
  (await member.send("GET", "/v1/documents")).json<
    { id: number; name: string; state: string; uploaded_by: number }[]
  >();
const bill = pdfOfTexts([lakesideMonth(1)]);

test("a file is uploaded for the company of its folder when it stands still, and moved to done with its document's address", async () => {
  const { member, folder } = await companyFolder("Watched");
  const stranger = await companyFolder("Another");
  const path = join(folder, "bill.pdf");
  writeFileSync(path, bill.subarray(0, 500));
  await look();
  appendFileSync(path, bill.subarray(500));
  await look();
  assert.deepEqual(await listDocuments(member), [], "it is still growing");
  await look();
  const [document] = await listDocuments(member);
  assert.deepEqual([document?.name, document?.state, document?.uploaded_by], ["bill.pdf", "waiting", member.user_id]);
  assert.deepEqual(readFileSync(join(folder, "done/bill.pdf")), bill);
  assert.match(
    readFileSync(join(folder, "done/bill.pdf.txt"), "utf8"),
    new RegExp(`^Document ${document?.id}: http\\S+/v1/documents/${document?.id}\n$`),
  );
  assert.equal(existsSync(path), false);
  assert.deepEqual(await listDocuments(stranger.member), []);
});

test("after a kill between the upload and the move the same file is one document, and so is it under another name", async () => {
  const { member, folder } = await companyFolder("Killed");
  writeFileSync(join(folder, "one.pdf"), bill);
  await look(2);
  // As after a kill before the move.
  writeFileSync(join(folder, "one.pdf"), bill);
  writeFileSync(join(folder, "two.pdf"), bill);
  await look(2);
  assert.equal((await listDocuments(member)).length, 1);
  const names = readdirSync(join(folder, "done"));
  assert.equal(names.filter((name) => name.endsWith(".pdf")).length, 3);
  assert.ok(names.includes("two.pdf"));
  assert.match(
    readFileSync(join(folder, "done/two.pdf.txt"), "utf8"),
    /^The same file was uploaded before\. Document \d+: /,
  );
});

test("what is empty, too large or beyond the quota is moved to refused with the reason; links and folders without a company stay", async () => {
  const { member, folder } = await companyFolder("Refused");
  writeFileSync(join(folder, "empty.pdf"), "");
  writeFileSync(join(folder, "large.pdf"), "");
  truncateSync(join(folder, "large.pdf"), 25 * 1024 * 1024 + 1);
  writeFileSync(join(folder, "quota.pdf"), Buffer.alloc(1024 * 1024 + 1, "x"));
  symlinkSync("/etc/hostname", join(folder, "link.pdf"));
  writeFileSync(join(folder, ".hidden.pdf"), bill);
  mkdirSync(join(root, "999999999"));
  writeFileSync(join(root, "999999999", "bill.pdf"), bill);
  mkdirSync(join(root, "notes"));
  await look(3);
  const why = (name: string) => readFileSync(join(folder, "refused", `${name}.txt`), "utf8");
  assert.equal(why("empty.pdf"), "The file is empty.\n");
  assert.equal(why("large.pdf"), "The file is larger than 25 MB.\n");
  assert.match(why("quota.pdf"), /its quota file_bytes allows/);
  assert.deepEqual(readdirSync(folder).toSorted(), [".hidden.pdf", "link.pdf", "refused"]);
  assert.ok(existsSync(join(root, "999999999", "bill.pdf")));
  assert.deepEqual(await listDocuments(member), []);
});

test("files of one name that are refused one after the other are all kept", async () => {
  const { folder } = await companyFolder("Refused again");
  const sizes = [1, 2, 3, 4].map((more) => 25 * 1024 * 1024 + more);
  for (const size of sizes) {
    writeFileSync(join(folder, "bill.pdf"), "");
    truncateSync(join(folder, "bill.pdf"), size);
    await look(2);
  }
  const kept = readdirSync(join(folder, "refused")).filter((name) => name.endsWith(".pdf"));
  assert.deepEqual(kept.map((name) => statSync(join(folder, "refused", name)).size).toSorted(), sizes);
});

test("a file that may not be read is moved to refused with the reason", async () => {
  const { folder } = await companyFolder("Locked");
  writeFileSync(join(folder, "locked.pdf"), bill, { mode: 0o000 });
  await asOrdinaryAccount(folder, () => look(2));
  assert.deepEqual(readdirSync(folder), ["refused"]);
  assert.equal(
    readFileSync(join(folder, "refused", "locked.pdf.txt"), "utf8"),
    "The account that runs the service may not read the file.\n",
  );
});

test("a folder that cannot be read is reported once, and the other companies' files are taken", async () => {
  const broken = await companyFolder("Broken");
  const other = await companyFolder("Whole");
  rmSync(broken.folder, { recursive: true });
  // As a folder that this user may not open, which root could open.
  symlinkSync(broken.folder, broken.folder);
  writeFileSync(join(other.folder, "bill.pdf"), bill);
  await look(3);
  assert.equal((await listDocuments(other.member)).length, 1);
  const about = running.logLines.filter((line) => line.includes("a company's watched folder cannot be read"));
  assert.equal(about.length, 1);
  rmSync(broken.folder);
});

test("it is looked at until it is stopped, and a folder that is away is reported once", async () => {
  const away = startWatchedFolder({
    ...running.app,
    config: { ...running.app.config, watchedFolder: join(root, "away") },
  });
  await away.stop();
  assert.equal(running.logLines.filter((line) => line.includes("the watched folder cannot be worked on")).length, 1);
  await startWatchedFolder({ ...running.app, config: { ...running.app.config, watchedFolder: null } }).stop();
});
