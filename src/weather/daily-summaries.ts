/** Reads daily summaries in whole degrees F from the archive's access service: CSV with a header, or JSON. */
import type { WeatherStation } from "../records/weather.ts";
import { isDay } from "../domain/calendar.ts";
import { rowsOf } from "./csv.ts";
import { collectReadings, type WeatherData } from "./readings.ts";

export const looksLikeSummaryCsv = (text: string): boolean => /^"?STATION"?,(.*,)?"?DATE"?(,|\r?\n)/.test(text);
export const looksLikeSummaryJson = (text: string): boolean => /^\s*\[\s*(\{\s*"[A-Z_]+"|\])/.test(text);

export const readSummaryCsv = (text: string): WeatherData => readSummaries(rowsOf(text));

/** @throws SyntaxError when it is not JSON */
export function readSummaryJson(text: string): WeatherData {
  const parsed: unknown = JSON.parse(text);
  const rows = Array.isArray(parsed) ? parsed.filter((row) => typeof row === "object" && row !== null) : [];
  return readSummaries(rows.map(textsOf));
}

/** Without the values that are null: they are unknown. */
const textsOf = (row: object): Record<string, string> =>
  Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])));

function readSummaries(rows: Record<string, string>[]): WeatherData {
  const readings = collectReadings();
  const stations = new Map<string, WeatherStation>();
  for (const row of rows) {
    const { STATION: station = "", DATE: date = "" } = row;
    if (station === "" || !isDay(date)) continue;
    if (!stations.has(station)) stations.set(station, stationOf(row));
    for (const element of ["TMAX", "TMIN"] as const) {
      const value = (row[element] ?? "").trim();
      // Attributes are "measurement,quality,source": a quality flag means that the value failed a check.
      const failed = (row[`${element}_ATTRIBUTES`] ?? "").split(",")[1] ?? "";
      if (value !== "" && failed.trim() === "") readings.add(station, date, element, Number(value));
    }
  }
  return { stations: [...stations.values()], temperatures: readings.collected() };
}

/** Such as USW00094789: country, network, number. */
const isArchiveId = (text: string): boolean => /^[A-Z]{2}[A-Z0-9][A-Z0-9_-]{8}$/.test(text);

/** The station of a row; place and name only if they were requested. */
function stationOf({ STATION: id = "", NAME: name, LATITUDE, LONGITUDE }: Record<string, string>): WeatherStation {
  return {
    alpha_id: id,
    ghcn_id: isArchiveId(id) ? id : null,
    name: name || id,
    latitude: numberOf(LATITUDE),
    longitude: numberOf(LONGITUDE),
    time_zone: null,
  };
}

/** Null for a blank, and for what is no number. */
function numberOf(text = ""): number | null {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
