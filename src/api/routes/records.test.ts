/** Accounts, meters, properties and bills are answered in the shapes of the specification, with what belongs into them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { UtilityBill } from "../../records/bill.ts";
import { Property } from "../../records/property.ts";
import { UtilityAccount } from "../../records/account.ts";
import { NextBill } from "../../records/coverage.ts";
import { UtilityMeter } from "../../records/meter.ts";
import { MonthlyConsumptionData } from "../../records/month.ts";

const running = await sharedApp();
const { app } = running;
const member = await newMember(running, { name: "Records" });
const ids = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
const empty = await newMember(running, { name: "Empty" });

const SHAPES: [string, z.ZodType][] = [
  ["/v1/utility_accounts", z.array(UtilityAccount)],
  [
    `/v1/utility_accounts/${ids.utility_account_id}`,
    UtilityAccount.extend({ next_bill_expected: NextBill.nullable(), utility_meters: z.array(UtilityMeter) }),
  ],
  [`/v1/utility_accounts/${ids.utility_account_id}/bills`, UtilityAccount.extend({ bills: z.array(UtilityBill) })],
  [`/v1/utility_bills/${ids.bill_id}`, UtilityBill],
  ["/v1/meters", z.array(UtilityMeter)],
  [`/v1/meters/${ids.meter_id}`, UtilityMeter],
  [`/v1/meters/${ids.meter_id}/bills`, UtilityMeter.extend({ bills: z.array(UtilityBill) })],
  [`/v1/meters/${ids.meter_id}/monthly`, UtilityMeter.extend({ monthly_meter_data: z.array(MonthlyConsumptionData) })],
  ["/v1/properties", z.array(Property)],
  [`/v1/properties/${ids.property_id}`, Property.extend({ utility_meters: z.array(UtilityMeter) })],
  [`/v1/properties/${ids.property_id}/bills`, Property.extend({ bills: z.array(UtilityBill) })],
  [
    `/v1/properties/${ids.property_id}/monthly/meters`,
    Property.extend({ monthly_meter_data: z.array(MonthlyConsumptionData) }),
  ],
];

const get = async <T>(url: string): Promise<T> => (await member.send("GET", url)).json<T>();
type Bill = z.infer<typeof UtilityBill>;

describe("what is read", () => {
  for (const [url, shape] of SHAPES) {
    test(`has the shape of the specification and nothing more: ${url}`, async () => {
      const body = await get<object>(url);
      assert.deepEqual(shape.parse(body), body);
      // Nothing was accepted of a bill that was never corrected, and no file was read.
      for (const [name, nested] of Object.entries(body))
        if (Array.isArray(nested) && !["accepted_findings", "services"].includes(name))
          assert.ok(nested.length > 0, url);
    });
  }

  test("writes days as midnight UTC, half-open periods as they are, money as numbers", async () => {
    const bill = await get<Bill>(`/v1/utility_bills/${ids.bill_id}`);
    assert.equal(bill.invoice_date, "2026-02-16T00:00:00.000Z");
    assert.deepEqual([bill.amount_due, bill.previous_balance, bill.amount_paid], [123.45, null, 0]);
    const [charge] = bill.charges;
    const [usage] = bill.usages;
    assert.deepEqual(
      [charge?.start_date, charge?.end_date, charge?.amount],
      ["2026-01-15T00:00:00.000Z", "2026-02-14T00:00:00.000Z", 123.45],
    );
    assert.deepEqual([usage?.amount, usage?.kbtus, usage?.gallons], [1000.5, 3413.706, null]);
    assert.equal(charge?.line_item_group_id, usage?.line_item_group_id);
    const { monthly_meter_data: months } = await get<{ monthly_meter_data: { effective_month: string }[] }>(
      `/v1/meters/${ids.meter_id}/monthly`,
    );
    assert.deepEqual(
      months.map((month) => month.effective_month),
      ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
    );
  });

  test("is an empty list where there is nothing", async () => {
    for (const url of ["/v1/utility_accounts", "/v1/meters", "/v1/properties", "/v1/webhooks"])
      assert.equal((await empty.send("GET", url)).body, "[]");
  });

  test("shows for each document the result of reading it", async () => {
    const documents = await get<Record<string, unknown>[]>(`/v1/utility_accounts/${ids.utility_account_id}/documents`);
    const [{ expiring_link, fetched_at, updated_at, ...rest } = { expiring_link: "", fetched_at: "", updated_at: "" }] =
      documents;
    assert.match(String(fetched_at), /Z$/);
    assert.match(String(updated_at), /Z$/);
    assert.match(String(expiring_link), /\/files\//);
    assert.deepEqual(rest, {
      id: ids.document_id,
      svc_object_type: "Document",
      name: "bill.pdf",
      listed_date: "2026-02-16T00:00:00.000Z",
      state: "accepted",
      findings: [{ name: "odd_font", severity: "warning", detail: "The font is odd." }],
      utility_bill_id: ids.bill_id,
      utility_account_id: ids.utility_account_id,
      format: "pdf",
      part: 1,
      uploaded_by: null,
      decision: null,
      decided_by: null,
      decided_at: null,
      decision_note: null,
    });
  });
});

describe("metadata", () => {
  const PLACES = [
    {
      url: `/v1/utility_accounts/${ids.utility_account_id}`,
      native: { native_account_id: ids.utility_account_id, account_active: true },
      event: "utility_account.updated",
    },
    { url: `/v1/meters/${ids.meter_id}`, native: { native_meter_id: ids.meter_id }, event: "utility_meter.updated" },
    {
      url: `/v1/properties/${ids.property_id}`,
      native: { native_property_id: ids.property_id },
      event: "property.updated",
    },
  ];
  for (const { url, native, event } of PLACES) {
    test(`is replaced as a whole, and sent to webhooks: ${url}`, async () => {
      const read = async () => (await get<{ metadata: object }>(url)).metadata;
      assert.deepEqual(await read(), native);
      const metadata = { cost_center: "4100", nested: { a: [1, null, true] }, "\u00e9\u{1f3e2}": "x" };
      const answer = await member.send("PUT", url, metadata);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(answer.json<{ metadata: object }>().metadata, { ...native, ...metadata });
      await member.send("PUT", url, { other: 1 });
      assert.deepEqual(await read(), { ...native, other: 1 });
      const events = app.db.selectFrom("events").select("event_type").where("company_id", "=", member.company_id);
      assert.equal((await events.where("event_type", "=", event).execute()).length, 2);
    });
  }

  test("has limits: an object, 16 levels, 64 KB", async () => {
    const url = `/v1/meters/${ids.meter_id}`;
    const nest = (levels: number): object => (levels === 1 ? {} : { a: nest(levels - 1) });
    const size = (bytes: number) => ({ a: "x".repeat(bytes - 8) });
    for (const [body, status] of [
      [[], 422],
      ['"text"', 422],
      ["null", 422],
      ["7", 422],
      [nest(16), 200],
      [nest(17), 422],
      [nest(64), 422],
      [nest(65), 400],
      [`{"a":${"[".repeat(500_000)}"\\ud800"${"]".repeat(500_000)}}`, 400],
      [size(64 * 1024), 200],
      [size(64 * 1024 + 1), 413],
    ] as const) {
      const answer = await member.send("PUT", url, body);
      assert.equal(answer.statusCode, status, answer.body.slice(0, 300));
    }
  });
});
