/** Weather: reads the temperatures of the stations of properties, from the archive once a day, from a folder or a utility every hour. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "../../app.ts";
import { readWeatherBytes } from "../../weather/read-file.ts";
import { addDays, dayOfTime } from "../../domain/calendar.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { insertDerives } from "../../store/jobs.ts";
import { metersWithWeather } from "../../store/records/meters.ts";
import { attachCustomers, attachStations, isPropertyWaiting } from "../../store/records/property-stations.ts";
import { findLatestTemperatureDay, replaceTemperatures } from "../../store/weather/weather.ts";
import {
  findWeatherStation,
  hasStationPlaces,
  listStationsDue,
  setStationChecked,
} from "../../store/weather/weather-stations.ts";
import { inTransaction } from "../../store/transactions.ts";
import { importStations, importWeatherFile } from "./import-weather.ts";
import { HOUR_MS, instantOf } from "../../domain/instant.ts";

type Payload = JobPayloads["weather"];

/** How often each source is read as a whole: of the archive only the list of stations, while a property waits for one. */
const READ_EVERY_MS: Record<Payload["source"], number> = {
  utility: HOUR_MS,
  folder: HOUR_MS,
  archive: 24 * HOUR_MS,
};
const SOURCES = ["utility", "folder", "archive"] as const;
/** A station is read once a day. */
const CHECKED_FOR_MS = 20 * HOUR_MS;
const STATIONS_AT_ONCE = 200;
/** How far back to read for a new station: bills are rarely older. */
const FIRST_DAYS = 5 * 366;
/** How many days to read again: the archive corrects its latest days for weeks. */
const CORRECTED_DAYS = 45;
/** The file of a single station has a few megabytes. */
const FILE_BYTES_MAX = 100_000_000;
const ALL_DAYS: Period = { start_date: "1900-01-01", end_date: "2200-01-01" };

/** Assigns a weather station to a new property: that of its utility, or the nearest. */
export async function runAttachStation(
  app: App,
  { company_id, property_id }: JobPayloads["attach-station"],
): Promise<void> {
  await inTransaction(app, async (trx) => {
    await attachStations(trx, company_id, [property_id], app.weather.utilities);
    // Its bills may have been checked before, without the weather.
    await insertDerives(metersWithWeather(company_id, property_id)).execute(trx);
  });
}

/** Enqueues due weather jobs that do not exist yet; called by the sweep. */
export async function requestWeather(app: App): Promise<void> {
  const { utilities, archive } = app.weather;
  const wanted: Payload[] = [];
  for (const source of SOURCES) {
    const payload = { source, weather_station_alpha_id: null };
    if (await isWanted(app, payload)) wanted.push(payload);
  }
  await attachCustomers(app.db, utilities);
  const before = instantOf(app.now() - CHECKED_FOR_MS);
  const due = archive === null ? [] : await listStationsDue(app.db, before, STATIONS_AT_ONCE);
  wanted.push(...due.map((alphaId): Payload => ({ source: "archive", weather_station_alpha_id: alphaId })));
  await app.jobs.enqueueAll(app.db, "weather", wanted, { unlessThere: true });
}

/** True when a whole source is due; for a single station the time of its last read decides. */
async function isWanted(app: App, { source, weather_station_alpha_id }: Payload): Promise<boolean> {
  if (source === "utility") return app.weather.utilities.length > 0;
  if (source === "folder") return app.config.weatherDir !== null;
  if (app.weather.archive === null) return false;
  return weather_station_alpha_id !== null || (await isPropertyWaiting(app.db)) || !(await hasStationPlaces(app.db));
}

/** Reads a source, or one station. The job of a whole source then waits as long as `READ_EVERY_MS` says. */
export async function runWeatherJob(app: App, payload: Payload, signal: AbortSignal): Promise<void> {
  if (!(await isWanted(app, payload))) return;
  await runWeather(app, payload, signal);
  if (payload.weather_station_alpha_id !== null) return;
  const startAfter = instantOf(app.now() + READ_EVERY_MS[payload.source]);
  await app.jobs.enqueue(app.db, "weather", payload, { startAfter });
}

const RUN: Record<Payload["source"], (app: App, alphaId: string | null, signal: AbortSignal) => Promise<void>> = {
  utility: (app, _alphaId, signal) => readUtilities(app, signal),
  folder: (app) => readFolder(app),
  archive: (app, alphaId, signal) => (alphaId === null ? readStations(app, signal) : readStation(app, alphaId, signal)),
};

export async function runWeather(app: App, payload: Payload, signal: AbortSignal): Promise<void> {
  await RUN[payload.source](app, payload.weather_station_alpha_id, signal);
}

async function readUtilities(app: App, signal: AbortSignal): Promise<void> {
  const { utilities } = app.weather;
  for (const { alpha_id, name, listStations, listDays } of utilities) {
    const stations = await listStations(signal);
    await importStations(app.db, stations, "list", utilities);
    // New properties get the first one; a user can choose the others.
    for (const alphaId of new Set([alpha_id, ...stations.map((station) => station.alpha_id)])) {
      const days = await listDays({ alpha_id: alphaId, ghcn_id: null }, ALL_DAYS, signal);
      await app.db.transaction().execute((trx) => replaceTemperatures(trx, alphaId, days, name));
    }
  }
  await attachCustomers(app.db, utilities);
}

async function readFolder(app: App): Promise<void> {
  const { weatherDir } = app.config;
  if (weatherDir === null) return;
  for (const name of (await readdir(weatherDir)).sort()) {
    const bytes = await readSmallFile(join(weatherDir, name)).catch((error: unknown) => {
      // It may have been removed meanwhile, or the account of the service may not read it.
      app.log.warn({ file: name, err: error }, "a file in the weather folder cannot be read");
    });
    if (bytes === undefined) continue;
    const file = bytes === null ? null : readWeatherBytes(bytes);
    if (file === null) app.log.warn({ file: name }, "not a weather file");
    else await importWeatherFile(app.db, file, app.weather.utilities);
  }
}

/** The bytes of a file; null for a folder and for a file larger than those of weather. */
async function readSmallFile(path: string): Promise<Buffer | null> {
  const entry = await stat(path);
  return entry.isFile() && entry.size <= FILE_BYTES_MAX ? readFile(path) : null;
}

async function readStations(app: App, signal: AbortSignal): Promise<void> {
  const { archive, utilities } = app.weather;
  if (archive !== null) await importStations(app.db, await archive.listStations(signal), "list", utilities);
}

async function readStation(app: App, alphaId: string, signal: AbortSignal): Promise<void> {
  const { archive } = app.weather;
  const station = await findWeatherStation(app.db, alphaId);
  if (archive === null || station === undefined) return;
  const today = dayOfTime(app.now());
  const days = await archive.listDays(station, await periodToAsk(app, alphaId, today), signal);
  await app.db.transaction().execute(async (trx) => {
    // First, because a station list that is imported meanwhile locks the table against writers and would wait for this row.
    await setStationChecked(trx, alphaId, instantOf(app.now()));
    await replaceTemperatures(trx, alphaId, days, archive.name);
  });
}

/** Ends with yesterday: today is not over in every time zone of the country. */
async function periodToAsk(app: App, alphaId: string, today: Day): Promise<Period> {
  const latest = await findLatestTemperatureDay(app.db, alphaId);
  const start_date = latest === null ? addDays(today, -FIRST_DAYS) : addDays(latest, -CORRECTED_DAYS);
  return { start_date: start_date < today ? start_date : addDays(today, -1), end_date: today };
}
