import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runCommand } from "../../../test/command.ts";
import { pageOf, pagesOfText, textAt } from "../../parsers/parsers.fixtures.ts";
import { BILL } from "../../parsers/small-bill.fixtures.ts";
import { writeWords } from "../../utilities/words-file.ts";

const SMALL = readFileSync(new URL("../../parsers/fixtures/small.yaml", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "template-"));
after(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string | Uint8Array): string {
  const file = join(folder, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const small = put("lake/templates/lake.yaml", SMALL);
put("lake/utility.yaml", "key: lake\nname: Lake\nenergy_types: [ELECTRIC]\ntime_zone: UTC\n");
const good = put("bills/good.words.json", writeWords(pagesOfText(BILL)));
const wrong = put("bills/wrong.words.json", writeWords(pagesOfText(BILL.replace("10.50", "11.50"))));
put("bills/readme.md", "no bill");

const run = (name: string, ...args: string[]) => runCommand(name, args, {});

test("a bill is shown with its lines, what each rule took, its sums and the verdict of the service", async () => {
  const { code, out } = await run("template", "try", good, "--template", small);
  assert.equal(code, 0);
  for (const says of [
    /^ {2}fits {6}small 1$/m,
    /^ {2}1 1\| Meter 7$/m,
    /^ {2}1 \.\| Small Power$/m,
    /^ {2}amount_due +30\.50 +page 1 at/m,
    /^ {4}.*description: Energy day \| amount: 20\.00/m,
    /^ {2}charges of 7 30\.50 = printed total 30\.50$/m,
    /^Findings: none$/m,
    /^Verdict: accepted, its charges were compared with meter_totals$/m,
  ])
    assert.match(out, says);
});

test("a PDF is read, its cells are shown with their places, and templates that do not fit say why", async () => {
  const pdf = put("bill.pdf", pageOf(textAt("Amount due", 50, 600) + textAt("12.50", 300, 600)));
  const { code, out } = await run("template", "try", pdf, "--words");
  assert.equal(code, 1);
  assert.match(out, /^ {2}1 {2}\| Amount due \[50\.0-\d+\.\d\] {2}12\.50 \[300\.0-\d+\.\d\]$/m);
  assert.match(out, /does not {2}clearwater-gas-water 1\n +no line matches \^CLEARWATER/);
  assert.match(out, /error no_template/);
});

test("a folder of bills is a table of verdicts, and how many each template reads", async () => {
  const { code, out } = await run("template", "try", join(folder, "bills"), "--utilities", folder);
  assert.equal(code, 1);
  assert.match(out, /^good\.words\.json +small 1 +accepted$/m);
  assert.match(out, /^wrong\.words\.json +small 1 +review +\S*meter_charges_do_not_add_up/m);
  assert.match(out, /^small 1 +1 of 2 accepted$/m);
  assert.doesNotMatch(out, /readme/);
});

test("everything is there as JSON, and an account that differs is a finding as in the service", async () => {
  const { code, out } = await run("template", "try", good, wrong, "--template", small, "--account", "99", "--json");
  assert.equal(code, 1);
  const trials = JSON.parse(out) as { bills: { accepted: boolean; findings: { name: string }[] }[] }[];
  assert.deepEqual(
    trials.map(({ bills }) => bills.map(({ accepted }) => accepted)),
    [[false], [false]],
  );
  assert.deepEqual(
    trials[0]?.bills[0]?.findings.map(({ name }) => name),
    ["account_number_differs"],
  );
});

test("a bill that is saved is a fixture, which is tested, and shows where something else comes out", async () => {
  const saved = await run("template", "try", good, "--template", small, "--save");
  assert.match(saved.error, /^Saved .*good\.words\.json and/);
  const passed = await run("template", "test", join(folder, "lake"));
  assert.deepEqual([passed.code, passed.out], [0, "ok    lake/good\n1 fixture of 1 utility, 0 faults.\n"]);
  writeFileSync(small, SMALL.replace("type: usage_cost", "type: demand_cost"));
  const failed = await run("template", "test", folder);
  writeFileSync(small, SMALL);
  assert.equal(failed.code, 1);
  assert.match(
    failed.out,
    /FAIL {2}lake\/good\n +0\.statement\.meters\.0\.charges\.0\.utility_charge_type: "usage_cost"/,
  );
});

test("the fixtures of one utility are tested without those of another whose folder begins with its name", async () => {
  for (const key of ["lake", "lakeside"])
    put(`near/${key}/utility.yaml`, `key: ${key}\nname: Near ${key}\nenergy_types: [ELECTRIC]\ntime_zone: UTC\n`);
  const one = await run("template", "test", join(folder, "near", "lake"));
  assert.deepEqual([one.code, one.out], [0, "0 fixtures of 1 utility, 0 faults.\n"]);
  const both = await run("template", "test", join(folder, "near"));
  assert.deepEqual([both.code, both.out], [0, "0 fixtures of 2 utilities, 0 faults.\n"]);
});

test("a draft goes into the folder of a utility, reads its bill, and takes the place of nothing", async () => {
  const readme = readFileSync(new URL("../../parsers/README.md", import.meta.url), "utf8");
  const [, text = ""] = /```bill\n([^]*?)\n```/.exec(readme) ?? [];
  const bill = put("lakeside.words.json", writeWords(pagesOfText(text)));
  const into = join(folder, "drafts", "lakeside");
  const { code, out, error } = await run("template", "new", bill, "--into", into);
  assert.equal(code, 0);
  assert.match(out, /Wrote .*utility\.yaml\nWrote .*lakeside\.yaml\nTry it: /);
  assert.match(error, /^\d+ places to look at/);
  const read = async () => (await run("read", bill, "--utilities", join(folder, "drafts"))).out;
  assert.match(await read(), /template +lakeside 1[^]*error template_is_draft: [^]*Verdict: waits in review/);
  const template = join(into, "templates", "lakeside.yaml");
  writeFileSync(template, readFileSync(template, "utf8").replace(/^draft: true.*\n/m, ""));
  assert.match(await read(), /template +lakeside 1[^]*Verdict: accepted/);
  const again = await run("template", "new", bill, "--into", into);
  assert.equal(again.code, 2);
  assert.match(again.error, /exists already/);
});

test("utilities are listed with their faults", async () => {
  put("broken/pond/utility.yaml", "key: pond\nname: Pond\nenergy_types: [WATER]\ntime_zone: Mars\n");
  const { code, out } = await run("utilities", join(folder, "broken"));
  assert.equal(code, 1);
  assert.match(out, /^northgate-electric +Northgate Electric +ELECTRIC +yes +1 +\d/m);
  assert.match(out, /pond\/utility\.yaml:4: time_zone: is not an IANA time zone/);
  const answer = JSON.parse((await run("utilities", "--json")).out) as { version: string; faults: unknown[] };
  assert.deepEqual([answer.faults, answer.version.length], [[], 16]);
});

test("with --watch a changed template is tried again, also one with a fault, until it is interrupted", async () => {
  const stop = new AbortController();
  let seen = "";
  let look = () => {};
  const args = ["try", good, "--template", small, "--watch"];
  const onText = (text: string) => {
    seen += text;
    look();
  };
  const ended = runCommand("template", args, {}, { signal: stop.signal, onText });
  const shows = (text: RegExp) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    look = () => {
      if (text.test(seen)) resolve();
    };
    void ended.then(() => reject(new Error(`it ended: ${seen}`)));
    look();
    return promise;
  };
  await shows(/Verdict: accepted[^]*Waiting for a change/);
  seen = "";
  writeFileSync(small, SMALL.replace("period_end: exclusive", "period_end: perhaps"));
  await shows(/lake\.yaml:\d+: period_end: [^]*Waiting/);
  seen = "";
  writeFileSync(small, SMALL);
  await shows(/Verdict: accepted[^]*Waiting/);
  stop.abort();
  assert.equal((await ended).code, 0);
});

test("what cannot be used is a sentence and exit code 2; what cannot be read is 1", async () => {
  for (const [name, args, code, says] of [
    ["template", ["try"], 2, /missing required argument 'file'/],
    ["template", ["tyr", good], 2, /unknown command 'tyr'/],
    ["template", [], 2, /^Usage: /],
    ["template", ["try", "absent.pdf"], 2, /^ENOENT: no such file/],
    ["template", ["try", good, "--template", good], 2, /good\.words\.json:\d+: /],
    ["template", ["new", small], 1, /not_a_pdf: /],
    ["read", [small], 1, /^$/],
    ["utilities", ["absent"], 1, /^$/],
    ["utilities", ["--green-button", "--json"], 2, /--green-button prints a table: leave --json out\./],
  ] as [string, string[], number, RegExp][]) {
    const { code: given, error } = await run(name, ...args);
    assert.deepEqual([args, given], [args, code]);
    assert.match(error, says);
    assert.doesNotMatch(error, /^ +at /m);
  }
});
