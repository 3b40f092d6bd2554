/** The claim on the data folder: one holder, by any path, and free again when the holder is gone. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { collectGarbage } from "../../test/collect-garbage.ts";
import { StartError } from "../errors.ts";
import { claimDataFolder } from "./data-folder.ts";

const CLAIM_AND_STAY = `
  import { claimDataFolder } from ${JSON.stringify(new URL("data-folder.ts", import.meta.url).href)};
  try {
    await claimDataFolder(process.argv[1], { describe: "the trial" });
    console.log("won");
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name + " " + error.message);
  }`;

async function trialFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-claim-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Another process that tries to claim; `answer` is its single line. */
function claimElsewhere(t: TestContext, folder: string): { child: ChildProcess; answer: Promise<string> } {
  const child = spawn(process.execPath, ["--input-type=module", "-e", CLAIM_AND_STAY, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  return { child, answer: once(child.stdout, "data").then(([line]) => String(line).trim()) };
}

test("the folder is created private and can be claimed again after a release", async (t) => {
  const path = join(await trialFolder(t), "deep", "data");
  const claim = await claimDataFolder(path, { describe: "the trial" });
  assert.equal((await stat(path)).mode & 0o777, 0o700);
  await claim.release();
  await claim.release();
  await (await claimDataFolder(path, { describe: "the trial" })).release();
});

test("a second start gets one sentence with the folder, the process and what to do, also through a link", async (t) => {
  const folder = await trialFolder(t);
  await mkdir(join(folder, "data"));
  await symlink(join(folder, "data"), join(folder, "link"));
  const claim = await claimDataFolder(join(folder, "data"), { describe: "the dashboard" });
  t.after(() => claim.release());
  const { answer } = claimElsewhere(t, join(folder, "link"));
  const sentence = await answer;
  assert.match(
    sentence,
    /^StartError The data folder \S+\/data is already in use by the dashboard, process \d+, since /,
  );
  assert.ok(sentence.includes(String(process.pid)));
  assert.match(sentence, /stop it first, or choose another folder with METERBOOK_DATA_DIR\.$/);
});

test("the same process cannot claim it twice", async (t) => {
  const folder = await trialFolder(t);
  const claim = await claimDataFolder(folder, { describe: "the trial" });
  t.after(() => claim.release());
  await assert.rejects(claimDataFolder(folder, { describe: "the trial" }), StartError);
});

test("the claim remains when its result is dropped and garbage is collected", async (t) => {
  const folder = await trialFolder(t);
  await claimDataFolder(folder, { describe: "the trial" });
  collectGarbage();
  await assert.rejects(claimDataFolder(folder, { describe: "the trial" }), StartError);
});

test("of ten starts at once exactly one wins, and after its kill -9 exactly one of the next ten", async (t) => {
  const folder = await trialFolder(t);
  for (const round of ["first", "second"]) {
    const starts = Array.from({ length: 10 }, () => claimElsewhere(t, folder));
    const answers = await Promise.all(starts.map(({ answer }) => answer));
    assert.equal(answers.filter((answer) => answer === "won").length, 1, round);
    assert.equal(answers.filter((answer) => answer.startsWith("StartError")).length, 9, round);
    const winner = starts[answers.indexOf("won")]?.child;
    assert.ok(winner);
    winner.kill("SIGKILL");
    await once(winner, "exit");
  }
});

test("a note left by a dead holder is not taken for the current holder", async (t) => {
  const folder = await trialFolder(t);
  const claim = await claimDataFolder(folder, { describe: "the trial" });
  t.after(() => claim.release());
  await writeFile(join(folder, "claim.json"), '{"pid": 2147483646, "host": "elsewhere-not"}');
  await assert.rejects(claimDataFolder(folder, { describe: "the trial" }), /in use by another process:/);
});

test("a folder that cannot be written gives one sentence with a solution", async (t) => {
  const folder = await trialFolder(t);
  await writeFile(join(folder, "file"), "");
  await assert.rejects(claimDataFolder(join(folder, "file"), { describe: "the trial" }), /METERBOOK_DATA_DIR/);
  if (process.getuid?.() === 0) return t.diagnostic("root may write everywhere: the read-only folder is not tried");
  await chmod(folder, 0o500);
  await assert.rejects(claimDataFolder(folder, { describe: "the trial" }), /METERBOOK_DATA_DIR/);
  await chmod(folder, 0o700);
});
