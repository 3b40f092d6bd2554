/** Weather stations: they belong to no company, and are used by the properties of all companies. */
import { sql } from "kysely";
import type { WeatherStation } from "../../records/weather.ts";
import type { Sql, Trx } from "../db.ts";

export function findWeatherStation(db: Sql, alphaId: string) {
  return db.selectFrom("weather_stations").selectAll().where("alpha_id", "=", alphaId).executeTakeFirst();
}

/** Finds a station by its own id or that of the archive. */
export function findStationBySourceId(db: Sql, id: string) {
  return db
    .selectFrom("weather_stations")
    .selectAll()
    .where((eb) => eb.or([eb("alpha_id", "=", id), eb("ghcn_id", "=", id)]))
    .orderBy(sql`alpha_id = ${id}`, "desc")
    .executeTakeFirst();
}

/** Stations with a location, except those that were read and had no temperatures. */
export async function listStationPlaces(db: Sql) {
  const rows = await db
    .selectFrom("weather_stations as station")
    .select(["alpha_id", "name", "latitude", "longitude", "time_zone"])
    .where("latitude", "is not", null)
    .where("longitude", "is not", null)
    .where(
      sql<boolean>`(checked_at is null or exists (
        select 1 from daily_temperatures where weather_station_alpha_id = station.alpha_id))`,
    )
    .orderBy("alpha_id")
    .execute();
  return rows.flatMap((row) => {
    const { latitude, longitude } = row;
    return latitude === null || longitude === null ? [] : [{ ...row, latitude, longitude }];
  });
}

/** True when a list of stations was imported. */
export async function hasStationPlaces(db: Sql): Promise<boolean> {
  const row = await db
    .selectFrom("weather_stations")
    .select("alpha_id")
    .where("latitude", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Rows per statement: six parameters each, of at most 65,535. */
const STATIONS_AT_ONCE = 5000;

/**
 * Adds stations and updates known ones; returns how many rows were written. A station keeps its first id, which properties refer
 * to: another id for the same archive station changes only the other fields. A `list` takes precedence over stored values; a
 * `mention` beside temperatures only fills unknown fields, so that two spellings do not overwrite each other in turn.
 */
export async function upsertStations(
  trx: Trx,
  stations: readonly WeatherStation[],
  source: "list" | "mention",
): Promise<number> {
  // Two parallel lists could both add the same station.
  await sql`lock table weather_stations in share row exclusive mode`.execute(trx);
  const known = await trx.selectFrom("weather_stations").select(FIELDS).execute();
  const byId = new Map(known.map((row) => [row.alpha_id, row]));
  const byArchive = new Map(known.flatMap((row) => (row.ghcn_id === null ? [] : [[row.ghcn_id, row] as const])));
  const changed = new Map<string, WeatherStation>();
  for (const given of stations) {
    const row = (given.ghcn_id === null ? undefined : byArchive.get(given.ghcn_id)) ?? byId.get(given.alpha_id);
    const learned = row === undefined ? given : learn(row, given, source);
    if (row === undefined || FIELDS.some((field) => row[field] !== learned[field]))
      changed.set(learned.alpha_id, learned);
  }
  const rows = [...changed.values()];
  for (let start = 0; start < rows.length; start += STATIONS_AT_ONCE) {
    await trx
      .insertInto("weather_stations")
      .values(rows.slice(start, start + STATIONS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.column("alpha_id").doUpdateSet((eb) => ({
          ...Object.fromEntries(FIELDS.map((field) => [field, eb.ref(`excluded.${field}`)])),
          updated_at: sql`now()`,
        })),
      )
      .execute();
  }
  return rows.length;
}

const FIELDS = ["alpha_id", "ghcn_id", "name", "latitude", "longitude", "time_zone"] as const;

/** Merges the stored and the given station. Missing fields remove nothing, and an id does not count as a name. */
function learn(known: WeatherStation, given: WeatherStation, source: "list" | "mention"): WeatherStation {
  const [better, other] = source === "list" ? [given, known] : [known, given];
  const isNamed = better.name !== better.alpha_id && better.name !== better.ghcn_id;
  // One coordinate alone is not a location.
  const isPlaced = better.latitude !== null && better.longitude !== null;
  return {
    alpha_id: known.alpha_id,
    ghcn_id: known.ghcn_id ?? given.ghcn_id,
    name: isNamed ? better.name : other.name,
    ...placeOf(isPlaced ? better : other),
    time_zone: better.time_zone ?? other.time_zone,
  };
}

const placeOf = ({ latitude, longitude }: WeatherStation) => ({ latitude, longitude });

/** Stations of the archive that a property uses and that were not read since an instant. */
export async function listStationsDue(db: Sql, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("weather_stations as station")
    .select("alpha_id")
    .where("ghcn_id", "is not", null)
    .where((eb) => eb.or([eb("checked_at", "is", null), eb("checked_at", "<", before)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("properties")
          .select("id")
          .whereRef("properties.weather_station_alpha_id", "=", "station.alpha_id"),
      ),
    )
    .orderBy("alpha_id")
    .limit(limit)
    .execute();
  return rows.map(({ alpha_id }) => alpha_id);
}

export async function setStationChecked(db: Sql, alphaId: string, at: string): Promise<void> {
  await db.updateTable("weather_stations").set({ checked_at: at }).where("alpha_id", "=", alphaId).execute();
}
