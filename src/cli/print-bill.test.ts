import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { pageOf, textAt } from "../parsers/parsers.fixtures.ts";

const SCRIPT = fileURLToPath(new URL("./print-bill.ts", import.meta.url));
const SMALL = fileURLToPath(new URL("../parsers/fixtures/small.yaml", import.meta.url));
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

test("the cells of a line are shown with their places", () => {
  assert.match(run(bill, "--places").stdout, /^1\| Amount due \[50\.0-\d+\.\d\] {2}12\.50 \[300\.0-\d+\.\d\]\n$/);
});

const LINES = `Small Power
Account                12-34
Bill date
03/14/2026
Amount due             30.50
Meter 7
From 02/10/2026 to 03/12/2026, 30 days
Register               Before     Now        Used (kWh)
Day                    00100      00200 A    100
Charge                 From       To         Amount
Energy day                                   30.50
Page 1
Meter total            30.50`;

/** Each line as a row of the page, with its cells at their text positions. */
function bytesOf(lines: string): Buffer {
  const rows = lines
    .split("\n")
    .flatMap((line, at) =>
      [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) =>
        textAt(text.replaceAll("(", "\\(").replaceAll(")", "\\)"), 40 + index * 8, 760 - at * 14),
      ),
    );
  return pageOf(rows.join(""));
}

function report(lines: string, ...args: string[]) {
  const path = join(folder, "whole.pdf");
  writeFileSync(path, bytesOf(lines));
  const { status, stdout, stderr } = run(path, SMALL, ...args);
  assert.deepEqual([status, stderr], [0, ""]);
  return JSON.parse(stdout) as {
    match: { all: { pattern: string; fits: boolean }[] };
    accepted: boolean;
    checked_by: string | null;
    findings: { name: string }[];
  };
}

test("with a template a bill is checked as the service checks it", () => {
  const good = report(LINES);
  assert.deepEqual([good.accepted, good.checked_by, good.findings], [true, "meter_totals", []]);
  const wrong = report(LINES.replace("Meter total            30.50", "Meter total            31.50"));
  assert.equal(wrong.accepted, false);
  assert.deepEqual(
    wrong.findings.map(({ name }) => name),
    ["meter_charges_do_not_add_up"],
  );
  const listed = report(LINES, "--account", "99");
  assert.deepEqual(
    listed.findings.map(({ name }) => name),
    ["account_number_differs"],
  );
});

test("each bill of a file with several is checked", () => {
  const template = join(folder, "several.yaml");
  writeFileSync(template, `${readFileSync(SMALL, "utf8")}\nbill_start: ^Small Power$\n`);
  const path = join(folder, "several.pdf");
  writeFileSync(path, bytesOf(`${LINES}\n${LINES.replace("12-34", "12-35")}`));
  const { bills } = JSON.parse(run(path, template).stdout) as {
    bills: { accepted: boolean; statement: { acct_num: string } }[];
  };
  assert.deepEqual(
    bills.map(({ accepted, statement }) => [accepted, statement.acct_num]),
    [
      [true, "12-34"],
      [true, "12-35"],
    ],
  );
});

test("a line of `match` that is not on the bill is shown, as the reason why the template does not match", () => {
  const other = report(LINES.replace("Small Power", "Other Power"));
  assert.deepEqual(other.match.all, [{ pattern: "^Small Power$", fits: false }]);
  assert.deepEqual([other.accepted, other.checked_by], [false, null]);
  assert.deepEqual(
    other.findings.map(({ name }) => name),
    ["no_template"],
  );
});

test("the lines that remain for the meter sections are shown", () => {
  const path = join(folder, "kept.pdf");
  writeFileSync(path, bytesOf(LINES));
  assert.match(run(path).stdout, /^1\| Page 1$/m);
  const { stdout } = run(path, SMALL, "--lines");
  assert.match(stdout, /^1\| Meter 7$/m);
  assert.doesNotMatch(stdout, /Page 1/);
});

test("help is shown before anything is read", () => {
  const { status, stdout } = run("--help");
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: .*print-bill/);
});

test("unreadable files and invalid templates are reported in a sentence", () => {
  for (const [args, code, says] of [
    [[], 2, /missing required argument 'bill'/],
    [[SMALL], 1, /^not_a_pdf: The file is not a PDF/],
    [[bill, bill], 1, /cannot be used|is not YAML/],
    [[join(folder, "absent.pdf")], 1, /no such file/],
  ] as [string[], number, RegExp][]) {
    const { status, stderr } = run(...args);
    assert.equal(status, code);
    assert.match(stderr, says);
  }
});
