/**
 * How fast a portfolio is derived: 1,000 properties with 5,000 meters and ten years of bills, 5.4 million lines, rebuilt
 * from PostgreSQL into PostgreSQL, against (a) the arithmetic alone in memory and (b) plain COPY of the same lines out and
 * of the same rows in. Then one bill is changed through the API while the service runs at that size.
 * `node_modules/.bin/node bench/derive.ts [properties]`; the full size takes some ten minutes and 4 GB of disk.
 */
import type { App } from "../src/app.ts";
import { rebuildCompany } from "../src/jobs/derived/rebuild-job.ts";
import { changeBills } from "./derive-change.ts";
import { arithmeticAlone, plainCopies } from "./derive-limits.ts";
import { withApp, type BenchApp } from "./derive-app.ts";
import { fillPortfolio, LINES_OF_BILL } from "./derive-portfolio.ts";
import { median } from "./timing.ts";

const METERS_OF_PROPERTY = 5;
const BILLS_OF_METER = 120;
/** Rounds of rebuild and COPY; the median counts, since other work runs on the machine. */
const ROUNDS = 3;

const properties = Number(process.argv[2] ?? 1000);
const lines = properties * METERS_OF_PROPERTY * BILLS_OF_METER * LINES_OF_BILL;

const seconds = (of: { seconds: number }) => `${of.seconds.toFixed(1)} s`;
const rate = (time: number) => Math.round(lines / time).toLocaleString("en-US");

await withApp("Portfolio", run);

async function run({ app, member, url }: BenchApp): Promise<void> {
  const portfolio = { properties, metersOfProperty: METERS_OF_PROPERTY, billsOfMeter: BILLS_OF_METER };
  await fillPortfolio(url, { ...portfolio, company_id: member.company_id }, (share) =>
    process.stderr.write(`\rfilling ${Math.round(share * 100)} %`),
  );
  process.stderr.write("\r\x1b[K");
  console.log(`${properties * METERS_OF_PROPERTY} meters, ${lines / LINES_OF_BILL} bills, ${lines} lines`);

  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const limits = round === 0 ? null : await plainCopies(url);
    const rebuilt = await rebuild(app, member.company_id);
    console.log(
      `rebuilt    ${seconds(rebuilt)}, ${rate(rebuilt.seconds)} lines/s, ${rebuilt.rowsWritten} rows written, ` +
        `at most ${rebuilt.peakMb} MB resident`,
    );
    // The first round has no rows to copy yet, and warms up.
    if (limits === null) continue;
    console.log(`COPY       ${seconds(limits)}: out ${limits.out.toFixed(1)} s, in ${limits.in.toFixed(1)} s`);
    ratios.push(limits.seconds / rebuilt.seconds);
  }
  console.log(`ratio      ${(median(ratios) * 100).toFixed(0)} % of plain COPY out and in`);
  const again = await rebuild(app, member.company_id);
  console.log(`unchanged  ${seconds(again)}, ${rate(again.seconds)} lines/s, ${again.rowsWritten} rows written`);
  const alone = await arithmeticAlone(app.db, member.company_id, properties);
  console.log(`arithmetic ${seconds(alone)}, ${rate(alone.seconds)} lines/s in memory`);

  console.log(await changeBills(app, member, 20));
}

interface Rebuilt {
  rowsWritten: number;
  seconds: number;
  peakMb: number;
}

/** As the service does it: in addition to its usual memory. */
async function rebuild(app: App, companyId: number): Promise<Rebuilt> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const began = performance.now();
  const { rowsWritten } = await rebuildCompany(app, companyId);
  clearInterval(watch);
  return { rowsWritten, seconds: (performance.now() - began) / 1000, peakMb: Math.round(peak / 1e6) };
}
