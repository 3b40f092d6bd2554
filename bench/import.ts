/** Imports a spreadsheet of bill history into a fresh database, on a server as careful as that of the service: rows read per second and the memory of the process that reads them, bills saved per second, then all months derived, and the same file read once more beside them. */
import { readdirSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { openTestApp, newMember } from "../test/app.ts";
import { startTestServer } from "../test/postgres-server.ts";
import { runDerive } from "../src/jobs/derived/derive.ts";
import { runImport } from "../src/jobs/imports/import.ts";
import { findImport } from "../src/store/imports/imports.ts";
import { sql } from "kysely";

const BILLS = Number(process.argv[2] ?? 10_000);
/** `dry`: the file is read and nothing is saved. Otherwise `save`. */
const IS_DRY = process.argv[3] === "dry";
/** Bills per account: the fewer, the more accounts are looked up and made. */
const MONTHS = Number(process.argv[4] ?? 120);

const HEADER =
  "utility_company,account_number,property_name,meter_number,energy_type,start_date,end_date,usage,usage_unit,demand,demand_unit,usage_cost,demand_cost,service_cost,tax_cost,total_cost";

/** Monthly bills per account, ten years by default, each with a usage, a demand and four charges. */
function* lines(): Generator<string> {
  yield HEADER;
  for (let bill = 0; bill < BILLS; bill += 1) {
    const [account, month] = [Math.floor(bill / MONTHS), bill % MONTHS];
    const [first, next] = [0, 1].map((more) => new Date(Date.UTC(2014, month + more, 1)).toISOString().slice(0, 10));
    const use = 1000 + ((bill * 37) % 500);
    yield `Hillside Power,A-${account},Building ${account},M${account},Electric,${first},${next},${use},kWh,${20 + (bill % 9)},kW,${(use / 10).toFixed(2)},12.50,8.00,4.20,${(use / 10 + 24.7).toFixed(2)}`;
  }
}

/** The peak memory of the process that reads the file, as reported by the system; Linux only. */
function watchReader(): () => string {
  let peakMegabytes = 0;
  const look = setInterval(() => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const of = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
      try {
        if (!of("cmdline").includes("table-reader-process")) continue;
        const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(of("status")) ?? [];
        peakMegabytes = Math.max(peakMegabytes, Number(kilobytes ?? 0) / 1024);
      } catch {
        // It ended a moment ago.
      }
    }
  }, 50);
  return () => {
    clearInterval(look);
    return `peak memory of the process that reads: ${Math.round(peakMegabytes)} MB`;
  };
}

const postgres = await startTestServer({});
process.env["METERBOOK_TEST_DATABASE_URL"] = postgres.url;
const endings: (() => Promise<void>)[] = [() => postgres.stop()];
const running = await openTestApp({ after: (work) => void endings.unshift(work) }, { LOG_LEVEL: "warn" });
const { app } = running;
try {
  const member = await newMember(running, { name: "Import" });
  const { company_id } = member;
  const file = Readable.from(lines().map((line) => `${line}\n`));
  const bytes = Buffer.concat((await file.toArray()).map((line: string) => Buffer.from(line)));
  const send = async () => {
    const answer = await member.send("POST", "/v1/imports?name=bench.csv", bytes.toString(), {
      "content-type": "text/csv",
    });
    return answer.json<{ id: number }>().id;
  };
  const import_id = await send();
  const payload = { company_id, import_id };
  const signal = new AbortController().signal;
  const timed = async (what: string, count: number, unit: string, work: () => Promise<void>) => {
    const startedMs = performance.now();
    await work();
    const seconds = (performance.now() - startedMs) / 1000;
    console.log(`${what}: ${count} ${unit} in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second`);
  };
  const readerPeak = process.platform === "linux" ? watchReader() : () => "memory of the process that reads: unknown";
  await timed("dry run", BILLS, "rows", () => runImport(app, payload, signal));
  console.log(readerPeak());
  if (!IS_DRY) await save();
  const row = await findImport(app.db, company_id, import_id);
  console.log(
    `${row?.state}: ${row?.bills_found} bills found, ${row?.bills_created} created, ${row?.rows_refused} rows refused`,
  );
  console.log(`peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

  async function save(): Promise<void> {
    await member.send("POST", `/v1/imports/${import_id}/confirm`);
    await timed("saving", BILLS, "bills", () => runImport(app, payload, signal));
    const { rows: meters } = await sql<{ id: number }>`
    select (payload ->> 'utility_meter_id')::bigint as id from jobs
    where company_id = ${company_id} and kind = 'derive'`.execute(app.db);
    await timed("deriving", BILLS, "bills", async () => {
      for (const { id: utility_meter_id } of meters) await runDerive(app, { company_id, utility_meter_id });
    });
    const again = { company_id, import_id: await send() };
    await timed("dry run beside what was saved", BILLS, "rows", () => runImport(app, again, signal));
    const known = await findImport(app.db, company_id, again.import_id);
    console.log(`${known?.bills_known} bills known, ${known?.bills_created} new`);
  }
} finally {
  for (const end of endings) await end();
}
