/** The weather stations of properties: assigned automatically by location, never in place of a user's choice. */
import { sql, type RawBuilder } from "kysely";
import { nearestStation } from "../../domain/nearest-station.ts";
import type { ZipAddress } from "../../domain/us-zip.ts";
import type { Sql, Trx } from "../db.ts";
import { insertRollUps } from "../jobs.ts";
import { listStationPlaces } from "../weather/weather-stations.ts";
import { hasCoordinates, placeOf, type MaybeCoordinates } from "../../weather/zip-places.ts";

/** A station published by these utilities, for properties without coordinates that one of them serves. */
export interface UtilityStation {
  alpha_id: string;
  /** The keys of the utilities. */
  utilities: readonly string[];
}

/**
 * Assigns stations to properties without one: that of their utility, or the nearest when they have a location. This changes
 * `updated_at` and creates no event.
 */
export async function attachStations(
  trx: Trx,
  companyId: number,
  propertyIds: readonly number[],
  utilityStations: readonly UtilityStation[] = [],
): Promise<void> {
  if (propertyIds.length === 0) return;
  await attachCustomers(trx, utilityStations, { companyId, propertyIds });
  const properties = await waitingProperties(trx, utilityStations)
    .select(PLACE)
    .where("company_id", "=", companyId)
    .where("id", "=", sql<number>`any(${propertyIds}::bigint[])`)
    .execute();
  // Imported properties often have no location: then the stations are not read.
  if (properties.length === 0) return;
  const stations = await listStationPlaces(trx);
  if (stations.length > 0) await attachEach(trx, stations, properties);
}

/**
 * The automatic station to remove when the location changes: the nearest one, or, when coordinates are first given, a utility's
 * station without a location. Null for any other, which a user chose. Call it before the location is written.
 */
export async function findStationOfPlace(
  trx: Trx,
  companyId: number,
  propertyId: number,
  edit: Partial<MaybeCoordinates>,
): Promise<string | null> {
  const property = await trx
    .selectFrom("properties as property")
    .innerJoin("weather_stations as station", "station.alpha_id", "property.weather_station_alpha_id")
    .select(["property.latitude", "property.longitude", "property.country", "property.zip_code"])
    .select(["station.alpha_id", "station.latitude as station_latitude"])
    .where("property.company_id", "=", companyId)
    .where("property.id", "=", propertyId)
    .executeTakeFirst();
  if (property === undefined) return null;
  const { alpha_id, station_latitude } = property;
  const { latitude = property.latitude, longitude = property.longitude } = edit;
  const isFirstPlaced = !hasCoordinates(property) && hasCoordinates({ latitude, longitude });
  if (isFirstPlaced && station_latitude === null) return alpha_id;
  const place = await placeOf(property);
  const nearest = place === null ? null : nearestStation(await listStationPlaces(trx), place);
  return nearest?.alpha_id === alpha_id ? alpha_id : null;
}

/** Call it after the location was written. A station chosen meanwhile is kept. */
export async function releaseStation(trx: Trx, companyId: number, propertyId: number, alphaId: string): Promise<void> {
  await trx
    .updateTable("properties")
    .set({ weather_station_alpha_id: null })
    .where("company_id", "=", companyId)
    .where("id", "=", propertyId)
    .where("weather_station_alpha_id", "=", alphaId)
    .execute();
}

const PROPERTIES_AT_ONCE = 1000;

/** Assigns stations to all properties of all companies without one, as after new stations were imported. Returns how many got one. */
export async function attachWaitingProperties(
  db: Sql,
  utilityStations: readonly UtilityStation[] = [],
): Promise<number> {
  const stations = await listStationPlaces(db);
  let attached = await attachCustomers(db, utilityStations);
  for (let after = 0; stations.length > 0;) {
    const waiting = await waitingProperties(db, utilityStations)
      .select(PLACE)
      .where("id", ">", after)
      .orderBy("id")
      .limit(PROPERTIES_AT_ONCE)
      .execute();
    attached += await attachEach(db, stations, waiting);
    const last = waiting.at(-1);
    if (last === undefined || waiting.length < PROPERTIES_AT_ONCE) break;
    after = last.id;
  }
  return attached;
}

/** Properties with a location and without a station. */
export async function isPropertyWaiting(db: Sql): Promise<boolean> {
  return (await waitingProperties(db, []).select("id").limit(1).executeTakeFirst()) !== undefined;
}

const waitingProperties = (db: Sql, utilityStations: readonly UtilityStation[]) =>
  db
    .selectFrom("properties")
    .where("weather_station_alpha_id", "is", null)
    .where((eb) => eb.or([eb("latitude", "is not", null), eb("zip_code", "is not", null)]))
    .$if(utilityStations.length > 0, (query) =>
      query.where(({ not }) => not(isCustomerOf(utilityStations.flatMap(({ utilities }) => utilities)))),
    );

const PLACE = ["id", "latitude", "longitude", "country", "zip_code"] as const;

async function attachEach(
  db: Sql,
  stations: Awaited<ReturnType<typeof listStationPlaces>>,
  properties: readonly (MaybeCoordinates & ZipAddress & { id: number })[],
): Promise<number> {
  const found: { id: number; alpha_id: string }[] = [];
  for (const property of properties) {
    const place = await placeOf(property);
    const station = place === null ? null : nearestStation(stations, place);
    if (station !== null) found.push({ id: property.id, alpha_id: station.alpha_id });
  }
  let attached = 0;
  for (const [alphaId, those] of Map.groupBy(found, ({ alpha_id }) => alpha_id)) {
    attached += await setStation(
      db,
      those.map(({ id }) => id),
      alphaId,
    );
  }
  return attached;
}

/** Condition for properties that one of these utilities bills. */
const isCustomerOf = (utilityKeys: readonly string[]) => sql<boolean>`exists (
  select 1
  from utility_meters as meter
  join utility_accounts as account on account.company_id = meter.company_id and account.id = meter.utility_account_id
  join utility_companies as utility on utility.id = account.utility_company_id
  where meter.company_id = properties.company_id and meter.property_id = properties.id
    and utility.key = any(${utilityKeys}))`;

/** Assigns the station to properties that the query returns by id, in one statement, and enqueues their roll-ups, since scores depend on the weather. Returns how many. */
async function giveStation(db: Sql, alphaId: string, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with given as (
      update properties set weather_station_alpha_id = ${alphaId}, updated_at = now() where id in (${ids})
      returning company_id, id, metadata ? 'property_use' as is_rated),
    rolled_up as (${insertRollUps(sql`select company_id, id from given where is_rated`)})
    select count(*) from given`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Assigns the station of their utility to properties without coordinates and station: to these of a company, or to all of all
 * companies. Returns how many got it. Rows locked by another transaction are skipped until the next time, to avoid deadlocks.
 */
export async function attachCustomers(
  db: Sql,
  utilityStations: readonly UtilityStation[],
  only: { companyId: number; propertyIds: readonly number[] } | null = null,
): Promise<number> {
  const isMeant =
    only === null ? sql`true` : sql`company_id = ${only.companyId} and id = any(${only.propertyIds}::bigint[])`;
  let attached = 0;
  for (const { alpha_id, utilities } of utilityStations) {
    attached += await giveStation(
      db,
      alpha_id,
      sql`
        select id from properties
        where weather_station_alpha_id is null and latitude is null
          and ${isMeant}
          and exists (select 1 from weather_stations where alpha_id = ${alpha_id})
          and ${isCustomerOf(utilities)}
        for no key update skip locked`,
    );
  }
  return attached;
}

/** Checks again that there is no station, since one may have been chosen meanwhile. In id order. */
const setStation = (db: Sql, propertyIds: number[], alphaId: string): Promise<number> =>
  giveStation(
    db,
    alphaId,
    sql`
      select id from properties
      where id = any(${propertyIds}::bigint[]) and weather_station_alpha_id is null
      order by id
      for no key update skip locked`,
  );
