/** What a person edits: properties, meters and accounts in place, bills by a new one that leads back to the first. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { z } from "zod";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { until } from "../../../test/callers.ts";
import type { UtilityBill } from "../../records/bill.ts";

const running = await sharedApp();
const { app } = running;

async function newCompany(name: string) {
  const member = await newMember(running, { name });
  const ids = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
  const changes = async () => {
    const feed = await member.send("GET", "/v1/changes");
    const { changes: rows } = feed.json<{ changes: { event_type: string; record_id: number }[] }>();
    return rows.map(({ event_type, record_id }) => `${event_type} ${record_id}`);
  };
  /** The feed shows a change when every write that began before it has ended, of other databases of the server too. */
  const inFeed = (...changed: string[]) =>
    until(`the feed shows ${changed.join(", ")}`, async () => {
      const rows = await changes();
      return changed.every((change) => rows.includes(change)) ? rows : null;
    });
  return { member, ids, inFeed };
}

const { member, ids, inFeed } = await newCompany("Edits");
const other = await newCompany("Other");

type Bill = z.infer<typeof UtilityBill>;
/** What an edited line never has in common with the line it was. */
const NEW_IDS = { id: 0, utility_bill_id: 0 };

describe("a property", () => {
  test("is made, found at its Location, and in the change feed", async () => {
    const answer = await member.send("POST", "/v1/properties", {
      name: "Annex",
      street1: "2 Sample Street",
      city: "Sampleton",
      state: "IL",
      zip_code: "60601",
    });
    assert.equal(answer.statusCode, 201, answer.body);
    const property = answer.json<{ id: number; name: string; street1: string }>();
    assert.equal(answer.headers["location"], `/v1/properties/${property.id}`);
    assert.deepEqual([property.name, property.street1], ["Annex", "2 Sample Street"]);
    await inFeed(`property.created ${property.id}`);
  });

  test("is made once per address, however it is spelled", async () => {
    const twin = { name: "Annex again", street1: "2 SAMPLE ST.", city: "Sampleton", state: "IL", zip_code: "60601" };
    assert.equal((await member.send("POST", "/v1/properties", twin)).statusCode, 409);
    assert.equal(
      (await other.member.send("POST", "/v1/properties", twin)).statusCode,
      201,
      "another company's is its own",
    );
    assert.equal((await member.send("POST", "/v1/properties", { name: "Land" })).statusCode, 201);
    assert.equal(
      (await member.send("POST", "/v1/properties", { name: "More land" })).statusCode,
      201,
      "without an address",
    );
  });

  test("is edited in what is given, and nothing else", async () => {
    const before = (await member.send("GET", `/v1/properties/${ids.property_id}`)).json<Record<string, unknown>>();
    const edit = { sq_ft: 12_000, primary_use: "OFFICE", latitude: 41.9, longitude: -87.6, year_built: 1931 };
    const answer = await member.send("PATCH", `/v1/properties/${ids.property_id}`, edit);
    assert.equal(answer.statusCode, 200, answer.body);
    const { utility_meters: _, updated_at: __, ...rest } = before;
    const { updated_at: ___, ...edited } = answer.json<Record<string, unknown>>();
    assert.deepEqual(edited, { ...rest, ...edit });
  });

  test("shows its new name on its meters", async () => {
    await member.send("PATCH", `/v1/properties/${ids.property_id}`, { name: "Main building" });
    const meter = (await member.send("GET", `/v1/meters/${ids.meter_id}`)).json<{ property_name: string }>();
    assert.equal(meter.property_name, "Main building");
  });

  const REFUSED: [object, string][] = [
    [{ sq_ft: 0 }, "/sq_ft"],
    [{ sq_ft: 1.5 }, "/sq_ft"],
    [{ name: null }, "/name"],
    [{ name: " " }, "/name"],
    [{ latitude: 91 }, "/latitude"],
    [{ country: "USA" }, "/country"],
    [{ company_name: "x" }, "/company_name"],
    [{ heating_energy_type: "WOOD" }, "/heating_energy_type"],
  ];
  for (const [edit, pointer] of REFUSED) {
    test(`is refused by field: ${JSON.stringify(edit)}`, async () => {
      const answer = await member.send("PATCH", `/v1/properties/${ids.property_id}`, edit);
      assert.equal(answer.statusCode, 422);
      assert.deepEqual(
        answer.json<{ errors: { pointer: string }[] }>().errors.map((error) => error.pointer),
        [pointer],
      );
    });
  }
});

describe("a meter", () => {
  test("is moved to another property of the company", async () => {
    const made = await member.send("POST", "/v1/properties", { name: "Elsewhere" });
    const { id } = made.json<{ id: number }>();
    const answer = await member.send("PATCH", `/v1/meters/${ids.meter_id}`, { property_id: id });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json<{ property_name: string }>().property_name, "Elsewhere");
    assert.equal((await member.send("GET", `/v1/properties/${id}/bills`)).json<{ bills: unknown[] }>().bills.length, 1);
    await inFeed(`utility_meter.updated ${ids.meter_id}`);
    const back = await member.send("PATCH", `/v1/meters/${ids.meter_id}`, { property_id: ids.property_id });
    assert.equal(back.statusCode, 200);
  });

  test("never comes to a property or a wrapper of another company", async () => {
    const wrapper = (await other.member.send("GET", `/v1/meters/${other.ids.meter_id}`)).json<{
      meter_wrapper_id: number;
    }>();
    for (const edit of [{ property_id: other.ids.property_id }, { meter_wrapper_id: wrapper.meter_wrapper_id }]) {
      const unknown = Object.fromEntries(Object.keys(edit).map((name) => [name, 987_654_321]));
      const [foreign, missing] = [
        await member.send("PATCH", `/v1/meters/${ids.meter_id}`, edit),
        await member.send("PATCH", `/v1/meters/${ids.meter_id}`, unknown),
      ];
      assert.equal(foreign.statusCode, 422);
      assert.deepEqual(foreign.json<{ errors: unknown[] }>().errors, missing.json<{ errors: unknown[] }>().errors);
    }
  });

  test("of another company is not there", async () => {
    const answer = await other.member.send("PATCH", `/v1/meters/${ids.meter_id}`, { status: "Inactive" });
    assert.equal(answer.statusCode, 404);
  });
});

describe("an account", () => {
  test("is edited in what is given", async () => {
    const edit = { master_acct_num: "900-1", delivery_email: "bills@example.com" };
    const answer = await member.send("PATCH", `/v1/utility_accounts/${ids.utility_account_id}`, edit);
    assert.equal(answer.statusCode, 200, answer.body);
    const account = answer.json<Record<string, unknown>>();
    assert.deepEqual([account["master_acct_num"], account["delivery_email"]], ["900-1", "bills@example.com"]);
    await inFeed(`utility_account.updated ${ids.utility_account_id}`);
  });
});

describe("a bill", () => {
  const read = async (who: typeof member, id: number) =>
    (await who.send("GET", `/v1/utility_bills/${id}`)).json<Bill>();

  test("is edited by a new one that leads to the first, and is archived itself", async () => {
    const own = await newCompany("Corrections");
    const { bill_id } = own.ids;
    const original = await read(own.member, bill_id);
    const [charge] = original.charges;
    const answer = await own.member.send("PATCH", `/v1/utility_bills/${bill_id}`, {
      amount_due: 130,
      charges: [
        { id: charge?.id, amount: 100.5 },
        { utility_meter_id: own.ids.meter_id, amount: 29.5, description: "Tax", utility_charge_type: "tax_cost" },
      ],
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const edited = answer.json<Bill>();
    assert.notEqual(edited.id, bill_id);
    assert.deepEqual([edited.original_utility_bill_id, edited.archived, edited.amount_due], [bill_id, false, 130]);
    assert.deepEqual(
      edited.charges.map(({ amount, description, start_date }) => [amount, description, start_date]),
      [
        [100.5, "Energy", charge?.start_date],
        [29.5, "Tax", null],
      ],
    );
    assert.equal(edited.charges[0]?.line_item_group_id, charge?.line_item_group_id);
    const [before, kept] = [original, edited].map(({ usages }) => usages.map((usage) => ({ ...usage, ...NEW_IDS })));
    assert.deepEqual(kept, before);
    assert.ok(edited.source?.expiring_link, "the file is still behind it");
    const archived = await read(own.member, bill_id);
    assert.deepEqual([archived.archived, archived.archive_reason, archived.amount_due], [true, "edited", 123.45]);
    await own.inFeed(`bill.archived ${bill_id}`, `bill.created ${edited.id}`);

    const again = await own.member.send("PATCH", `/v1/utility_bills/${edited.id}`, { account_holder_name: null });
    const second = again.json<Bill>();
    assert.deepEqual([second.original_utility_bill_id, second.account_holder_name], [bill_id, null]);
    const refused = await own.member.send("PATCH", `/v1/utility_bills/${bill_id}`, { amount_due: 1 });
    assert.equal(refused.statusCode, 409);
  });

  test("is converted again when the amount of a usage is corrected", async () => {
    const own = await newCompany("Converted");
    const { usages } = await read(own.member, own.ids.bill_id);
    const edit = { usages: [{ id: usages[0]?.id, amount: 2000 }] };
    const edited = (await own.member.send("PATCH", `/v1/utility_bills/${own.ids.bill_id}`, edit)).json<Bill>();
    assert.deepEqual([edited.usages[0]?.amount, edited.usages[0]?.kbtus], [2000, 6824]);
  });

  test("that is edited into what it is stays as it is", async () => {
    const own = await newCompany("Unchanged");
    const { bill_id } = own.ids;
    const bill = await read(own.member, bill_id);
    const same = {
      amount_due: bill.amount_due,
      charges: bill.charges.map(({ id }) => ({ id })),
      metadata: bill.metadata,
    };
    for (const edit of [{}, same]) {
      const answer = await own.member.send("PATCH", `/v1/utility_bills/${bill_id}`, edit);
      assert.deepEqual(answer.json<Bill>().id, bill_id, answer.body);
    }
  });

  test("asks for its months to be derived again", async () => {
    const own = await newCompany("Months");
    await own.member.send("POST", `/v1/utility_bills/${own.ids.bill_id}/void`);
    const jobs = await app.jobs.claim({ derive: 100 });
    assert.ok(jobs.some(({ payload }) => payload.utility_meter_id === own.ids.meter_id));
    for (const job of jobs) await app.jobs.complete(job);
  });

  test("is voided once, without a successor", async () => {
    const own = await newCompany("Voided");
    const path = `/v1/utility_bills/${own.ids.bill_id}/void`;
    const bill = (await own.member.send("POST", path)).json<Bill>();
    assert.deepEqual([bill.id, bill.archived, bill.archive_reason], [own.ids.bill_id, true, "voided"]);
    assert.equal((await own.member.send("POST", path)).statusCode, 409);
    assert.equal((await other.member.send("POST", path)).statusCode, 404);
  });

  const REFUSED: [object, string][] = [
    [{ charges: [{ amount: 1 }] }, "/charges/0/utility_meter_id"],
    [{ charges: [{ id: 987_654, amount: 1 }] }, "/charges/0/id"],
    [{ usages: [{ utility_meter_id: other.ids.meter_id }] }, "/usages/0/utility_meter_id"],
    [{ amount_due: 1.005 }, "/amount_due"],
    [{ amount_due: "12" }, "/amount_due"],
    [{ invoice_date: "2026-02-30" }, "/invoice_date"],
    [{ archived: true }, "/archived"],
  ];
  for (const [edit, pointer] of REFUSED) {
    test(`is not edited by ${JSON.stringify(edit)}, and the field is named`, async () => {
      const answer = await member.send("PATCH", `/v1/utility_bills/${ids.bill_id}`, edit);
      assert.equal(answer.statusCode, 422, answer.body);
      assert.equal(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer, pointer);
    });
  }

  test("edited by two callers at once is edited once: the other caller learns that it is archived", async () => {
    const own = await newCompany("Raced");
    const path = `/v1/utility_bills/${own.ids.bill_id}`;
    const answers = await Promise.all(
      ["One", "Two"].map((name) => own.member.send("PATCH", path, { account_holder_name: name })),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  });
});

describe("an edit with If-Match", () => {
  const PLACES = [
    `/v1/properties/${ids.property_id}`,
    `/v1/meters/${ids.meter_id}`,
    `/v1/utility_accounts/${ids.utility_account_id}`,
  ];
  for (const url of PLACES) {
    test(`is carried out on what was read, once: ${url}`, async () => {
      const etag = String((await member.send("GET", url)).headers["etag"]);
      const put = (match: string, at: number) => member.send("PUT", url, { at }, { "if-match": match });
      const answers = await Promise.all([put(etag, 1), put(etag, 2)]);
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 412]);
      const late = await member.send("PATCH", url, {}, { "if-match": etag });
      assert.match(late.json<{ type: string }>().type, /precondition-failed$/);
      assert.equal((await put("*", 3)).statusCode, 200);
      const fresh = String((await member.send("GET", url)).headers["etag"]);
      assert.equal((await put(`"other", ${fresh}`, 4)).statusCode, 200);
    });
  }

  test("is refused where no operation supports it", async () => {
    const answer = await member.send("POST", "/v1/properties", { name: "Guarded" }, { "if-match": '"x"' });
    assert.equal(answer.statusCode, 400);
  });
});
