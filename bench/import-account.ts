/** Imports daily rows of accounts with 100 bills and of one account with thousands, each read, saved, and once more as a corrected file: what a row costs in the large account beside what it costs in the small ones, in one run. */
import { sql } from "kysely";
import { runImport } from "../src/jobs/imports/import.ts";
import { findImport } from "../src/store/imports/imports.ts";
import { newMember, openTestApp } from "../test/app.ts";

const ROWS = Number(process.argv[2] ?? 10_000);
/** Of the small accounts together. */
const SMALL_ROWS = Number(process.argv[3] ?? ROWS);
const SMALL_DAYS = 100;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost";

function fileOf(rows: number, days: number, cost: string): string {
  const line = (row: number) => {
    const account = Math.floor(row / days);
    const day = new Date(Date.UTC(1965, 0, 1 + (row % days))).toISOString().slice(0, 10);
    return `Hillside Power,A-${account},M${account},Electric,${day},${day},${100 + (row % 50)},kWh,${cost}`;
  };
  return [HEADER, ...Array.from({ length: rows }, (_, row) => line(row))].join("\n");
}

const endings: (() => Promise<void>)[] = [];
const running = await openTestApp({ after: (work) => void endings.unshift(work) }, { LOG_LEVEL: "warn" });
const { app } = running;
const signal = new AbortController().signal;

/** Milliseconds per row for each step. */
async function measure(rows: number, days: number): Promise<Map<string, number>> {
  const member = await newMember(running, { name: `Accounts of ${days} days` });
  const { company_id } = member;
  const taken = new Map<string, number>();
  const timed = async (what: string, import_id: number) => {
    const startedMs = performance.now();
    await runImport(app, { company_id, import_id }, signal);
    taken.set(what, (performance.now() - startedMs) / rows);
    // A server does this automatically, except in tests.
    await sql`analyze`.execute(app.db);
  };
  for (const [word, cost] of [
    ["", "20.00"],
    ["corrected: ", "21.00"],
  ] as const) {
    const type = { "content-type": "text/csv" };
    const answer = await member.send("POST", "/v1/imports?name=daily.csv", fileOf(rows, days, cost), type);
    const { id } = answer.json<{ id: number }>();
    await timed(`${word}dry run`, id);
    await member.send("POST", `/v1/imports/${id}/confirm`);
    await timed(`${word}saving`, id);
    const row = await findImport(app.db, company_id, id);
    const counts = `${row?.bills_created} created, ${row?.bills_edited} corrected, ${row?.rows_refused} rows refused`;
    console.log(`accounts of ${days} days, ${word}${row?.state}, ${counts}`);
  }
  return taken;
}

try {
  const many = await measure(SMALL_ROWS, SMALL_DAYS);
  const one = await measure(ROWS, ROWS);
  console.log(`milliseconds a row: accounts of ${SMALL_DAYS} days, one of ${ROWS} days, ratio`);
  for (const [what, ms] of many) {
    const own = one.get(what) ?? NaN;
    console.log(`${what}: ${ms.toFixed(2)}, ${own.toFixed(2)}, ${(own / ms).toFixed(2)}`);
  }
  console.log(`peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
} finally {
  for (const end of endings) await end();
}
