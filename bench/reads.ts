/**
 * How close reading comes to the machine's limit: `GET /v1/utility_bills/:id` and `GET /v1/properties/:id/bills`
 * (36 bills, about 700 lines) against a bare `node:http` handler that sends the same bytes after one prepared query; both
 * on the same PostgreSQL, alternating, in one run. Then a list of 100,000 bills, and the memory it takes.
 * `node_modules/.bin/node bench/reads.ts [bills of the list] [rounds]`
 */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { billOf, insertBill } from "../src/store/store.fixtures.ts";
import { newMember, tokenOf } from "../test/app.ts";
import { insertRecords, type Records } from "../test/records.ts";
import { withPlace, type FilledPlace, type Running, type Started } from "./filled-place.ts";
import { fillBills } from "./fill-bills.ts";
import { fetchOnce, requestsPerSecond, type Load } from "./load.ts";
import { median } from "./timing.ts";

const LIST = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 9);
const SECONDS = ROUNDS > 2 ? 2 : 0.2;
/** A caller may have ten long answers open, and the answer for a property is long. */
const CONNECTIONS = 8;
const BILLS = 36;
const LINES = 20;
const CHARGES_OF_BILL = LINES - 4;

await withPlace(run);

async function run({ fill, start }: FilledPlace): Promise<void> {
  const { authorization, company_id, records, bill_id, head, link } = await fill(fillBoth);
  const ours = await start("ours");
  const bare = await start("bare", [String(company_id), head, link]);
  const of = (server: { port: number }, path: string): Load => ({
    port: server.port,
    path,
    headers: { authorization },
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  for (const path of [`/v1/utility_bills/${bill_id}`, `/v1/properties/${records.property_id}/bills`]) {
    const [ourAnswer, bareAnswer] = [await fetchOnce(of(ours, path)), await fetchOnce(of(bare, path))];
    // The ids within the links have one digit or two.
    if (Math.abs(ourAnswer.bytes - bareAnswer.bytes) > BILLS || ourAnswer.status !== 200)
      throw new Error(`the answers differ: ${ourAnswer.bytes} and ${bareAnswer.bytes} bytes`);
    const ratios: number[] = [];
    let last = { ours: 0, bare: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      last = { ours: await requestsPerSecond(of(ours, path)), bare: await requestsPerSecond(of(bare, path)) };
      // The first round warms both up.
      if (round > 0) ratios.push(last.ours / last.bare);
    }
    const name = path.replace(/\d+/, ":id");
    const rates = `last round ${Math.round(last.ours)}/s against ${Math.round(last.bare)}/s`;
    console.log(
      `${name} (${ourAnswer.bytes} bytes): ${(median(ratios) * 100).toFixed(0)} % of bare node:http (${rates})`,
    );
  }
  await measureList(ours, of(ours, "/v1/utility_bills"));
}

/** A company with one property of 36 bills, and another account with 100,000. */
async function fillBoth(running: Running) {
  const { app } = running;
  const member = await newMember(running, { name: "Bench" });
  const { company_id } = member;
  const records = await insertRecords(app, { id: company_id, uuid: member.company_uuid });
  const ids = [];
  for (let index = 1; index < BILLS; index += 1) ids.push(await insertLike(app, company_id, records, `2020-${index}`));
  await growFirst(app, company_id, records);
  const property = await member.send("GET", `/v1/properties/${records.property_id}/bills?limit=1`);
  const head = property.body.slice(0, property.body.indexOf('"bills":[') + 9);
  const link = /"expiring_link":"([^"]+)"/.exec(property.body)?.[1] ?? "";
  await insertMany(app, company_id, records);
  const authorization = `Bearer ${await tokenOf(running, member)}`;
  return { authorization, company_id, records, bill_id: ids[0] ?? 0, head, link };
}

type BenchApp = Running["app"];

/** A bill of 20 lines on the meter of the property. Each has its own document, for the link to its file. */
function insertLike(app: BenchApp, companyId: number, records: Records, key: string): Promise<number> {
  const bill = billOf({ company_id: companyId, ...records }, { identity_key: key });
  const [charge] = bill.charges;
  if (charge === undefined) throw new Error("a bill without charges");
  const charges = Array.from({ length: CHARGES_OF_BILL }, () => charge);
  const usages = Array.from({ length: LINES - CHARGES_OF_BILL }, () => bill.usages.slice(0, 1)).flat();
  return app.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into documents (company_id, utility_account_id, authorization_id, external_id, name, listed_date, file_id)
      select company_id, utility_account_id, authorization_id, ${key}, name, listed_date, file_id from documents
      where company_id = ${companyId} and id = ${records.document_id} returning id`.execute(trx);
    return insertBill(trx, companyId, { ...bill, charges, usages, document_id: rows[0]?.id ?? null });
  });
}

/** The first bill of the property has fewer lines than the others; it is replaced by one like them. */
async function growFirst(app: BenchApp, companyId: number, records: Records): Promise<void> {
  await sql`update documents set utility_bill_id = null where company_id = ${companyId}`.execute(app.db);
  await sql`delete from utility_bills where company_id = ${companyId} and id = ${records.bill_id}`.execute(app.db);
  await insertLike(app, companyId, records, "2020-0");
}

/** Bills of one charge, of another meter than the property's. */
async function insertMany(app: BenchApp, company_id: number, { utility_account_id }: Records): Promise<void> {
  const began = performance.now();
  await fillBills(app, { company_id, utility_account_id }, { bills: LIST, charges: 1 });
  await sql`vacuum analyze`.execute(app.db);
  console.log(`${LIST} bills filled in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function measureList({ child }: Started, load: Load): Promise<void> {
  const rss = async () => {
    child.send("memory");
    const [{ rssBytes }] = (await once(child, "message")) as [{ rssBytes: number }];
    return rssBytes / 2 ** 20;
  };
  const before = await rss();
  let highest = before;
  const watching = new AbortController();
  const watch = (async () => {
    while (!watching.signal.aborted) {
      highest = Math.max(highest, await rss());
      await wait(50);
    }
  })();
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${load.port}${load.path}`, { headers: load.headers });
  const firstByteMs = performance.now() - began;
  let bytes = 0;
  let bills = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    bills += decoder.decode(chunk, { stream: true }).split('"svc_object_type":"UtilityBill"').length - 1;
  }
  const seconds = (performance.now() - began) / 1000;
  watching.abort();
  await watch;
  const tag = response.headers.get("etag") ?? "";
  const again = performance.now();
  const { status } = await fetch(`http://127.0.0.1:${load.port}${load.path}`, {
    headers: { ...load.headers, "if-none-match": tag },
  });
  console.log(
    `A list of ${bills} bills (a few may be cut between chunks): ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s, first byte after ${firstByteMs.toFixed(0)} ms, ` +
      `${(highest - before).toFixed(0)} MiB more memory (${before.toFixed(0)} to ${highest.toFixed(0)}); asked again with its tag: ${status} after ${(performance.now() - again).toFixed(0)} ms`,
  );
}
