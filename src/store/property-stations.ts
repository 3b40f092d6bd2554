/** Which weather station a property looks to: set by itself where there is a place and none was chosen, never over a choice. */
import { sql } from "kysely";
import { nearestStation, type Place } from "../domain/nearest-station.ts";
import type { Sql, Trx } from "./db.ts";
import { listStationPlaces } from "./weather-stations.ts";

/** Looks for the station nearest to one property that has a place and no station. What is derived moves `updated_at` and is no event. */
export async function attachNearestStation(trx: Trx, companyId: number, propertyId: number): Promise<void> {
  const property = await trx
    .selectFrom("properties")
    .select(["id", "latitude", "longitude"])
    .where("company_id", "=", companyId)
    .where("id", "=", propertyId)
    .where("weather_station_alpha_id", "is", null)
    .executeTakeFirst();
  if (property === undefined || !hasPlace(property)) return;
  const station = nearestStation(await listStationPlaces(trx), property);
  if (station !== null) await setStation(trx, [property.id], station.alpha_id);
}

const PROPERTIES_AT_ONCE = 1000;

/** The same for every property of every company that waits, as when stations have become known. Returns how many got one. */
export async function attachWaitingProperties(db: Sql): Promise<number> {
  const stations = await listStationPlaces(db);
  let attached = 0;
  for (let after = 0; ;) {
    const waiting = await db
      .selectFrom("properties")
      .select(["id", "latitude", "longitude"])
      .where("weather_station_alpha_id", "is", null)
      .where("latitude", "is not", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(PROPERTIES_AT_ONCE)
      .execute();
    const found = waiting.filter(hasPlace).flatMap((property) => {
      const station = nearestStation(stations, property);
      return station === null ? [] : [{ id: property.id, alpha_id: station.alpha_id }];
    });
    for (const [alphaId, properties] of Map.groupBy(found, ({ alpha_id }) => alpha_id)) {
      attached += await setStation(
        db,
        properties.map(({ id }) => id),
        alphaId,
      );
    }
    const last = waiting.at(-1);
    if (last === undefined || waiting.length < PROPERTIES_AT_ONCE) return attached;
    after = last.id;
  }
}

/** Properties that have a place and no station. */
export async function isPropertyWaiting(db: Sql): Promise<boolean> {
  const row = await db
    .selectFrom("properties")
    .select("id")
    .where("weather_station_alpha_id", "is", null)
    .where("latitude", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives a station to properties without place and station that one of these utilities serves. Returns how many got it.
 * What somebody else is writing at this moment is left for the next time: nobody waits for nobody in a ring.
 */
export async function attachCustomersOf(db: Sql, utilityKeys: readonly string[], alphaId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update properties set weather_station_alpha_id = ${alphaId}, updated_at = now()
    where id in (
      select property.id
      from properties as property
      where property.weather_station_alpha_id is null and property.latitude is null
        and exists (select 1 from weather_stations where alpha_id = ${alphaId})
        and exists (
          select 1
          from utility_meters as meter
          join utility_accounts as account
            on account.company_id = meter.company_id and account.id = meter.utility_account_id
          join utility_companies as utility on utility.id = account.utility_company_id
          where meter.company_id = property.company_id and meter.property_id = property.id
            and utility.key = any(${utilityKeys}))
      for no key update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const hasPlace = <P extends { latitude: number | null; longitude: number | null }>(
  property: P,
): property is P & Place => property.latitude !== null && property.longitude !== null;

/** Again only where there is none: somebody may have chosen one in the meantime. In the order of their ids. */
async function setStation(db: Sql, propertyIds: number[], alphaId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update properties set weather_station_alpha_id = ${alphaId}, updated_at = now()
    where id in (
      select id from properties
      where id = any(${propertyIds}::bigint[]) and weather_station_alpha_id is null
      order by id
      for no key update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
