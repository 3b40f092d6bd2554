/** What a bill prints besides its amounts, and where each of its values comes from. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertFetched, newFetchedAccount, saveRead } from "../../../test/fetched.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { BillLineage } from "../../records/lineage.ts";
import type { Statement } from "../../records/statement.ts";

type Bill = z.infer<typeof UtilityBill>;
type Lineage = z.infer<typeof BillLineage>;
const running = await sharedApp();
const { app } = running;

const PLACE = { page: 1, box: [300, 80, 360, 92] as [number, number, number, number] };

function statement(): Statement {
  const good = goodStatement();
  const [meter, ...others] = good.meters;
  assert.ok(meter);
  return {
    ...good,
    due_date: "2026-05-02",
    currency: "USD",
    meters: [{ ...meter, tariff: "E-1" }, ...others],
    printed: { amount_due: { text: "$ 123.45", place: PLACE } },
  };
}

async function newBill() {
  const { member, account } = await newFetchedAccount(running, "Lineage");
  const document_id = await insertFetched(app, account, { name: "bill" });
  assert.equal(await saveRead(app, account, document_id, statement()), "accepted");
  const bill = (await member.send("GET", `/v1/utility_accounts/${account.utility_account_id}/bills`))
    .json<{ bills: Bill[] }>()
    .bills.find(({ invoice_number }) => invoice_number === goodStatement().invoice_number);
  assert.ok(bill);
  const lineage = async (id: number) => (await member.send("GET", `/v1/utility_bills/${id}/lineage`)).json<Lineage>();
  return { member, bill, document_id, lineage };
}

test("a bill says what it prints besides its amounts, and how it was read", async () => {
  const { bill } = await newBill();
  const { invoice_number, amount_due, current_charges, service_address } = goodStatement();
  assert.equal(bill.invoice_number, invoice_number);
  assert.deepEqual([bill.due_date, bill.late_fee_date], ["2026-05-02T00:00:00.000Z", null]);
  assert.deepEqual([bill.total_charges, bill.amount_due], [Number(current_charges), Number(amount_due)]);
  assert.deepEqual(
    [bill.currency, bill.read_by, bill.template],
    ["USD", "template", { id: "sample-utility", version: 1 }],
  );
  assert.match(bill.period?.start_date ?? "", /^2026-/);
  const [service, other] = bill.services;
  assert.deepEqual([service?.tariff, service?.service_address, other?.tariff], ["E-1", service_address, null]);
  assert.deepEqual(new Set(bill.services.map(({ utility_meter_id }) => utility_meter_id)).size, 2);
  const places = goodStatement().meters.flatMap(({ charges }) => charges.map(({ place }) => place));
  assert.deepEqual(
    bill.charges.map(({ place }) => place),
    places,
  );
});

test("the lineage gives the file, the printed text and place of each value, and the reads", async () => {
  const { bill, document_id, lineage } = await newBill();
  const { document, fields, lines, versions } = await lineage(bill.id);
  assert.deepEqual([document?.id, document?.reading?.due_date], [document_id, "2026-05-02"]);
  const due = fields.find(({ name }) => name === "amount_due");
  assert.deepEqual(due, { name: "amount_due", value: bill.amount_due, text: "$ 123.45", place: PLACE, source: "file" });
  assert.equal(fields.find(({ name }) => name === "late_fee_date")?.source, null);
  assert.deepEqual(
    lines.map(({ id }) => id),
    [...bill.charges, ...bill.usages].map(({ id }) => id),
  );
  assert.deepEqual(new Set(lines.map(({ source }) => source)), new Set(["file"]));
  const read = goodStatement().meters.flatMap(({ usages }) => usages)[0];
  const shown = lines.find(({ svc_object_type }) => svc_object_type === "UtilityUsage");
  assert.deepEqual(
    [shown?.previous_read, shown?.current_read].map(String),
    [read?.previous_read, read?.current_read].map((value) => String(value === null ? null : Number(value))),
  );
  assert.deepEqual(
    versions.map(({ utility_bill_id, archived }) => [utility_bill_id, archived]),
    [[bill.id, false]],
  );
});

test("a due date and a line that a user corrects are marked as such, and both versions are listed", async () => {
  const { member, bill, lineage } = await newBill();
  const [first, ...rest] = bill.charges;
  assert.ok(first);
  const body = {
    due_date: "2026-05-09",
    charges: [{ id: first.id, description: "As corrected" }, ...rest.map(({ id }) => ({ id }))],
  };
  const answer = await member.send("PATCH", `/v1/utility_bills/${bill.id}`, body);
  assert.equal(answer.statusCode, 200, answer.body);
  const edited = answer.json<Bill>();
  assert.equal(edited.due_date, "2026-05-09T00:00:00.000Z");
  assert.deepEqual([edited.read_by, edited.services], ["template", bill.services]);
  const { fields, lines, versions } = await lineage(edited.id);
  assert.equal(fields.find(({ name }) => name === "due_date")?.source, "corrected");
  assert.equal(fields.find(({ name }) => name === "amount_due")?.source, "file");
  assert.deepEqual(lines.map(({ source }) => source).toSorted(), ["corrected", ...lines.slice(1).map(() => "file")]);
  assert.deepEqual(
    versions.map(({ utility_bill_id, archive_reason }) => [utility_bill_id, archive_reason]),
    [
      [bill.id, "edited"],
      [edited.id, null],
    ],
  );
});

test("a bill without a file has values that were entered; the lineage of another company's bill is not found", async () => {
  const { member, bill } = await newBill();
  const entered = await member.send("POST", "/v1/utility_bills", {
    utility_account_id: bill.utility_account_id,
    invoice_date: "2026-06-01",
    amount_due: 10,
    meters: [
      {
        energy_type: "ELECTRIC",
        meter_num: "K1",
        charges: [
          {
            description: "Energy",
            amount: 10,
            utility_charge_type: "usage_cost",
            start_date: "2026-05-01",
            end_date: "2026-05-31",
          },
        ],
        usages: [],
      },
    ],
    accept: ["no_total_printed"],
  });
  assert.equal(entered.statusCode, 201, entered.body);
  const { id, read_by, template } = entered.json<Bill>();
  assert.deepEqual([read_by, template], ["person", null]);
  const lineage = (await member.send("GET", `/v1/utility_bills/${id}/lineage`)).json<Lineage>();
  assert.equal(lineage.document, null);
  assert.deepEqual([lineage.lines[0]?.source, lineage.lines[0]?.place], ["entered", null]);
  const stranger = await newMember(running, { name: "Stranger" });
  assert.equal((await stranger.send("GET", `/v1/utility_bills/${id}/lineage`)).statusCode, 404);
});
