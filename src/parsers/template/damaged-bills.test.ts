/** Bills read by templates: how many are accepted with a wrong value after a digit, a row, two columns or a day was misread. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileReaders } from "../../../test/file-readers.ts";
import { createDocuments } from "../../../sandbox/web/documents.ts";
import { createWorld } from "../../../sandbox/world/world.ts";
import { sharedMaterial } from "../../../test/shared.ts";
import { unlikeAccount } from "../../domain/bills/unlike-account.ts";
import { checkReading, isAccepted } from "../../domain/bills/reconcile.ts";
import { builtInTemplates } from "../../utilities/utilities.fixtures.ts";
import { damaged, DAMAGES } from "../damage.fixtures.ts";
import { below, randomOf } from "../generic/bills.fixtures.ts";
import { pagesOfText } from "../parsers.fixtures.ts";
import type { Page } from "../pdf/page-model.ts";
import { daysOn, earlier, measuredByTemplate, usesFrom, type TemplateBill } from "./measure.fixtures.ts";
import { linesOf } from "./lines.ts";
import { fits, runTemplate } from "./run-template.ts";
import { readTemplate, type Template } from "./template.ts";

/** Bills that are damaged; 1000 for the published figures. */
const DAMAGED = Number(process.env["METERBOOK_TEST_DAMAGED_BILLS"] ?? 100);

const { reader } = fileReaders;

const BEFORE = 3;

function billOf(name: string, template: Template, pages: Page[], before: TemplateBill["before"]): TemplateBill {
  const reading = runTemplate(template, pages);
  const { statement } = reading;
  assert.ok(statement && isAccepted(checkReading(reading, { acct_num: null, today: null })), name);
  return { name, template, pages, statement, before };
}

/** A bill of each account of some customers, after three others. */
async function drawSandboxBills(): Promise<TemplateBill[]> {
  const [world, documents, templates] = [createWorld(), createDocuments(), builtInTemplates()];
  const bills: TemplateBill[] = [];
  for (const utility of ["northgate-electric", "clearwater-gas-water"] as const) {
    for (const username of ["demo_residential", "demo_commercial", "demo_supply_split"]) {
      for (const account of world.accountsOf(utility, username) ?? []) {
        const read: TemplateBill[] = [];
        for (const bill of account.bills.slice(0, BEFORE + 1)) {
          const result = await reader.read(await documents.fetch(utility, account, bill));
          assert.ok(result.ok);
          const template = templates.find((each) => fits(each, linesOf(result.pages)));
          assert.ok(template);
          const before = read.map(({ statement }) => statement);
          read.push(billOf(`${utility} ${account.number}`, template, result.pages, before));
        }
        bills.push(...read.slice(BEFORE));
      }
    }
  }
  return bills;
}

let drawn: Promise<TemplateBill[]> | undefined;
const sandboxBills = () => (drawn ??= drawSandboxBills());

const { path: BILLS, skip } = sharedMaterial("data/bills");
const fixture = (name: string) =>
  readTemplate(readFileSync(join(import.meta.dirname, "../fixtures", name), "utf8"), name);
const REAL = {
  "rge-br-v2-*.txt": "rge-br-v2.yaml",
  "rge-br-v3-*.txt": "rge-br-v3.yaml",
  "nationalgrid-umass*.txt": "nationalgrid-electric.yaml",
  "keller-water-kisd-*.pdf": "keller-water.yaml",
  "edf-fr*.pdf": "edf-fr.yaml",
};

async function realBills(): Promise<TemplateBill[]> {
  const bills: TemplateBill[] = [];
  for (const [pattern, name] of Object.entries(REAL)) {
    for (const file of globSync(pattern, { cwd: BILLS })) {
      const bytes = readFileSync(join(BILLS, file));
      const result = file.endsWith(".txt")
        ? ({ ok: true, pages: pagesOfText(bytes.toString("utf8")) } as const)
        : await reader.read(bytes);
      assert.ok(result.ok);
      const bill = billOf(file, fixture(name), result.pages, []);
      bills.push({ ...bill, before: [3, 2, 1].map((periods) => earlier(bill.statement, periods)) });
    }
  }
  return bills;
}

const SITUATIONS = ["the first of their accounts", "after three others"] as const;

/** The largest share of bills with a wrong value that nothing names. */
const SILENT_MAX = 0.01;

for (const [name, listed, options] of [
  ["of the sandbox", sandboxBills, {}],
  ["of real utilities", realBills, { skip }],
] as const) {
  test(
    `bills ${name} with a misread value are kept in review, or flagged by what is known of their account`,
    options,
    async (t) => {
      const bills = await listed();
      for (const situation of SITUATIONS) {
        const isKnown = situation === SITUATIONS[1];
        const outcomes = { review: 0, right: 0, "wrong, named": 0, "wrong, price": 0, "wrong, silent": 0 };
        for (let seed = 1; seed <= DAMAGED; seed++) {
          const random = randomOf(seed);
          const bill = bills[below(random, bills.length)];
          const kind = DAMAGES[seed % DAMAGES.length];
          assert.ok(bill && kind);
          const reading = runTemplate(bill.template, damaged(bill.pages, kind, random, daysOn(bill.template)));
          const { outcome, wrong } = measuredByTemplate(bill, reading, isKnown);
          outcomes[outcome] += 1;
          const money = wrong.filter((field) => /charges\.\d+\.amount$|balance|amount_|current/.test(field));
          if (outcome.startsWith("wrong")) assert.deepEqual(money, [], `${bill.name} ${kind} ${seed}`);
        }
        t.diagnostic(`${situation}: ${JSON.stringify(outcomes)}`);
        // A few bills say little about a share.
        if (DAMAGED >= 1000) assert.ok(outcomes["wrong, silent"] <= SILENT_MAX * DAMAGED);
      }
    },
  );
}

test("no bill of the sandbox that is read right is unlike the others of its account", async () => {
  for (const { name, statement, before } of await sandboxBills())
    assert.deepEqual(unlikeAccount(statement, { isListed: true, uses: usesFrom(before) }), [], name);
});
