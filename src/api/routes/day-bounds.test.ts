/** Days that no bill can be of are refused by name wherever they come in: each month of a line is a row. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";

const running = await sharedApp();
const { app } = running;
const member = await newMember(running, { name: "Bounds" });
const ids = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
const thisYear = new Date(app.now()).getUTCFullYear();

async function refused(method: "PATCH" | "PUT", url: string, body: unknown): Promise<string[]> {
  const answer = await member.send(method, url, body);
  assert.equal(answer.statusCode, 422, answer.body);
  return answer.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer);
}

test("a line of a bill is within the days that are kept, and at most five years long", async () => {
  const url = `/v1/utility_bills/${ids.bill_id}`;
  const { usages } = (await member.send("GET", url)).json<{ usages: { id: number }[] }>();
  const days = (start_date: string, end_date: string) => ({
    usages: usages.map(({ id }) => ({ id, start_date, end_date })),
  });
  assert.deepEqual(await refused("PATCH", url, days("0001-01-01", "9999-12-31")), ["/usages/0/start_date"]);
  assert.deepEqual(await refused("PATCH", url, days("1899-12-31", "1900-02-01")), ["/usages/0/start_date"]);
  assert.deepEqual(await refused("PATCH", url, days("2019-01-01", "2024-01-03")), ["/usages/0/end_date"]);
  const tooLate = days(`${thisYear + 1}-12-01`, `${thisYear + 2}-01-02`);
  assert.deepEqual(await refused("PATCH", url, tooLate), ["/usages/0/end_date"]);
  assert.deepEqual(await refused("PATCH", url, { invoice_date: `${thisYear + 2}-01-01` }), ["/invoice_date"]);
  assert.equal((await member.send("GET", url)).json<{ archived: boolean }>().archived, false, "nothing was written");
  const longest = await member.send("PATCH", url, {
    ...days("2019-01-01", "2024-01-01"),
    accept: ["period_far_from_invoice", "use_outside_charges"],
  });
  assert.equal(longest.statusCode, 200, longest.body);
});

test("a bill has a bounded number of lines, whichever they are", async () => {
  const { id } = (await member.send("GET", "/v1/utility_bills?archived=false")).json<{ id: number }[]>()[0] ?? {
    id: 0,
  };
  const charge = { utility_meter_id: ids.meter_id, amount: 1, description: "x", utility_charge_type: "usage_cost" };
  const usage = {
    utility_meter_id: ids.meter_id,
    amount: 1,
    description: "x",
    utility_usage_type: "usage_amount",
    measurement_unit: "kWh",
    start_date: "2026-01-01",
    end_date: "2026-02-01",
  };
  const edit = {
    charges: Array.from({ length: 1001 }, () => charge),
    usages: Array.from({ length: 1000 }, () => usage),
  };
  assert.deepEqual(await refused("PATCH", `/v1/utility_bills/${id}`, edit), [""]);
});

test("days of meters, accounts and of metadata that reports read are kept to the same", async () => {
  const meter = `/v1/meters/${ids.meter_id}`;
  assert.deepEqual(await refused("PATCH", meter, { deactivation_date: "9999-12-31" }), ["/deactivation_date"]);
  const start = { utility_account_id: ids.utility_account_id, status: "Active", data_start_date: "0001-01-01" };
  const url = `/v1/authorizations/${ids.authorization_id}/update_account_status`;
  assert.deepEqual(await refused("PUT", url, start), ["/data_start_date"]);
  const metadata = {
    savings_start_date: "9999-01-01",
    special_adjustments: [{ start_date: "2024-01-01", end_date: "5024-01-01", amount: 1 }],
    notes: [{ date: "0001-01-01", text: "x" }],
    anything_else: "9999-01-01",
  };
  const expected = ["/savings_start_date", "/special_adjustments/0/end_date", "/notes/0/date"];
  assert.deepEqual(await refused("PUT", meter, metadata), expected);
  assert.deepEqual(await refused("PUT", `/v1/properties/${ids.property_id}`, metadata), expected);
});
