/** A client reads a bill, changes one field and sends the whole of it back. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { z } from "zod";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import type { UtilityBill } from "../../records/bill.ts";

const running = await sharedApp();
const { app } = running;

type Bill = z.infer<typeof UtilityBill>;

async function newBill(name: string) {
  const member = await newMember(running, { name });
  const ids = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
  const url = `/v1/utility_bills/${ids.bill_id}`;
  const bill = (await member.send("GET", url)).json<Bill>();
  return { bill, url, send: (body: object) => member.send("PATCH", url, body) };
}
const { bill, send } = await newBill("Sent back");
const [charge] = bill.charges;
const [usage] = bill.usages;
assert.ok(charge && usage);

describe("a bill that is sent back", () => {
  test("as it was read stays as it is", async () => {
    const answer = await send(bill);
    assert.equal(answer.statusCode, 200, answer.body);
    const { source: now, ...kept } = answer.json<Bill>();
    const { source: before, ...rest } = bill;
    assert.deepEqual(kept, rest);
    assert.equal(now?.format, before?.format);
  });

  test("with one amount changed is edited in that, and what follows from it", async () => {
    const own = await newBill("Corrected");
    const [first, ...others] = own.bill.usages;
    const answer = await own.send({ ...own.bill, usages: [{ ...first, amount: 2000 }, ...others] });
    assert.equal(answer.statusCode, 200, answer.body);
    const edited = answer.json<Bill>();
    assert.equal(edited.original_utility_bill_id, own.bill.id);
    assert.deepEqual([edited.usages[0]?.amount, edited.usages[0]?.kbtus], [2000, 6824]);
    assert.deepEqual(
      edited.charges.map(({ amount, start_date, line_item_group_id }) => [amount, start_date, line_item_group_id]),
      own.bill.charges.map(({ amount, start_date, line_item_group_id }) => [amount, start_date, line_item_group_id]),
    );
  });

  const REFUSED: [string, object][] = [
    ["/id", { ...bill, id: bill.id + 1 }],
    ["/archived", { ...bill, archived: true }],
    ["/utility_account_id", { utility_account_id: bill.utility_account_id + 1 }],
    ["/updated_at", { updated_at: "2020-01-01T00:00:00.000Z" }],
    ["/source", { source: null }],
    ["/source", { source: { ...bill.source, format: "csv" } }],
    ["/charges/0/utility_bill_id", { charges: [{ ...charge, utility_bill_id: 0 }] }],
    ["/usages/0/kbtus", { usages: [{ ...usage, kbtus: 1 }] }],
    ["/usages/0/supply", { usages: [{ ...usage, supply: !usage.supply }] }],
    ["/usages/0/lbs_co2", { usages: [{ utility_meter_id: usage.utility_meter_id, amount: 3, lbs_co2: 3 }] }],
  ];
  for (const [pointer, body] of REFUSED) {
    test(`with another ${pointer} is refused, and the field is named`, async () => {
      const answer = await send(body);
      assert.equal(answer.statusCode, 422, answer.body);
      assert.deepEqual(
        answer.json<{ errors: { pointer: string }[] }>().errors.map((error) => error.pointer),
        [pointer],
      );
    });
  }

  test("with a field that no bill has is refused as before", async () => {
    assert.equal((await send({ ...bill, colour: "red" })).statusCode, 422);
  });
});
