/**
 * How long the report of cost avoidance takes for a property with ten meters and ten years of bills: bills and weather out
 * of PostgreSQL, a model for each meter, all rows. Prints milliseconds of the whole, and of the models and figures alone.
 */
import { sql } from "kysely";
import { createLog } from "../src/log.ts";
import { addDays } from "../src/domain/calendar.ts";
import { dailyMeansOf } from "../src/domain/caltrack/degree-table.ts";
import { avoidanceOf } from "../src/domain/cost-avoidance/avoidance.ts";
import { groupMeters } from "../src/domain/cost-avoidance/meter-groups.ts";
import type { DayTemperature } from "../src/records/weather.ts";
import { openReport } from "../src/reports/open-report.ts";
import { listBillsOfMeter } from "../src/store/derived/meter-bills.ts";
import { listReportMeters } from "../src/store/reports/report-meters.ts";
import { replaceTemperatures } from "../src/store/weather/weather.ts";
import { upsertStations } from "../src/store/weather/weather-stations.ts";
import { newMember, openTestApp } from "../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace } from "../test/derived.ts";
import { bestMs } from "./timing.ts";

const METERS = 10;
const MONTHS = 120;
const TURNS = Number(process.argv[2] ?? 25);

const endings: (() => Promise<void>)[] = [];
const opened = await openTestApp({ after: (work) => void endings.unshift(work) });
const { app } = opened;
const log = createLog({ level: "info", write: (line) => void process.stderr.write(line) });

const WEATHER: DayTemperature[] = Array.from({ length: 366 * 11 }, (_, index) => {
  const mean = Math.round(55 - 25 * Math.cos(((index - 14) / 365.25) * 2 * Math.PI) + 6 * Math.sin(index * 1.7));
  return { day: addDays("2013-12-01", index), high_f: mean + 7, low_f: mean - 7 };
});
await app.db.transaction().execute(async (trx) => {
  const nowhere = { latitude: null, longitude: null, time_zone: null, ghcn_id: null };
  await upsertStations(trx, [{ alpha_id: "BENCH", name: "A station", ...nowhere }], "list");
  await replaceTemperatures(trx, "BENCH", WEATHER, "bench");
});

const member = await newMember(opened, { name: "Bench" });
const { company_id } = member;
const { property_id } = await fillProperty();
const temperatures = dailyMeansOf(WEATHER);
// The server does this automatically, except in tests.
await sql`analyze`.execute(app.db);

const whole = await bestMs(TURNS, async () => {
  const request = {
    company_id,
    property_id,
    report_type: "cost_avoidance_expanded",
    range: {},
    language: "en",
  } as const;
  const table = await openReport(app, request);
  const parts = table === undefined ? [] : await Array.fromAsync(table.parts);
  if (parts.flat().length < METERS * (MONTHS - 13)) throw new Error("rows are missing");
});
const meters = await listReportMeters(app.db, company_id, property_id);
const billed = await Promise.all(
  meters.map(async (meter) => ({ ...meter, bills: await listBillsOfMeter(app.db, company_id, meter.id) })),
);
const settings = { savingsStart: null, floorAreas: [], floorAreaShare: 0, adjustments: [] };
const figures = await bestMs(TURNS, async () => {
  for (const group of groupMeters(billed)) avoidanceOf({ group, settings, temperatures, stationKm: null, range: {} });
});
console.log(`report   ${whole.toFixed(1)} ms for ${METERS} meters with ${MONTHS} bills each`);
console.log(
  `figures  ${figures.toFixed(1)} ms, ${(figures / METERS).toFixed(2)} ms a meter: reads, costs, model, periods`,
);
for (const end of endings) await end().catch((error: unknown) => log.error({ err: error }, "not tidied up"));

/** Each meter is made at its own address, then moved to the first property. */
async function fillProperty() {
  const first = await insertPlace(app, company_id);
  await member.send("PATCH", `/v1/properties/${first.property_id}`, { weather_station_alpha_id: "BENCH" });
  for (let index = 0; index < METERS; index++) {
    const place = index === 0 ? first : await insertPlace(app, company_id);
    const kind = { energy_type: "ELECTRIC", unit: "kWh" } as const;
    const id = await insertMeter(app, place, kind);
    for (let month = 0; month < MONTHS; month++) {
      const start = `${2014 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
      const amount = 1000 + 50 * index + Math.round(400 * Math.cos((month / 6) * Math.PI) ** 2) + ((month * 7) % 13);
      await insertMonthlyBills(app, place, {
        meter: { ...kind, id },
        first: start,
        count: 1,
        amount,
        cost: amount / 5,
      });
    }
    await member.send("PATCH", `/v1/meters/${id}`, { property_id: first.property_id });
  }
  return first;
}
