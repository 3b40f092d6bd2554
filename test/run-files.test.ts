import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { NOT_HERE } from "./shared.ts";

/** A file that does not hang reports sooner, on a busy machine too. */
const LIMIT_MS = 5000;
/** Keeps a process alive, and its output open for a while after it was killed. */
const STAY = `
  import { spawn } from "node:child_process";
  spawn(process.execPath, ["-e", "setTimeout(() => {}, 20_000)"], { stdio: "inherit" });`;

/** Runs files of these texts in a process of its own: within a test node:test runs no others. */
async function runTexts(t: { after(end: () => Promise<void>): void }, texts: Record<string, string>, more = {}) {
  const cwd = await mkdtemp(join(tmpdir(), "meterbook-run-"));
  t.after(() => rm(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(cwd, name), text);
  const given = JSON.stringify({ files: Object.keys(texts), cwd, atOnce: 1, timeoutMs: LIMIT_MS, ...more });
  const entry = join(cwd, "run.mjs");
  await writeFile(
    entry,
    `import { runFiles } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "run-files.ts")).href)};
    process.exitCode = (await runFiles(${given})) ? 0 : 1;`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [entry], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code, output };
}

const HANGS: Record<string, string> = {
  "waits without end while it loads": "await new Promise(() => {});",
  // It holds its thread as one that computes does, and takes no processor from other tests.
  "is in a loop": "while (true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);",
  "keeps something open after its last test": 'import { test } from "node:test"; test("its test", () => {});',
};

describe("a run of test files", { concurrency: true }, () => {
  for (const [what, text] of Object.entries(HANGS)) {
    test(`ends and names one that ${what}, runs the next one, and fails`, async (t) => {
      const { code, output } = await runTexts(t, {
        "hangs.test.mjs": STAY + text,
        "good.test.mjs": 'import { test } from "node:test"; test("the next one", () => {});',
      });
      assert.match(output, /hangs\.test\.mjs reported nothing for 6 seconds and is ended/);
      assert.match(output, /✖ \S*hangs\.test\.mjs/);
      assert.match(output, /✔ the next one/);
      assert.equal(code, 1);
    });
  }

  test("lets a file name its own test that hangs, and runs those behind it", async (t) => {
    const { code, output } = await runTexts(t, {
      "one.test.mjs": `import { test } from "node:test";
        test("the one that hangs", () => new Promise((done) => setTimeout(done, 60_000).unref()));
        test("the one behind it", () => {});`,
    });
    assert.match(output, /✖ the one that hangs/);
    assert.match(output, /✔ the one behind it/);
    assert.equal(code, 1);
  });

  test("is good where all tests are, though they take longer than one may in all", async (t) => {
    const longTest = (name: string) =>
      `test("${name}", () => new Promise((done) => setTimeout(done, ${LIMIT_MS * 0.6})));`;
    const { code, output } = await runTexts(t, {
      "slow.test.mjs": `import { test } from "node:test"; ${longTest("the first")} ${longTest("the second")}`,
    });
    assert.match(output, /✔ the second/);
    assert.equal(code, 0);
  });

  test("says at its end which tests did not run for want of their material, and fails where all are needed", async (t) => {
    const texts = {
      "bills.test.mjs": `import { test } from "node:test";
        test("one", { skip: "${NOT_HERE}shared/data/bills" }, () => {});
        test("two", { skip: "${NOT_HERE}shared/data/bills" }, () => {});
        test("other", { skip: "no S3" }, () => {});`,
    };
    const sentence = /2 tests did not run, since .* not beside it: shared\/data\/bills\.\n$/;
    for (const needsAll of [false, true]) {
      const { code, output } = await runTexts(t, texts, { needsAll });
      assert.match(output, sentence);
      assert.equal(code, needsAll ? 1 : 0);
    }
  });
});
