/**
 * How long a property with very many meters takes to follow one changed bill: ten years of monthly bills for each meter,
 * all derived; then bills are changed through the API while the service runs. Beside it, what a roll-up of all months takes.
 * `node_modules/.bin/node bench/large-property.ts [meters]`; 5,000 meters take some minutes to fill and 4 GB of disk.
 */
import { loadavg } from "node:os";
import type { App } from "../src/app.ts";
import { rebuildCompany } from "../src/jobs/derived/rebuild-job.ts";
import { runRollUp } from "../src/jobs/derived/roll-up.ts";
import { listPropertyIds } from "../src/store/records/properties.ts";
import { changeBills } from "./derive-change.ts";
import { withApp, type BenchApp } from "./derive-app.ts";
import { fillPortfolio } from "./derive-portfolio.ts";

const BILLS_OF_METER = 120;
const BILLS_CHANGED = 20;
/** The rounds are compared by eye, since other work runs on the machine. */
const ROUNDS = 3;

const meters = Number(process.argv[2] ?? 5000);

await withApp("Large property", run);

async function run({ app, member, url }: BenchApp): Promise<void> {
  const { company_id } = member;
  const portfolio = { company_id, properties: 1, metersOfProperty: meters, billsOfMeter: BILLS_OF_METER };
  await fillPortfolio(url, portfolio, () => {});
  await rebuildCompany(app, company_id);
  console.log(`one property, ${meters} meters, ${meters * BILLS_OF_METER} bills`);
  for (let round = 0; round < ROUNDS; round++) {
    console.log(`${await changeBills(app, member, BILLS_CHANGED)}; load ${load()}`);
    console.log(`all months rolled up in ${(await rollUpAll(app, company_id)).toFixed(1)} s; load ${load()}`);
  }
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

async function rollUpAll(app: App, company_id: number): Promise<number> {
  const ids = await listPropertyIds(app.db, company_id);
  const began = performance.now();
  for (const property_id of ids) await runRollUp(app, { company_id, property_id });
  return (performance.now() - began) / 1000;
}
