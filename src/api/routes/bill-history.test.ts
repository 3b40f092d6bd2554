/** What became of a bill: its versions with who, when, why and what. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMeterBills, insertPlace } from "../../../test/derived.ts";
import { BillHistory } from "../../records/bill-history.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "History" });
const place = await insertPlace(app, member.company_id);
const meter = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
const [first = 0] = await insertMeterBills(app, place, { id: meter, energy_type: "ELECTRIC", unit: "kWh" }, [
  { start: "2025-01-01", end: "2025-02-01", amount: 100, costs: { usage_cost: 10, service_cost: 5 } },
]);

const historyOf = async (id: number): Promise<BillHistory> => {
  const answer = await member.send("GET", `/v1/utility_bills/${id}/history`);
  assert.equal(answer.statusCode, 200, answer.body);
  return BillHistory.strict().parse(answer.json());
};

interface Bill {
  id: number;
  charges: { id: number; amount: number; utility_charge_type: string }[];
}

test("a bill as it arrived is its only version", async () => {
  const { versions } = await historyOf(first);
  const [version] = versions;
  assert.equal(versions.length, 1);
  assert.deepEqual(
    [version?.utility_bill_id, version?.state, version?.made_by, version?.why, version?.changes, version?.line_changes],
    [first, "live", null, "Fetched from the utility's website.", [], []],
  );
});

test("a correction names the user, the fields and the lines that differ; the voiding names who voided it", async () => {
  const bill = (await member.send("GET", `/v1/utility_bills/${first}`)).json<Bill>();
  const charges = bill.charges.map(({ id, amount, utility_charge_type }) => ({
    id,
    amount: utility_charge_type === "service_cost" ? 6 : amount,
  }));
  const edit = { charges, amount_due: 16, due_date: "2025-03-01", note: "By telephone." };
  const answer = await member.send("PATCH", `/v1/utility_bills/${first}`, edit);
  assert.equal(answer.statusCode, 200, answer.body);
  const { id } = answer.json<Bill>();
  const { versions } = await historyOf(id);
  assert.deepEqual(
    versions.map((version) => [version.utility_bill_id, version.state, version.archive_reason, version.why]),
    [
      [first, "archived", "edited", "Fetched from the utility's website."],
      [id, "live", null, "Corrected by a user."],
    ],
  );
  const [, corrected] = versions;
  assert.equal(corrected?.made_by?.user_id, member.user_id);
  assert.ok(corrected?.made_by?.name);
  assert.equal(corrected?.note, "By telephone.");
  assert.deepEqual(corrected?.changes, [
    { field: "due_date", before: null, after: "2025-03-01" },
    { field: "amount_due", before: 15, after: 16 },
  ]);
  assert.deepEqual(
    corrected?.line_changes.map(({ svc_object_type, change, fields }) => [svc_object_type, change, fields]),
    [["UtilityCharge", "changed", [{ field: "amount", before: 5, after: 6 }]]],
  );
  // The same from the archived one.
  assert.deepEqual((await historyOf(first)).versions, versions);

  const long = { note: "x".repeat(2001) };
  assert.equal((await member.send("POST", `/v1/utility_bills/${id}/void`, long)).statusCode, 422);
  const said = { note: "The account was closed." };
  assert.equal((await member.send("POST", `/v1/utility_bills/${id}/void`, said)).statusCode, 200);
  const [, voided] = (await historyOf(id)).versions;
  assert.deepEqual([voided?.state, voided?.archive_reason], ["archived", "voided"]);
  assert.equal(voided?.voided_by?.user_id, member.user_id);
  assert.notEqual(voided?.voided_at, null);
  assert.equal(voided?.voided_note, said.note);
});

test("the bill of another company is not found", async () => {
  const stranger = await newMember(opened, { name: "Stranger" });
  assert.equal((await stranger.send("GET", `/v1/utility_bills/${first}/history`)).statusCode, 404);
});
