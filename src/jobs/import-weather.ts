/** Writes what a file of weather holds: its stations, then the temperatures of each, and only what differs. */
import type { App } from "../app.ts";
import type { WeatherFile } from "../connectors/weather/read-file.ts";
import type { WeatherStation } from "../records/weather.ts";
import { attachWaitingProperties } from "../store/property-stations.ts";
import { replaceTemperatures } from "../store/weather.ts";
import { findStationBySourceId, upsertStations } from "../store/weather-stations.ts";

export interface ImportedWeather {
  /** Rows that were new or changed. */
  stations: number;
  days: number;
}

/** Temperatures of a station go in whole or not at all. */
export async function importWeatherFile({ db }: Pick<App, "db">, file: WeatherFile): Promise<ImportedWeather> {
  const stations = await importStations({ db }, file.stations, file.temperatures.length > 0 ? "mention" : "list");
  let days = 0;
  for (const each of file.temperatures) {
    const station = await findStationBySourceId(db, each.station_id);
    if (station === undefined) continue;
    days += await db.transaction().execute((trx) => replaceTemperatures(trx, station.alpha_id, each.days, "file"));
  }
  return { stations, days };
}

/** Properties that waited for a station get the nearest. Returns how many stations were new or changed. */
export async function importStations(
  { db }: Pick<App, "db">,
  stations: readonly WeatherStation[],
  told: "list" | "mention",
): Promise<number> {
  if (stations.length === 0) return 0;
  const written = await db.transaction().execute((trx) => upsertStations(trx, stations, told));
  if (written > 0) await attachWaitingProperties(db);
  return written;
}
