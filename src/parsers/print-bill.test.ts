import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { pageOf, textAt } from "./parsers.fixtures.ts";

const SCRIPT = fileURLToPath(new URL("./print-bill.ts", import.meta.url));
const SMALL = fileURLToPath(new URL("fixtures/small.yaml", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bill-"));
after(() => rmSync(folder, { recursive: true }));

const bill = join(folder, "bill.pdf");
writeFileSync(bill, pageOf(textAt("Amount due", 50, 600) + textAt("12.50", 300, 600)));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

test("a bill is printed as the lines of its pages", () => {
  assert.deepEqual(run(bill), { status: 0, stdout: "1| Amount due  12.50\n", stderr: "" });
});

test("with a template its reading is printed", () => {
  const { status, stdout } = run(bill, SMALL);
  assert.equal(status, 0);
  const { statement, findings } = JSON.parse(stdout) as { statement: null; findings: { detail: string }[] };
  assert.equal(statement, null);
  assert.ok(findings.some(({ detail }) => detail === "The field acct_num was not found."));
});

test("what cannot be read or used is said in a sentence", () => {
  for (const [args, says] of [
    [[], /^print-bill\.ts <bill\.pdf>/],
    [[SMALL], /^not_a_pdf: The file is no PDF/],
    [[bill, bill], /cannot be used|is not YAML/],
  ] as [string[], RegExp][]) {
    const { status, stderr } = run(...args);
    assert.equal(status, 1);
    assert.match(stderr, says);
  }
});
