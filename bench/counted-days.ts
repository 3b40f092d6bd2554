/** Imports a history of daily bills of one meter; then a portal gives one bill of all these days, which is edited to half of them and voided over the API: how long each of the three takes, with the days for which each imported bill counts. */
import { sql } from "kysely";
import { goodStatement } from "../src/domain/bills/statement.fixtures.ts";
import { openTestApp } from "../test/app.ts";
import { importWhole, type Bill } from "../test/imports.ts";
import { openPortalAccount } from "../test/portal-account.ts";

const NUMBERS = process.argv.slice(2).map(Number);

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost";

const dayOf = (index: number): string => new Date(Date.UTC(2010, 0, 1 + index)).toISOString().slice(0, 10);

function fileOf(days: number): string {
  const line = (index: number) =>
    `Sample Power,5512 004,E100,Electric,${dayOf(index)},${dayOf(index)},${100 + (index % 50)},kWh,20.00`;
  return [HEADER, ...Array.from({ length: days }, (_, index) => line(index))].join("\n");
}

/** The portal's bill of the electric meter for all of the days. */
function statementOf(days: number) {
  const statement = goodStatement();
  const period = { start_date: dayOf(0), end_date: dayOf(days) };
  const meters = statement.meters.slice(0, 1).map((meter) => ({
    ...meter,
    charges: meter.charges.map((charge) => ({ ...charge, ...period })),
    usages: meter.usages.map((usage) => ({ ...usage, ...period })),
  }));
  return { ...statement, meters };
}

const endings: (() => Promise<void>)[] = [];
const running = await openTestApp({ after: (work) => void endings.unshift(work) }, { LOG_LEVEL: "warn" });
const { app } = running;

async function measure(days: number): Promise<void> {
  const { member, company_id, take, fetchMarch, accountId } = await openPortalAccount(running, `${days} days`);
  await importWhole(app, member, fileOf(days));
  await take();
  const account = await accountId();
  // A server does this automatically, except in tests.
  await sql`analyze`.execute(app.db);
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    const result = await work();
    const seconds = (performance.now() - startedMs) / 1000;
    const { rows } = await sql<{ live: number; archived: number }>`
      select count(*) filter (where not archived) as live, count(*) filter (where archived) as archived
      from utility_bills where company_id = ${company_id} and utility_account_id = ${account}`.execute(app.db);
    const [bills] = rows;
    console.log(
      `${days} days, ${what}: ${seconds.toFixed(2)} s; ${bills?.live} bills live, ${bills?.archived} archived`,
    );
    return result;
  };
  await timed("bill of the portal saved", () => fetchMarch(account, statementOf(days)));
  const bills = await member.send("GET", `/v1/utility_bills?utility_account_id=${account}`);
  const bill = bills.json<Bill[]>().find(({ source, archived }) => source?.format === "pdf" && !archived);
  const end_date = dayOf(Math.floor(days / 2));
  const half = {
    // The bill is of this year, the days of the import are not.
    accept: ["period_far_from_invoice"],
    charges: bill?.charges.map(({ id }) => ({ id, end_date })),
    usages: bill?.usages.map(({ id }) => ({ id, end_date })),
  };
  const edited = await timed("edited to half of them", () =>
    member.send("PATCH", `/v1/utility_bills/${bill?.id}`, half),
  );
  if (edited.statusCode !== 200) throw new Error(edited.body);
  const { id } = edited.json<{ id: number }>();
  const voided = await timed("voided", () => member.send("POST", `/v1/utility_bills/${id}/void`));
  if (voided.statusCode !== 200) throw new Error(voided.body);
}

try {
  for (const days of NUMBERS.length > 0 ? NUMBERS : [1000, 3000]) await measure(days);
  console.log(`peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
} finally {
  for (const end of endings) await end();
}
