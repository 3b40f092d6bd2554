/** Writes what a file of weather holds: its stations, then the temperatures of each, and only what differs. */
import type { WeatherFile } from "../weather/read-file.ts";
import type { WeatherStation } from "../records/weather.ts";
import type { Db } from "../store/db.ts";
import { attachWaitingProperties, type UtilityStation } from "../store/records/property-stations.ts";
import { replaceTemperatures } from "../store/weather/weather.ts";
import { findStationBySourceId, upsertStations } from "../store/weather/weather-stations.ts";

export interface ImportedWeather {
  /** Rows that were new or changed. */
  stations: number;
  days: number;
}

/** Temperatures of a station go in whole or not at all. */
export async function importWeatherFile(
  db: Db,
  file: WeatherFile,
  utilityStations: readonly UtilityStation[] = [],
): Promise<ImportedWeather> {
  const told = file.temperatures.length > 0 ? "mention" : "list";
  const stations = await importStations(db, file.stations, told, utilityStations);
  let days = 0;
  for (const each of file.temperatures) {
    const station = await findStationBySourceId(db, each.station_id);
    if (station === undefined) continue;
    days += await db.transaction().execute((trx) => replaceTemperatures(trx, station.alpha_id, each.days, "file"));
  }
  return { stations, days };
}

/** Properties that waited for a station get the nearest, or that of their utility. Returns how many stations were new or changed. */
export async function importStations(
  db: Db,
  stations: readonly WeatherStation[],
  told: "list" | "mention",
  utilityStations: readonly UtilityStation[],
): Promise<number> {
  if (stations.length === 0) return 0;
  const written = await db.transaction().execute((trx) => upsertStations(trx, stations, told));
  if (written > 0) await attachWaitingProperties(db, utilityStations);
  return written;
}
