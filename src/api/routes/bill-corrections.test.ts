/** A correction of a bill is judged by the rules for bills read from files, and what does not add up is accepted by name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import type { UtilityBill } from "../../records/bill.ts";

type Bill = z.infer<typeof UtilityBill>;
const running = await sharedApp();
const { app } = running;

/** A bill of 123.45 with one charge of that amount; `printed` is what its file says. */
async function newBill(printed: object | null = null) {
  const member = await newMember(running, { name: "Corrections" });
  const ids = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
  const statement = JSON.stringify(printed);
  await app.db
    .updateTable("documents")
    .set({ statement })
    .where("company_id", "=", member.company_id)
    .where("id", "=", ids.document_id)
    .execute();
  const bill = (await member.send("GET", `/v1/utility_bills/${ids.bill_id}`)).json<Bill>();
  const edit = (id: number, body: object) => member.send("PATCH", `/v1/utility_bills/${id}`, body);
  const chargeOf = ({ charges }: Bill, amount: number) => ({ charges: [{ id: charges[0]?.id, amount }] });
  return { member, bill, edit, chargeOf };
}

const namesOf = (answer: { body: string }) => {
  const { findings = [] } = JSON.parse(answer.body) as { findings?: { name: string }[] };
  return findings.map(({ name }) => name);
};

test("charges that no longer add up to what the file prints are refused with the figures, and nothing is written", async () => {
  const { member, bill, edit, chargeOf } = await newBill({ current_charges: "123.45", meters: [] });
  const refused = await edit(bill.id, chargeOf(bill, 100));
  assert.equal(refused.statusCode, 422, refused.body);
  const problem = refused.json<{ type: string; detail: string; findings: object[] }>();
  assert.match(problem.type, /does-not-add-up$/);
  const detail = "The charges add up to 100.00, the bill prints 123.45 as current charges: -23.45 off.";
  assert.deepEqual(problem.findings, [{ name: "charges_do_not_add_up", detail }]);
  const same = (await member.send("GET", `/v1/utility_bills/${bill.id}`)).json<Bill>();
  assert.equal(same.archived, false);

  const other = await edit(bill.id, { ...chargeOf(bill, 100), accept: ["balance_does_not_add_up"] });
  assert.deepEqual(namesOf(other), ["charges_do_not_add_up"], "another name accepts nothing");
});

test("what is accepted by name is kept with who accepted it and when, and is not asked about again", async () => {
  const { member, bill, edit, chargeOf } = await newBill({ current_charges: "123.45", meters: [] });
  const { id: userId } = (await member.send("GET", "/v1/me")).json<{ id: number }>();
  const answer = await edit(bill.id, { ...chargeOf(bill, 100), accept: ["charges_do_not_add_up"] });
  assert.equal(answer.statusCode, 200, answer.body);
  const edited = answer.json<Bill>();
  const [accepted, ...more] = edited.accepted_findings;
  assert.deepEqual([accepted?.name, accepted?.accepted_by, more], ["charges_do_not_add_up", userId, []]);
  assert.match(accepted?.detail ?? "", /123\.45/);

  const renamed = (await edit(edited.id, { account_holder_name: "Another" })).json<Bill>();
  assert.deepEqual(renamed.accepted_findings, edited.accepted_findings);
  assert.deepEqual(namesOf(await edit(renamed.id, { amount_due: 1 })), ["balance_does_not_add_up"]);

  const sentBack = await edit(renamed.id, { ...renamed, ...chargeOf(renamed, 123.45) });
  assert.equal(sentBack.statusCode, 200, sentBack.body);
  assert.deepEqual(sentBack.json<Bill>().accepted_findings, [], "it adds up again");
});

test("a bill without a printed total is held to its amount due", async () => {
  const { bill, edit, chargeOf } = await newBill();
  assert.deepEqual(namesOf(await edit(bill.id, { amount_due: 1 })), ["balance_does_not_add_up"]);
  assert.deepEqual(namesOf(await edit(bill.id, chargeOf(bill, 100))), ["balance_does_not_add_up"]);
  const both = await edit(bill.id, { ...chargeOf(bill, 100), amount_due: 100 });
  assert.equal(both.statusCode, 200, both.body);
});

test("a usage that is no unit of its service, or has no day, is a finding too", async () => {
  const { bill, edit } = await newBill();
  const [usage] = bill.usages;
  const line = (fields: object) => ({ usages: [{ id: usage?.id, ...fields }] });
  assert.deepEqual(namesOf(await edit(bill.id, line({ end_date: usage?.start_date }))), ["period_has_no_days"]);
  assert.deepEqual(namesOf(await edit(bill.id, line({ measurement_unit: "gallons" }))), ["unit_does_not_fit"]);
});

test("a name of no finding is refused with the field and the names there are, and nothing is written", async () => {
  const { member, bill, edit, chargeOf } = await newBill({ current_charges: "123.45", meters: [] });
  const accept = ["charges_do_not_add_up", "charges_dont_add_up"];
  const refused = await edit(bill.id, { ...chargeOf(bill, 100), accept });
  assert.equal(refused.statusCode, 422, refused.body);
  const { errors } = refused.json<{ errors: { pointer: string; detail: string }[] }>();
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ["/accept/1"],
  );
  assert.match(errors[0]?.detail ?? "", /balance_does_not_add_up.*charges_do_not_add_up.*unit_does_not_fit/);
  assert.equal((await member.send("GET", `/v1/utility_bills/${bill.id}`)).json<Bill>().archived, false);
});

test("a name of a finding that is not there is passed over", async () => {
  const { bill, edit } = await newBill();
  const answer = await edit(bill.id, { account_holder_name: "Another", accept: ["unit_does_not_fit"] });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json<Bill>().accepted_findings, []);
});
