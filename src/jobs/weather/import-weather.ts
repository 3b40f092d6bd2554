/** Writes the stations of a weather file, then the temperatures of each; only changed rows are written. */
import type { WeatherFile } from "../../weather/read-file.ts";
import type { WeatherStation } from "../../records/weather.ts";
import type { Db } from "../../store/db.ts";
import { attachWaitingProperties, type UtilityStation } from "../../store/records/property-stations.ts";
import { replaceTemperatures } from "../../store/weather/weather.ts";
import { findStationBySourceId, upsertStations } from "../../store/weather/weather-stations.ts";

export interface ImportedWeather {
  /** New or changed rows. */
  stations: number;
  days: number;
}

/** The temperatures of one station are written in one transaction. */
export async function importWeatherFile(
  db: Db,
  file: WeatherFile,
  utilityStations: readonly UtilityStation[] = [],
): Promise<ImportedWeather> {
  const source = file.temperatures.length > 0 ? "mention" : "list";
  const stations = await importStations(db, file.stations, source, utilityStations);
  let days = 0;
  for (const each of file.temperatures) {
    const station = await findStationBySourceId(db, each.station_id);
    if (station === undefined) continue;
    days += await db.transaction().execute((trx) => replaceTemperatures(trx, station.alpha_id, each.days, "file"));
  }
  return { stations, days };
}

/** Writes stations and assigns the nearest one, or that of the utility, to properties that wait for one. Returns how many stations were new or changed. */
export async function importStations(
  db: Db,
  stations: readonly WeatherStation[],
  source: "list" | "mention",
  utilityStations: readonly UtilityStation[],
): Promise<number> {
  if (stations.length === 0) return 0;
  const written = await db.transaction().execute((trx) => upsertStations(trx, stations, source));
  if (written > 0) await attachWaitingProperties(db, utilityStations);
  return written;
}
