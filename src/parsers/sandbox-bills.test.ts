/**
 * Round trip: the sandbox draws a bill from its data, we read it, and every amount, unit, day and type must be equal. Of each
 * account one bill in five; METERBOOK_TEST_SANDBOX_BILLS=1 takes every bill.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createDocuments } from "../../sandbox/web/documents.ts";
import { UTILITIES as UTILITIES_OF_SANDBOX } from "../../sandbox/web/portal.ts";
import type { UtilitySlug } from "../../sandbox/world/model.ts";
import { isPlain } from "../../sandbox/world/plain-customers.ts";
import { createWorld } from "../../sandbox/world/world.ts";
import { reconcile } from "../domain/bills/reconcile.ts";
import type { Reading, Statement } from "../records/statement.ts";
import { asTruth, listBills, type SandboxBill } from "../../test/drawn-bills.ts";
import { countEndedProcessesMs, countProcessorMs } from "../../test/processor-time.ts";
import { createPdfReader } from "./pdf/read-pdf.ts";
import { builtInTemplates } from "../utilities/utilities.fixtures.ts";
import { parsersOf } from "./registry.ts";

const UTILITIES: UtilitySlug[] = ["northgate-electric", "clearwater-gas-water"];
/** Those with the plain bill, each with a template of its own. */
const PLAIN = UTILITIES_OF_SANDBOX.map(({ slug }) => slug).filter(isPlain);
const USERNAMES = [
  "demo_residential",
  "demo_commercial",
  "demo_estimated",
  "demo_gap",
  "demo_edited_bill",
  "demo_supply_split",
];

/** Five and twelve have no common divisor, so bills of all months of the year come. */
const ONE_IN = Number(process.env["METERBOOK_TEST_SANDBOX_BILLS"] ?? 5);

const reader = createPdfReader({ processes: 2 });
const parsers = parsersOf(builtInTemplates(), { reader });
after(() => reader.close());

const read = async (bytes: Uint8Array): Promise<Reading> => (await parsers.read(bytes))[0];

/** Every bill prints what reconciling needs, so none of it may be missing. */
function checkWorkings({ meters, current_charges }: Statement): void {
  assert.ok(current_charges !== null);
  for (const { charges, usages, printed_total } of meters) {
    assert.ok(printed_total !== null);
    const priced = charges.filter(({ quantity, rate }) => quantity !== null && rate !== null);
    assert.ok(priced.length >= 3);
    for (const { previous_read, current_read, utility_usage_type } of usages) {
      assert.equal(previous_read !== null && current_read !== null, utility_usage_type === "usage_amount");
    }
  }
}

let bills = 0;
let milliseconds = 0;
let ofReaders: ReturnType<typeof countEndedProcessesMs> | undefined;

async function compare(listed: SandboxBill): Promise<Statement> {
  const { acct_num, bill, bytes } = await listed.draw();
  ofReaders ??= countEndedProcessesMs();
  const spentMs = countProcessorMs();
  const { statement, findings } = await read(bytes);
  milliseconds += spentMs();
  bills += 1;
  assert.deepEqual(findings, []);
  assert.ok(statement !== null);
  assert.equal(statement.acct_num, acct_num);
  assert.deepEqual(asTruth(statement), bill);
  // Not in the sandbox data: totals, reads, quantities and rates must exist and give the amounts.
  assert.deepEqual(reconcile(statement), []);
  checkWorkings(statement);
  return statement;
}

for (const utility of UTILITIES) {
  for (const username of USERNAMES) {
    test(`${utility}: bills of ${username} are read as they were drawn`, async () => {
      const listed = listBills(utility, username);
      assert.ok(listed.length >= 35);
      for (const bill of listed.filter((_, at) => at % ONE_IN === 0)) await compare(bill);
    });
  }

  test(`${utility}: a corrected bill is read and recognized`, async () => {
    const corrected = listBills(utility, "demo_edited_bill", true).filter(({ bill }) => bill.corrected);
    assert.equal(corrected.length, 1);
    for (const bill of corrected) assert.equal((await compare(bill)).corrected, true);
  });

  test(`${utility}: estimated reads are recognized`, async () => {
    const estimated = listBills(utility, "demo_estimated").filter(({ bill }) => bill.estimated);
    assert.equal(estimated.length, 2);
    for (const bill of estimated) assert.equal((await compare(bill)).estimated, true);
  });

  test(`${utility}: each broken file has its own finding`, async () => {
    const account = createWorld().accountsOf(utility, "demo_broken_files")?.[0];
    assert.ok(account);
    const documents = createDocuments();
    const names: Record<string, string[]> = {};
    for (const bill of account.bills.filter(({ document }) => document !== "good")) {
      const { statement, findings } = await read(await documents.fetch(utility, account, bill));
      assert.equal(statement, null);
      names[bill.document] = findings.map(({ name, severity }) => `${severity} ${name}`);
    }
    assert.deepEqual(names, {
      web_page: ["error not_a_pdf"],
      cut_off: ["error file_cut_off"],
      protected: ["error file_encrypted"],
      empty: ["error file_empty"],
    });
  });
}

for (const utility of PLAIN) {
  test(`${utility}: plain bills are read as they were drawn`, async () => {
    for (const username of ["demo_residential", "demo_commercial"]) {
      const listed = listBills(utility, username);
      assert.ok(listed.length >= 14);
      for (const bill of listed.filter((_, at) => at % ONE_IN === 0)) await compare(bill);
    }
  });
}

test("enough bills were compared, with little processor time", async (context) => {
  // Those of the readers count when they have ended.
  await reader.close();
  const each = (milliseconds + (ofReaders?.() ?? 0)) / bills;
  context.diagnostic(`${bills} bills, ${each.toFixed(1)} ms of processor time each from bytes to statement`);
  assert.ok(bills > 400 / ONE_IN);
  assert.ok(each < 100, `${each.toFixed(1)} ms`);
});
