import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import readExcelFile from "read-excel-file/node";
import { openTestApp } from "../../../test/app.ts";
import { deriveAll } from "../../../test/derived.ts";
import { countOwnMs } from "../../../test/time-limits.ts";
import { until } from "../../../test/callers.ts";
import { deliverAll, deliverNow, newDelivery, newestFile, readDelivery, supply } from "../../../test/deliveries.ts";
import { DELIVERED_RECORDS } from "../../records/data-delivery.ts";
import { recordChanges } from "../../store/events/events.ts";
import { requestDeliveries } from "./request-deliveries.ts";

const DAY_MS = 24 * 3600 * 1000;

const opened = await openTestApp({ after });
const { app, server, passMs } = opened;

const idsIn = (json: string): number[] => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);
const idsInCsv = (csv: string): number[] =>
  csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(line.split(",")[0]));

describe("a delivery of bills to our own files", () => {
  test("as JSON has the bills exactly as the API gives them", async () => {
    const { member, place, addBills } = await supply(opened, "JSON");
    const ids = await addBills("2026-01-10", 3);
    const { id } = await newDelivery(member, { format: "json" });
    const delivery = await deliverNow(app, member, id);
    assert.equal(delivery.state, "delivered", delivery.errors ?? "");
    assert.equal(delivery.runs[0]?.rows_written, 3);
    const text = await newestFile(opened, delivery);
    const listed = await member.send("GET", `/v1/utility_accounts/${place.utility_account_id}/bills`);
    assert.deepEqual(JSON.parse(text), listed.json<{ bills: unknown[] }>().bills);
    assert.deepEqual(idsIn(text), ids);
    const [file] = delivery.files;
    assert.equal(file?.sha256, createHash("sha256").update(text).digest("hex"));
    assert.match(file?.name ?? "", /^bills-\d+-d\d+-\d{4}-\d\d-\d\d-\d+\.json$/);
  });

  test("as CSV has a header with the API field names, and a row for each bill", async () => {
    const { member, addBills } = await supply(opened, "CSV");
    const ids = await addBills("2026-01-10", 2);
    const { id } = await newDelivery(member);
    const text = await newestFile(opened, await deliverNow(app, member, id));
    assert.match(text, /^id,original_utility_bill_id,utility_account_id,acct_num,utility_company_name,/);
    assert.deepEqual(idsInCsv(text), ids);
    assert.match(text, /,2026-02-10,2026-01-10,2026-02-10,false,,62,,,,false,,/);
  });

  test("of news contains each bill once, and an archived one again with its flag", async () => {
    const { member, addBills, place } = await supply(opened, "News");
    const [first = 0] = await addBills("2026-01-10", 1);
    const { id } = await newDelivery(member, { format: "json" });
    assert.deepEqual(idsIn(await newestFile(opened, await deliverNow(app, member, id))), [first]);
    assert.deepEqual(idsIn(await newestFile(opened, await deliverNow(app, member, id))), []);
    const second = await addBills("2026-02-10", 1);
    assert.deepEqual(idsIn(await newestFile(opened, await deliverNow(app, member, id))), second);
    const voided = await member.send("POST", `/v1/utility_bills/${first}/void`);
    assert.equal(voided.statusCode, 200, voided.body);
    const news = JSON.parse(await newestFile(opened, await deliverNow(app, member, id)));
    assert.deepEqual(
      news.map((bill: { id: number; archived: boolean }) => [bill.id, bill.archived]),
      [[first, true]],
    );
    // A delivery of live bills leaves it out.
    const all = await newDelivery(member, {
      name: "All",
      format: "json",
      content: { records: "bills", period: "all" },
    });
    assert.deepEqual(idsIn(await newestFile(opened, await deliverNow(app, member, all.id))), second);
    assert.ok(place.property_id);
  });

  test("is made when it is due, once, and then again the next time", async () => {
    const { member, addBills } = await supply(opened, "Scheduled");
    await addBills("2026-01-10", 1);
    const delivery = await newDelivery(member, { hour: 5, time_zone: "America/Chicago" });
    assert.match(delivery.next_delivery_at ?? "", /T1[01]:00:00.000Z$/);
    await requestDeliveries(app, 100);
    await deliverAll(app);
    assert.equal((await readDelivery(member, delivery.id)).state, null);
    passMs(DAY_MS);
    await Promise.all([requestDeliveries(app, 100), requestDeliveries(app, 100)]);
    await deliverAll(app);
    const made = await readDelivery(member, delivery.id);
    assert.deepEqual([made.state, made.runs.length, made.runs[0]?.reason], ["delivered", 1, "schedule"]);
    assert.equal(made.runs[0]?.due_at, delivery.next_delivery_at);
    assert.ok((made.next_delivery_at ?? "") > (made.last_delivered_at ?? ""));
    passMs(3 * DAY_MS);
    await requestDeliveries(app, 100);
    await deliverAll(app);
    assert.equal((await readDelivery(member, delivery.id)).runs.length, 2, "of what was missed only the last is made");
  });
});

/** A transaction that has changed the meter and is open until `commit`. */
async function openWriter(companyId: number, meterId: number): Promise<{ commit(): Promise<void> }> {
  const written = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const writing = app.db.transaction().execute(async (trx) => {
    await recordChanges(trx, companyId, [{ event_type: "utility_meter.updated", record_id: meterId }]);
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  return {
    commit() {
      mayCommit.resolve();
      return writing;
    },
  };
}

describe("a delivery of news while others write", () => {
  test("waits for a writer that began before it, and includes what it wrote", async () => {
    const { member, meterId } = await supply(opened, "Open writer");
    const made = await newDelivery(member, { content: { records: "meters", period: "new" } });
    const writer = await openWriter(member.company_id, meterId);
    // A transaction committed meanwhile has a higher number than the open one.
    await member.send("POST", "/v1/properties", { name: "Meanwhile" });
    await member.send("POST", `/v1/delivery/${made.id}/run`);
    const delivering = deliverAll(app);
    await until("the run to begin", async () =>
      (await readDelivery(member, made.id)).state === "running" ? true : null,
    );
    assert.deepEqual((await readDelivery(member, made.id)).files, []);
    await Promise.all([writer.commit(), delivering]);
    const delivery = await readDelivery(member, made.id);
    assert.equal(delivery.state, "delivered");
    assert.deepEqual(idsInCsv(await newestFile(opened, delivery)), [meterId]);
  });

  test("is the only kind that waits: other deliveries use the current data and wait for no writer", async () => {
    const { member, meterId } = await supply(opened, "No need to wait");
    const made = await newDelivery(member, { content: { records: "meters", period: "all" } });
    const writer = await openWriter(member.company_id, meterId);
    await member.send("POST", "/v1/properties", { name: "Meanwhile" });
    const ownMs = countOwnMs();
    try {
      assert.equal((await deliverNow(app, member, made.id)).state, "delivered");
      // A run of news stops waiting after a minute.
      assert.ok(ownMs() < 30_000, `${ownMs()} ms`);
    } finally {
      await writer.commit();
    }
  });

  test("contains every bill once over successive runs, also with concurrent writers", async () => {
    const supplied = await supply(opened, "Storm of runs");
    const { member } = supplied;
    const { id } = await newDelivery(member, { format: "json" });
    assert.deepEqual(idsIn(await newestFile(opened, await deliverNow(app, member, id))), []);
    const written: number[] = [];
    let year = 1980;
    const write = async () => {
      for (let time = 0; time < 6; time += 1) written.push(...(await supplied.addBills(`${(year += 1)}-01-05`, 2)));
    };
    const told: number[] = [];
    const writers = { areDone: false };
    const read = async () => {
      const deliver = async () => told.push(...idsIn(await newestFile(opened, await deliverNow(app, member, id))));
      while (!writers.areDone) await deliver();
      await deliver();
    };
    const reading = read();
    await Promise.all([write(), write(), write()]);
    writers.areDone = true;
    await reading;
    assert.deepEqual(
      told.toSorted((a, b) => a - b),
      written.toSorted((a, b) => a - b),
    );
  });
});

describe("a delivery of the news of some properties", () => {
  test("contains the bills of a meter that moves to one of them later, once", async () => {
    const supplied = await supply(opened, "Moved meters");
    const { member, meterId, place } = supplied;
    const made = await member.send("POST", "/v1/properties", { name: "Watched" });
    const property_ids = [made.json<{ id: number }>().id];
    const { id } = await newDelivery(member, { content: { records: "bills", period: "new", property_ids } });
    const news = async () => idsInCsv(await newestFile(opened, await deliverNow(app, member, id)));
    const bills = await supplied.addBills("2026-01-10", 3);
    assert.deepEqual(await news(), []);
    const move = (property_id: number | null) => member.send("PATCH", `/v1/meters/${meterId}`, { property_id });
    assert.equal((await move(property_ids[0] ?? 0)).statusCode, 200);
    assert.deepEqual(await news(), bills);
    // An edit that does not move the meter delivers nothing again.
    await member.send("PATCH", `/v1/meters/${meterId}`, { service_name: "Roof", property_id: property_ids[0] });
    assert.deepEqual(await news(), []);
    const later = await supplied.addBills("2026-04-10", 1);
    assert.deepEqual(await news(), later);
    await move(place.property_id);
    assert.deepEqual(await news(), []);
  });
});

describe("the forms of a delivery", () => {
  test("are those of every kind of records, in CSV, XLSX and JSON", async () => {
    const supplied = await supply(opened, "Forms");
    await supplied.addBills("2024-01-01", 26);
    await deriveAll(app);
    const { member } = supplied;
    for (const records of DELIVERED_RECORDS) {
      for (const format of ["csv", "xlsx", "json"] as const) {
        const content = { records, period: "all" };
        const { id } = await newDelivery(member, { name: `${records} ${format}`, format, content });
        const delivery = await deliverNow(app, member, id);
        assert.equal(delivery.state, "delivered", `${records} ${format}: ${delivery.errors}`);
        const [file] = delivery.files;
        const { pathname } = new URL(file?.expiring_link ?? "");
        const { rawPayload, body } = await server.inject(pathname);
        const rows = delivery.runs[0]?.rows_written ?? 0;
        if (format === "csv") assert.equal(body.trim().split("\r\n").length, rows + 1, records);
        if (format === "xlsx") {
          const sheets = await readExcelFile(rawPayload);
          assert.equal(sheets.find(({ sheet }) => sheet === "Data")?.data.length, rows + 1, records);
        }
        if (format === "json") {
          const written = JSON.parse(body);
          assert.equal((Array.isArray(written) ? written : written.rows).length, rows, records);
        }
        await member.send("DELETE", `/v1/delivery/${id}`);
      }
    }
  });

  test("of bills as XML are Green Button", async () => {
    const supplied = await supply(opened, "Green Button");
    const { member } = supplied;
    await supplied.addBills("2026-01-10", 2);
    const { id } = await newDelivery(member, { name: "Green & <yellow>", format: "xml" });
    const delivery = await deliverNow(app, member, id);
    const text = await newestFile(opened, delivery);
    assert.match(text, /<title>Green &amp; &lt;yellow&gt;, /);
    assert.match(text, /http:\/\/localhost:8080\/v1\/espi\/1_1\/resource\/RetailCustomer/);
    assert.equal(text.match(/<UsageSummary /g)?.length, 2);
    assert.match(delivery.files[0]?.name ?? "", /^green-yellow-.*\.xml$/);
  });

  test("of a report are one file for each property, for the requested months", async () => {
    const supplied = await supply(opened, "Reports");
    const { member, place } = supplied;
    // Months of the previous and the current year.
    const year = new Date(app.now()).getUTCFullYear();
    await supplied.addBills(`${year - 1}-01-01`, 24);
    await deriveAll(app);
    await member.send("POST", "/v1/properties", { name: "Empty" });
    const content = { report_type: "monthly_meter_history", period: "last_12_months" };
    const { id } = await newDelivery(member, { name: "History", content });
    const delivery = await deliverNow(app, member, id);
    assert.equal(delivery.state, "delivered", delivery.errors ?? "");
    assert.equal(delivery.files.length, 2);
    const own = delivery.files.find(({ name }) => name.startsWith(`history-d${id}-${place.property_id}-`));
    assert.match(own?.name ?? "", /-\d{4}-\d\d-to-\d{4}-\d\d\.csv$/);
    const { body } = await server.inject(new URL(own?.expiring_link ?? "").pathname);
    const months = body
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.slice(0, 7));
    const [, first = "", last = ""] = /(\d{4}-\d\d)-to-(\d{4}-\d\d)/.exec(own?.name ?? "") ?? [];
    assert.ok(months.length > 0 && months.every((month) => month >= first && month <= last), months.join());
  });
});
