/**
 * How long the answers about all properties of a company take: its sums, the ranking, why one property changed, its budgets, its
 * accruals and its reports. Measured from
 * a request over HTTP to the last byte of its answer; the server is a separate process on the same machine.
 * `node_modules/.bin/node bench/portfolio.ts [properties of two meters, ten years each] [rounds] [only paths that match this expression]`
 */
import { loadavg } from "node:os";
import { sql } from "kysely";
import { z } from "zod";
import { rebuildCompany } from "../src/jobs/derived/rebuild-job.ts";
import { listPropertyIds } from "../src/store/records/properties.ts";
import { newMember, tokenOf } from "../test/app.ts";
import { fillPortfolio } from "./derive-portfolio.ts";
import { withPlace, type FilledPlace, type Running } from "./filled-place.ts";
import { median } from "./timing.ts";

const PROPERTIES = Number(process.argv[2] ?? 1000);
const ROUNDS = Number(process.argv[3] ?? 20);
const PATHS = new RegExp(process.argv[4] ?? "");
const PlaceOfAnswer = z.object({ next_since: z.string() });
const METERS_OF_PROPERTY = 2;
const MONTHS = 120;

await withPlace(run);

async function run({ fill, start }: FilledPlace): Promise<void> {
  const { authorization, property_id } = await fill(fillCompany);
  const { port } = await start("ours");
  console.log(`${PROPERTIES} properties of ${METERS_OF_PROPERTY} meters, ${MONTHS} months each; ${ROUNDS} rounds`);
  for (const path of [
    "/v1/portfolio/summary",
    "/v1/portfolio/properties",
    "/v1/portfolio/properties?limit=20",
    "/v1/portfolio/monthly",
    "/v1/portfolio/monthly?group_by=energy_type",
    "/v1/portfolio/monthly?group_by=energy_type&from=2019-01&to=2021-01",
    "/v1/portfolio/monthly?group_by=property&limit=1000",
    "/v1/portfolio/monthly?group_by=property&from=2019-01&to=2020-01",
    `/v1/properties/${property_id}/variance`,
    `/v1/properties/${property_id}/variance?months=12`,
    // The last bills end in January 2026.
    "/v1/portfolio/accruals?as_of=2026-02-15",
    "/v1/portfolio/accruals?as_of=2026-02-15&format=csv",
    "/v1/portfolio/budget_variance?from=2025-07&to=2026-07&as_of=2026-02-28",
    "/v1/portfolio/budget?from=2025-07&to=2026-07&format=csv",
    `/v1/properties/${property_id}/budget_variance?from=2025-07&to=2026-07&as_of=2026-02-28`,
    "/v1/portfolio/reports/portfolio_performance",
    "/v1/portfolio/reports/portfolio_performance?format=csv",
    "/v1/portfolio/reports/portfolio_performance?format=pdf",
    // What the page begins with: bills of sixty days, and the bookings of a month.
    "/v1/portfolio/reports/accounts_payable?from=2025-12-02",
    "/v1/portfolio/reports/general_ledger?from=2025-12-01&to=2026-01-01",
    "/v1/portfolio/reports/accounts_payable?format=csv",
    "/v1/portfolio/reports/accounts_payable?format=csv&from=2025-10-01",
    `/v1/portfolio/reports/accounts_payable?format=csv&since=${await nextSince(port, authorization)}`,
    "/v1/portfolio/reports/general_ledger?format=csv&from=2025-10-01",
    "/v1/portfolio/reports/general_ledger?format=csv",
  ].filter((each) => PATHS.test(each))) {
    const times: number[] = [];
    let bytes = 0;
    let firstByte = Infinity;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
      bytes = 0;
      for await (const piece of answer.body ?? []) {
        if (bytes === 0) firstByte = Math.min(firstByte, performance.now() - began);
        bytes += piece.byteLength;
      }
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      if (round > 0) times.push(performance.now() - began);
    }
    console.log(
      `${path.replace(/\d{2,}/, ":id")}: best ${Math.min(...times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms, first byte ${firstByte.toFixed(0)} ms, ${(bytes / 2 ** 10).toFixed(1)} KiB; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
  }
}

/** Where an export of news begins that finds none. */
async function nextSince(port: number, authorization: string): Promise<string> {
  const path = "/v1/portfolio/reports/accounts_payable?from=2100-01-01";
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
  return PlaceOfAnswer.parse(await answer.json()).next_since;
}

async function fillCompany(running: Running): Promise<{ authorization: string; property_id: number }> {
  const { app } = running;
  const member = await newMember(running, { name: "Bench" });
  const { company_id } = member;
  const portfolio = { company_id, properties: PROPERTIES, metersOfProperty: METERS_OF_PROPERTY, billsOfMeter: MONTHS };
  await fillPortfolio(app.databaseUrl, portfolio, () => {});
  // Accounts whose bills are not collected accrue nothing.
  await sql`update utility_accounts set status = 'Active' where company_id = ${company_id}`.execute(app.db);
  await rebuildCompany(app, company_id);
  await fillWeather(app.db);
  await sql`
    insert into budget_amounts (company_id, property_id, energy_type, effective_month, amount)
    select ${company_id}, property.id, energy_type, ('2025-07-01'::date + make_interval(months => n))::date,
      1000 + (property.id * 37 + n * 101) % 5000
    from properties property, unnest('{ELECTRIC,GAS}'::text[]) energy_type, generate_series(0, 11) n
    where property.company_id = ${company_id}`.execute(app.db);
  await sql`vacuum analyze`.execute(app.db);
  const [property_id = 0] = await listPropertyIds(app.db, company_id);
  return { authorization: `Bearer ${await tokenOf(running, member)}`, property_id };
}

/** Each property has one of 25 stations, with the degree days of a place with cold winters and warm summers. */
async function fillWeather(db: Running["app"]["db"]): Promise<void> {
  await sql`insert into weather_stations (alpha_id, name) select 'BENCH' || n, 'Station ' || n from generate_series(0, 24) n`.execute(
    db,
  );
  await sql`
    insert into degree_days (weather_station_alpha_id, effective_month, heating_degree_days, cooling_degree_days, days_present, month_complete)
    select 'BENCH' || n, month, greatest(0, 600 * warmth + n)::int, greatest(0, -300 * warmth - n)::int, 28, true
    from generate_series(0, 24) n, generate_series('2015-01-01'::date, '2026-03-01'::date, '1 month') month,
      lateral (select cos((extract(month from month) - 1) * pi() / 6) as warmth) of_month`.execute(db);
  await sql`update properties set weather_station_alpha_id = 'BENCH' || id % 25`.execute(db);
}
