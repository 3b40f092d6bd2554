/** A document in review gets out of it: its reading is accepted by name, it is rejected, read again, or its bill is entered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertFetched, newFetchedAccount } from "../../../test/fetched.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";
import { reconcile } from "../../domain/bills/reconcile.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { BillDocument, ReadDocument } from "../../records/document.ts";
import type { Statement } from "../../records/statement.ts";
import { isJobThere } from "../../store/jobs.ts";
import { setDocumentOutcome } from "../../store/bills/documents.ts";

type Bill = z.infer<typeof UtilityBill>;
type Listed = z.infer<typeof BillDocument>;
type Document = z.infer<typeof ReadDocument>;
const running = await sharedApp();
const { app } = running;

/** Charges of 8,195.78, of which the bill prints 8,195.87. */
const wrongSum = (): Statement => ({ ...goodStatement(), acct_num: "100-200", current_charges: "8195.87" });

/** A document in review of a new company. */
async function inReview(statement: Statement | null) {
  const { member, account } = await newFetchedAccount(running, "In review");
  const id = await insertFetched(app, account, { name: "april.pdf" });
  const { company_id } = account;
  const findings =
    statement === null
      ? [{ name: "no_template", severity: "error" as const, detail: "No template matches this bill." }]
      : reconcile(statement);
  await setDocumentOutcome(app.db, company_id, id, { state: "review", findings, statement, utility_bill_id: null });
  const path = `/v1/documents/${id}`;
  const show = async () => (await member.send("GET", path)).json<Document>();
  const bill = async (billId: number | null) => (await member.send("GET", `/v1/utility_bills/${billId}`)).json<Bill>();
  const { id: user_id } = (await member.send("GET", "/v1/me")).json<{ id: number }>();
  return { member, account, id, path, show, bill, user_id };
}

const findingsOf = (answer: { body: string }) => {
  const { findings = [] } = JSON.parse(answer.body) as { findings?: { name: string }[] };
  return findings.map(({ name }) => name);
};

test("documents of all accounts are listed by state, finding, utility and account, and never those of another company", async () => {
  const { member, account, id } = await inReview(wrongSum());
  const list = async (query: string) =>
    (await member.send("GET", `/v1/documents?${query}`)).json<Listed[]>().map((document) => document.id);
  assert.deepEqual(await list("state=review"), [id]);
  assert.deepEqual(await list("finding=charges_do_not_add_up"), [id]);
  assert.deepEqual(await list("finding=no_template"), []);
  assert.deepEqual(await list(`utility_account_id=${account.utility_account_id}&state=review`), [id]);
  assert.deepEqual(await list("utility_company_id=999999"), []);
  assert.deepEqual(await list("uploaded=true"), []);
  assert.ok((await list("uploaded=false")).includes(id));
  const { utility_company_name } = (
    await member.send("GET", `/v1/utility_accounts/${account.utility_account_id}`)
  ).json<{ utility_company_name: string }>();
  assert.deepEqual(await list(`state=review&utility=${encodeURIComponent(utility_company_name)}`), [id]);
  assert.deepEqual(await list("utility=Another"), []);
  assert.equal((await member.send("GET", "/v1/documents?finding=%00")).statusCode, 400);
  const all = await list("");
  assert.ok(all.length > 1 && all.includes(id));
  const other = await newMember(running, { name: "Another" });
  assert.deepEqual((await other.send("GET", "/v1/documents")).json(), []);
  assert.equal((await other.send("GET", `/v1/documents/${id}`)).statusCode, 404);
});

test("a document shows its best reading, which an accepted correction needs only to change where it is wrong", async () => {
  const { show } = await inReview(wrongSum());
  const { reading, template_id, findings } = await show();
  assert.equal(template_id, "sample-utility");
  assert.deepEqual(
    findings.map(({ name }) => name),
    ["charges_do_not_add_up", "balance_does_not_add_up"],
  );
  assert.equal(reading?.current_charges, 8195.87);
  assert.equal(reading?.meters.length, 2);
  assert.deepEqual(reading?.meters[0]?.charges[0]?.place, { page: 1, box: [60, 300, 540, 312] });
});

test("a reading is accepted when each of its errors is named, and the bill says who accepted them", async () => {
  const { member, path, show, bill, user_id } = await inReview(wrongSum());
  const refused = await member.send("POST", `${path}/accept`, { findings: ["charges_do_not_add_up"] });
  assert.equal(refused.statusCode, 422, refused.body);
  assert.deepEqual(findingsOf(refused), ["charges_do_not_add_up", "balance_does_not_add_up"]);
  assert.equal((await show()).state, "review");

  const findings = ["charges_do_not_add_up", "balance_does_not_add_up"];
  const accepted = await member.send("POST", `${path}/accept`, { findings, note: "The utility confirmed it." });
  assert.equal(accepted.statusCode, 200, accepted.body);
  const document = accepted.json<Document>();
  assert.deepEqual(
    [document.state, document.decision, document.decided_by, document.decision_note],
    ["accepted", "accepted", user_id, "The utility confirmed it."],
  );
  const saved = await bill(document.utility_bill_id);
  assert.deepEqual([saved.origin, saved.amount_due, saved.source?.format], ["portal", 8706.98, "pdf"]);
  assert.deepEqual(
    saved.accepted_findings.map(({ name, accepted_by }) => [name, accepted_by]),
    findings.map((name) => [name, user_id]),
  );
  const again = await member.send("POST", `${path}/accept`, { findings });
  assert.equal(again.statusCode, 409, again.body);
});

test("a document in which no bill was recognised cannot be accepted, and the answer says what to do", async () => {
  const { member, path } = await inReview(null);
  const refused = await member.send("POST", `${path}/accept`, { findings: ["no_template"] });
  assert.equal(refused.statusCode, 409);
  assert.match(refused.json<{ detail: string }>().detail, /Enter the bill with POST \/v1\/utility_bills/);
});

test("a rejected document keeps the reason, and is read again on request", async () => {
  const { member, account, id, path, show } = await inReview(null);
  const rejected = await member.send("POST", `${path}/reject`, { reason: "A leaflet, no bill." });
  assert.equal(rejected.statusCode, 200, rejected.body);
  const { state, decision, decision_note } = await show();
  assert.deepEqual([state, decision, decision_note], ["rejected", "rejected", "A leaflet, no bill."]);

  assert.equal((await member.send("POST", `${path}/reread`)).statusCode, 202);
  const waiting = await show();
  assert.deepEqual([waiting.state, waiting.decision, waiting.decided_at], ["waiting", null, null]);
  assert.ok(await isJobThere(app.db, "parse", { company_id: account.company_id, document_id: id }));
  assert.equal((await member.send("POST", `${path}/reread`)).statusCode, 409);
});

test("a bill entered for a document has its file and its places, and takes it out of the review", async () => {
  const { member, account, id, show, bill, user_id } = await inReview(wrongSum());
  const { reading } = await show();
  assert.ok(reading);
  const entered = { ...reading, document_id: id };
  const refused = await member.send("POST", "/v1/utility_bills", entered);
  assert.equal(refused.statusCode, 422, "the reading as it is does not add up");
  assert.deepEqual(findingsOf(refused), ["charges_do_not_add_up", "balance_does_not_add_up"]);

  const answer = await member.send("POST", "/v1/utility_bills", { ...entered, current_charges: 8195.78 });
  assert.equal(answer.statusCode, 201, answer.body);
  const saved = answer.json<Bill>();
  assert.deepEqual([saved.origin, saved.source?.format, saved.charges.length], ["keyed_in", "pdf", 10]);
  assert.equal(saved.utility_account_id, account.utility_account_id);
  const { state, decision, decided_by, utility_bill_id } = await show();
  assert.deepEqual([state, decision, decided_by, utility_bill_id], ["accepted", "keyed_in", user_id, saved.id]);
  const { rows } = {
    rows: await app.db
      .selectFrom("utility_charges")
      .select(["page", "box"])
      .where("utility_bill_id", "=", saved.id)
      .execute(),
  };
  assert.deepEqual(rows[0], { page: 1, box: [60, 300, 540, 312] });
  assert.deepEqual((await bill(saved.id)).accepted_findings, []);
});

test("a bill is entered without a file, once however often it is sent, and a corrected one replaces it", async () => {
  const { member, account } = await newFetchedAccount(running, "Without a file");
  const { utility_account_id } = account;
  const bill = {
    utility_account_id,
    invoice_date: "2026-05-06",
    amount_due: 21.5,
    current_charges: 21.5,
    meters: [
      {
        meter_num: "W-1",
        energy_type: "WATER",
        charges: [
          {
            description: "Water",
            amount: 21.5,
            utility_charge_type: "usage_cost",
            start_date: "2026-04-01",
            end_date: "2026-05-01",
          },
        ],
        usages: [
          {
            description: "Water",
            amount: 3,
            measurement_unit: "kgal",
            utility_usage_type: "usage_amount",
            start_date: "2026-04-01",
            end_date: "2026-05-01",
          },
        ],
      },
    ],
  };
  const enter = (body: object) => member.send("POST", "/v1/utility_bills", body);
  const first = await enter(bill);
  assert.equal(first.statusCode, 201, first.body);
  assert.equal(first.json<Bill>().source, null);
  assert.equal(first.json<Bill>().usages[0]?.gallons, 3000);
  assert.equal((await enter(bill)).json<Bill>().id, first.json<Bill>().id);

  const second = (await enter({ ...bill, account_holder_name: "Sample Household" })).json<Bill>();
  assert.notEqual(second.id, first.json<Bill>().id);
  const before = (await member.send("GET", `/v1/utility_bills/${first.json<Bill>().id}`)).json<Bill>();
  assert.deepEqual([before.archived, second.archived], [true, false]);
  const history = await member.send("GET", `/v1/utility_bills/${second.id}/history`);
  assert.deepEqual(
    history.json<{ versions: { why: string }[] }>().versions.map(({ why }) => why),
    ["Entered by a user.", "Entered by a user."],
  );

  const nowhere = await enter({ ...bill, utility_account_id: 999_999 });
  assert.equal(nowhere.statusCode, 422, nowhere.body);
  assert.match(nowhere.json<{ detail: string }>().detail, /utility_account_id/);
});

test("no user can accept a figure that no record can hold", async () => {
  const { member, account } = await newFetchedAccount(running, "Too many decimals");
  const bill = {
    utility_account_id: account.utility_account_id,
    invoice_date: "1802-05-06",
    amount_due: 1,
    accept: ["day_out_of_range"],
    meters: [{ energy_type: "ELECTRIC", charges: [], usages: [] }],
  };
  const refused = await member.send("POST", "/v1/utility_bills", bill);
  assert.equal(refused.statusCode, 422, refused.body);
  assert.ok(findingsOf(refused).includes("day_out_of_range"));
});

test("a bill can be entered for an account that does not exist yet, and no place is beyond a page", async () => {
  const member = await newMember(running, { name: "First bill" });
  const line = { description: "Water", start_date: "2026-04-01", end_date: "2026-05-01" };
  const charge = { ...line, amount: 0.1 + 0.2, utility_charge_type: "usage_cost" };
  const meters = [{ energy_type: "WATER", charges: [charge], usages: [] }];
  const bill = {
    utility_company: "Lakeside Water",
    acct_num: "L-1",
    invoice_date: "2026-05-06",
    amount_due: 0.3,
    meters,
  };
  const entered = await member.send("POST", "/v1/utility_bills", bill);
  assert.equal(entered.statusCode, 201, entered.body);
  const accounts = (await member.send("GET", "/v1/utility_accounts")).json<
    { acct_num: string; utility_company_name: string }[]
  >();
  assert.deepEqual(
    accounts.map(({ acct_num, utility_company_name }) => [acct_num, utility_company_name]),
    [["L-1", "Lakeside Water"]],
  );
  for (const place of [
    { page: 2_147_483_648, box: [0, 0, 1, 1] },
    { page: 1, box: [0, 0, 1e308, 1] },
  ]) {
    const refused = await member.send("POST", "/v1/utility_bills", {
      ...bill,
      meters: [{ energy_type: "WATER", charges: [{ ...charge, place }], usages: [] }],
    });
    assert.equal(refused.statusCode, 422, refused.body);
  }
});
