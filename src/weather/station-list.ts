/** Reads the archive's list of stations (isd-history.csv): airports of the United States that still report. */
import type { WeatherStation } from "../records/weather.ts";
import { addDays, isDay } from "../domain/calendar.ts";
import { rowsOf } from "./csv.ts";

export const looksLikeStationList = (text: string): boolean => /^"?USAF"?,"?WBAN"?,/.test(text);

/** A station that has not reported for longer than this before the list was written is closed. */
const SILENT_DAYS = 180;
const NO_WBAN = "99999";

/** One row per airport: a renumbered airport is in the list more than once, and the latest row counts. */
export function readStationList(text: string): WeatherStation[] {
  const rows = rowsOf(text).map((row) => ({ row, until: dayOf(row["END"] ?? "") }));
  const newest = rows.reduce((latest, { until }) => (until > latest ? until : latest), "");
  if (newest === "") return [];
  const since = addDays(newest, -SILENT_DAYS);
  const latest = new Map<string, { until: string; station: WeatherStation }>();
  for (const { row, until } of rows) {
    const station = until >= since ? stationOf(row) : null;
    if (station === null) continue;
    const known = latest.get(station.alpha_id);
    if (known === undefined || known.until < until) latest.set(station.alpha_id, { until, station });
  }
  return uniqueInArchive([...latest.values()].map(({ station }) => station));
}

/** Null for a row that is not an airport of the country, or has no number or location of its own. */
function stationOf(row: Record<string, string>): WeatherStation | null {
  const { WBAN: wban = "", CTRY: country, STATE: state = "", ICAO: alpha_id = "", LAT = "", LON = "" } = row;
  const [latitude, longitude] = [Number(LAT || Number.NaN), Number(LON || Number.NaN)];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  if (country !== "US" || !/^\d{5}$/.test(wban) || wban === NO_WBAN || !/^[A-Z][A-Z0-9]{3}$/.test(alpha_id))
    return null;
  if (!isPlace) return null;
  const name = [row["STATION NAME"], state].filter(Boolean).join(", ");
  // The archive writes W for a WBAN number and pads with zeros.
  return { alpha_id, ghcn_id: `USW000${wban}`, name, latitude, longitude, time_zone: STATE_TIME_ZONES[state] ?? null };
}

/** When two airports share one number of the archive, the first keeps it; the other has no temperatures and is left out. */
function uniqueInArchive(stations: WeatherStation[]): WeatherStation[] {
  const taken = new Set<string | null>();
  return stations.filter(({ ghcn_id }) => !taken.has(ghcn_id) && taken.add(ghcn_id));
}

const ZONES: Record<string, string> = {
  "America/New_York": "CT DE DC GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV",
  "America/Chicago": "AL AR IL IA LA MN MS MO OK WI",
  "America/Denver": "CO MT NM UT WY",
  "America/Phoenix": "AZ",
  "America/Los_Angeles": "CA WA",
  "Pacific/Honolulu": "HI",
  "America/Puerto_Rico": "PR",
};

/** The time zone of each state that has only one. In the other states the zone of a place is unknown. */
const STATE_TIME_ZONES: Record<string, string> = Object.fromEntries(
  Object.entries(ZONES).flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone])),
);

/** `YYYYMMDD`; empty for anything else. */
function dayOf(text: string): string {
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
  return isDay(day) ? day : "";
}
