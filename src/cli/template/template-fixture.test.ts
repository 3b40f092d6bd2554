/** A bill that a user corrected becomes the fixture that its template must pass. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { z } from "zod";
import { newMember, openTestApp } from "../../../test/app.ts";
import { runCommand } from "../../../test/command.ts";
import { lakesideFolder, lakesideMonth, LAKESIDE_TEMPLATE, pdfOfTexts } from "../../../test/lakeside.ts";
import { runParse } from "../../jobs/bills/parse.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { ReadDocument } from "../../records/document.ts";

type Document = z.infer<typeof ReadDocument>;
type Bill = z.infer<typeof UtilityBill>;

const wrong = LAKESIDE_TEMPLATE.replace("type: tax_cost", "type: other_applied_cost");
const { dir, template } = lakesideFolder({ after }, wrong);
const utility = join(dir, "lakeside-power");
const running = await openTestApp({ after }, { METERBOOK_UTILITIES_DIR: dir });
const { app } = running;
const member = await newMember(running, { name: "Corrects" });

const run = (...args: string[]) =>
  runCommand("template", args, {
    DATABASE_URL: app.databaseUrl,
    METERBOOK_DATA_DIR: app.config.dataDir,
    METERBOOK_UTILITIES_DIR: dir,
  });

test("the values of a corrected bill are what its template must read from the words", async () => {
  const answer = await member.send("POST", "/v1/documents?name=lake.pdf", pdfOfTexts([lakesideMonth(1)]), {
    "content-type": "application/pdf",
  });
  const { id } = answer.json<Document>();
  const of = ["--company", String(member.company_id), "--into", utility];
  const early = await run("fixture", String(id), ...of);
  assert.match(early.error, /has no bill that counts/);
  await runParse(app, { company_id: member.company_id, document_id: id }, new AbortController().signal);
  const { utility_bill_id } = (await member.send("GET", `/v1/documents/${id}`)).json<Document>();
  const bill = (await member.send("GET", `/v1/utility_bills/${utility_bill_id}`)).json<Bill>();
  const charges = bill.charges.map(({ id: line, description }) =>
    description === "Town tax" ? { id: line, utility_charge_type: "tax_cost" } : { id: line },
  );
  const corrected = await member.send("PATCH", `/v1/utility_bills/${utility_bill_id}`, { charges });
  assert.equal(corrected.statusCode, 200, corrected.body);

  const saved = await run("fixture", String(id), ...of);
  assert.equal(saved.code, 0, saved.error);
  assert.match(saved.out, /^Saved 1 bill: .*lake\.words\.json and .*lake\.expected\.json\n$/);
  assert.match(saved.error, /replace names/);
  const [expected] = JSON.parse(readFileSync(join(utility, "fixtures/lake.expected.json"), "utf8")) as [
    { accepted: boolean; statement: { amount_due: string; meters: { charges: { utility_charge_type: string }[] }[] } },
  ];
  assert.deepEqual([expected.accepted, expected.statement.amount_due], [true, "58.50"]);
  assert.equal(expected.statement.meters[0]?.charges[2]?.utility_charge_type, "tax_cost");

  const failing = await run("test", utility);
  assert.equal(failing.code, 1);
  assert.match(
    failing.out,
    /0\.statement\.meters\.0\.charges\.2\.utility_charge_type: "tax_cost" expected, "other_applied_cost" found/,
  );
  writeFileSync(template, LAKESIDE_TEMPLATE);
  assert.equal((await run("test", utility)).code, 0, "the mended template passes");

  const again = await run("fixture", String(id), ...of);
  assert.equal(again.code, 2);
  assert.match(again.error, /exists already: give another --name/);
  const foreign = await run("fixture", String(id), "--company", "999999", "--into", utility);
  assert.match(foreign.error, /^Company 999999 has no document \d+\.\n$/);
});
