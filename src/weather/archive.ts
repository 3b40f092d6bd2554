/**
 * The weather archive of the United States (NCEI): its list of airports, and daily temperatures from the keyless access
 * service.
 */
import type { Outbound } from "../outbound/outbound.ts";
import type { Period } from "../records/scalars.ts";
import type { DayTemperature } from "../records/weather.ts";
import { addDays } from "../domain/calendar.ts";
import { readWeatherFile } from "./read-file.ts";
import { readText, WeatherError, type WeatherSource } from "./source.ts";

const STATIONS_PATH = "/pub/data/noaa/isd-history.csv";
const DAYS_PATH = "/access/services/data/v1";
/** The days of one request: a year of a station is 30 kB. */
const DAYS_AT_ONCE = 366;

/** `baseUrl` of the archive, such as https://www.ncei.noaa.gov, or of a copy of it. */
export function createArchive({
  outbound,
  baseUrl,
}: {
  outbound: Pick<Outbound, "fetch">;
  baseUrl: string;
}): WeatherSource {
  return {
    name: "archive",
    async listStations(signal) {
      const file = readWeatherFile(await readText(outbound, new URL(baseUrl + STATIONS_PATH), "text/csv", signal));
      if (file === null || file.stations.length === 0) throw new WeatherError("The list of stations cannot be read.");
      return file.stations;
    },
    async listDays({ ghcn_id }, period, signal) {
      const days: DayTemperature[] = [];
      if (ghcn_id === null) return days;
      for (const part of parts(period)) {
        const text = await readText(outbound, daysUrl(baseUrl, ghcn_id, part), "application/json", signal);
        // For a station without a day in the period the answer is empty.
        if (text.trim() === "") continue;
        const file = readWeatherFile(text);
        if (file === null) throw new WeatherError("The temperatures cannot be read.");
        days.push(...file.temperatures.filter(({ station_id }) => station_id === ghcn_id).flatMap((each) => each.days));
      }
      return days;
    },
  };
}

function daysUrl(baseUrl: string, station: string, { start_date, end_date }: Period): URL {
  const url = new URL(baseUrl + DAYS_PATH);
  url.search = new URLSearchParams({
    dataset: "daily-summaries",
    stations: station,
    startDate: start_date,
    // The end date is inclusive.
    endDate: addDays(end_date, -1),
    dataTypes: "TMAX,TMIN",
    units: "standard",
    format: "json",
    includeAttributes: "true",
  }).toString();
  return url;
}

function* parts({ start_date, end_date }: Period): Generator<Period> {
  for (let start = start_date; start < end_date;) {
    const limit = addDays(start, DAYS_AT_ONCE);
    const end = limit < end_date ? limit : end_date;
    yield { start_date: start, end_date: end };
    start = end;
  }
}
