/**
 * How long pages of a long list of bills take: sorted, searched, counted, and deep in the list. Measured from a request over HTTP
 * to the last byte of its answer; the server is a separate process on the same machine.
 * `node_modules/.bin/node bench/bill-list.ts [bills] [rounds]`
 */
import { loadavg } from "node:os";
import { sql } from "kysely";
import { newMember, tokenOf } from "../test/app.ts";
import { fillPortfolio } from "./derive-portfolio.ts";
import { withPlace, type FilledPlace, type Running } from "./filled-place.ts";
import { median } from "./timing.ts";

const BILLS = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 20);
const BILLS_OF_METER = 100;
const SORTS = ["-id", "invoice_date", "-invoice_date", "due_date", "-due_date", "-amount_due"];
const PATH = "/v1/utility_bills/summaries?limit=100";

await withPlace(run);

async function run({ fill, start }: FilledPlace): Promise<void> {
  const authorization = await fill(fillCompany);
  const { port } = await start("ours");
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
  const measure = async (name: string, path: string): Promise<void> => {
    const times: number[] = [];
    let answered = "";
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      const answer = await ask(path);
      const rows = (await answer.json()) as unknown[];
      if (round > 0) times.push(performance.now() - began);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      answered = `${rows.length} rows${answer.headers.has("total-count") ? ` of ${answer.headers.get("total-count")}` : ""}`;
    }
    console.log(
      `${name}: best ${Math.min(...times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms, ${answered}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
  };
  console.log(`${BILLS} bills, pages of 100; ${ROUNDS} rounds`);
  for (const sort of SORTS) {
    await measure(`${sort}, first page`, `${PATH}&sort=${sort}`);
    await measure(`${sort}, in the middle`, `${PATH}&sort=${sort}&cursor=${await deepCursor(ask, sort)}`);
  }
  for (const q of ["INV-777", "777", "INV", "Sample", "no such text"])
    await measure(`q=${q}`, `${PATH}&sort=-invoice_date&q=${encodeURIComponent(q)}`);
  await measure("count", `${PATH}&count=true`);
  await measure("count and q=777", `${PATH}&count=true&q=777`);
  await measure("count and q=INV", `${PATH}&count=true&q=INV`);
  await measure("whole bills", "/v1/utility_bills?limit=100&sort=-invoice_date");
}

/** The cursor half way through the list, by steps of the largest page where the list is long enough. */
async function deepCursor(ask: (path: string) => Promise<Response>, sort: string): Promise<string> {
  let cursor = "";
  const step = Math.min(1000, Math.ceil(BILLS / 4));
  for (let read = 0; read < BILLS / 2; read += step) {
    const path = `/v1/utility_bills/summaries?limit=${step}&sort=${sort}${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const answer = await ask(path);
    await answer.arrayBuffer();
    const next = /cursor=([\w-]+)/.exec(answer.headers.get("link") ?? "")?.[1];
    if (next === undefined) break;
    cursor = next;
  }
  return cursor;
}

async function fillCompany(running: Running): Promise<string> {
  const { app } = running;
  const member = await newMember(running, { name: "Bench" });
  const { company_id } = member;
  const properties = Math.ceil(BILLS / BILLS_OF_METER);
  const portfolio = { company_id, properties, metersOfProperty: 1, billsOfMeter: BILLS_OF_METER };
  await fillPortfolio(app.databaseUrl, portfolio, () => {});
  await sql`
    update utility_bills set invoice_number = 'INV-' || id, amount_due = (id * 7919) % 100000 / 100.0,
      due_date = case when id % 10 = 0 then null else invoice_date + 20 end`.execute(app.db);
  await sql`vacuum analyze`.execute(app.db);
  return `Bearer ${await tokenOf(running, member)}`;
}
