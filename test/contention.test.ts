/**
 * Many callers who edit the same few records at the same moment each get an answer: no deadlock occurs, and no edit is half applied.
 * There are more requests than connections: on a busy machine some callers are asked to retry.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "./app.ts";
import { createRandom } from "./malformed/random.ts";
import { insertRecords } from "./records.ts";

const EDITS = 300;
const AT_ONCE = 24;

const running = await openTestApp({ after }, { METERBOOK_REQUESTS_PER_MINUTE: "0" });
const { app, logLines } = running;
const member = await newMember(running, { name: "Contention" });
const own = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
const other = (await member.send("POST", "/v1/properties", { name: "Another" })).json<{ id: number }>();
const random = createRandom(1);
let billId = own.bill_id;

/** As clients do. */
const TRIES = 5;

type Edit = readonly ["PUT" | "PATCH" | "POST", string, object];

/** All records that are locked: the bill with its account and lines, the meter, both properties, the authorization. */
const EDIT_KINDS: (() => Edit)[] = [
  () => [
    "PATCH",
    `/v1/utility_bills/${billId}`,
    { amount_due: random.below(1000), accept: ["balance_does_not_add_up", "charges_do_not_add_up"] },
  ],
  () => ["PATCH", `/v1/meters/${own.meter_id}`, { property_id: random.pick([own.property_id, other.id]) }],
  () => ["PATCH", `/v1/meters/${own.meter_id}`, { deactivation_date: `2026-0${1 + random.below(9)}-01` }],
  () => ["PATCH", `/v1/meters/${own.meter_id}`, { service_address: `${random.below(9)} Sample Street` }],
  () => ["PUT", `/v1/meters/${own.meter_id}`, { turn: random.below(9) }],
  () => [
    "PATCH",
    `/v1/properties/${random.pick([own.property_id, other.id])}`,
    { name: `Name ${random.below(9)}`, sq_ft: 100 + random.below(9), zip_code: `6060${random.below(9)}` },
  ],
  () => ["PUT", `/v1/properties/${own.property_id}`, { turn: random.below(9) }],
  () => ["PATCH", `/v1/utility_accounts/${own.utility_account_id}`, { delivery_name: `Desk ${random.below(9)}` }],
  () => [
    "PUT",
    `/v1/authorizations/${own.authorization_id}/update_account_status`,
    { utility_account_id: own.utility_account_id, status: random.pick(["Active", "Inactive"]) },
  ],
  () => ["POST", `/v1/authorizations/${own.authorization_id}/inventory`, {}],
];

test(`${EDITS} edits of the same records, ${AT_ONCE} at once`, async () => {
  const statuses: Record<string, number> = {};
  let left = EDITS;
  const edit = async () => {
    while (left-- > 0) {
      const [method, url, body] = random.pick(EDIT_KINDS)();
      let answer = await member.send(method, url, body);
      for (let tries = 1; answer.statusCode === 503 && tries < TRIES; tries += 1)
        answer = await member.send(method, url, body);
      const what = `${method} ${url.replace(/\/\d+/g, "/:id")} ${answer.statusCode}`;
      statuses[what] = (statuses[what] ?? 0) + 1;
      if (what === "PATCH /v1/utility_bills/:id 200") billId = answer.json<{ id: number }>().id;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, edit));
  const faults = Object.entries(statuses).filter(([what]) => / 5\d\d$/.test(what));
  const fault = logLines.find((line) => line.includes('"level":"error"')) ?? "";
  assert.deepEqual(faults, [], fault);
  // Where PostgreSQL broke one off, two have locked the same in another order (docs/decisions/0016).
  const brokenOff = logLines.filter((line) => line.includes("begins anew") || line.includes("deadlock detected"));
  assert.deepEqual(brokenOff, []);
  // A bill that another edit has replaced is the one thing that may be refused.
  const refused = Object.keys(statuses).filter((what) => !/ 20\d$/.test(what));
  assert.deepEqual(
    refused.filter((what) => !/utility_bills\/:id 409$/.test(what)),
    [],
  );
  const { bills } = (await member.send("GET", `/v1/utility_accounts/${own.utility_account_id}/bills`)).json<{
    bills: { archived: boolean; original_utility_bill_id: number | null }[];
  }>();
  assert.equal(bills.filter(({ archived }) => !archived).length, 1);
  assert.ok(bills.slice(1).every((bill) => bill.original_utility_bill_id === own.bill_id));
});
