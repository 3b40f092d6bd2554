/** Users' edits of properties, meters and accounts: written with their change feed entries and the jobs that depend on them, in one transaction. */
import type { App } from "../app.ts";
import { normaliseAddress } from "../domain/address.ts";
import { dayOfTime } from "../domain/calendar.ts";
import { dayFault } from "../domain/day-bounds.ts";
import { invalid, notFound, Problem } from "../errors.ts";
import { patchMetadata } from "./metadata.ts";
import { requestMonths, requestMonthsOfProperty, requestRollUps } from "./stale-months.ts";
import type { AccountEdit } from "../records/account.ts";
import type { MeterEdit } from "../records/meter.ts";
import type { NewProperty, PropertyEdit } from "../records/property.ts";
import type { Metadata } from "../records/scalars.ts";
import { lockAccountsOfMeters } from "../store/records/account-locks.ts";
import type { Trx } from "../store/db.ts";
import { recordChanges } from "../store/events/events.ts";
import { hasMeterWrapper, lockMeter, markMeterMoved, replaceSupply } from "../store/records/meters.ts";
import { findProperty, insertProperty, updateProperty } from "../store/records/properties.ts";
import {
  lockProperty,
  lockRecord,
  replaceMetadata,
  updateRecord,
  type RecordTable,
} from "../store/records/record-edits.ts";
import { attachStations, findStationOfPlace, releaseStation } from "../store/records/property-stations.ts";
import { markCarbonStale } from "../store/bills/usage-carbon.ts";
import { findWeatherStation } from "../store/weather/weather-stations.ts";

export interface EditedRecord {
  table: RecordTable;
  company_id: number;
  id: number;
}

const UPDATED = {
  utility_accounts: "utility_account.updated",
  utility_meters: "utility_meter.updated",
  properties: "property.updated",
} as const satisfies Record<RecordTable, string>;

const unchecked = (): Promise<void> => Promise.resolve();
const isEmpty = (edit: object): boolean => Object.keys(edit).length === 0;

/** @throws Problem conflict when a property of the company has the address; invalid when its weather station is unknown */
export async function createProperty(trx: Trx, companyId: number, property: NewProperty): Promise<number> {
  await requireStation(trx, property);
  const { street1, city, state, zip_code } = property;
  const written = [street1, city, [state, zip_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const address_key = street1 === undefined || street1 === null ? null : (normaliseAddress(written)?.key ?? null);
  const id = await insertProperty(trx, companyId, { ...property, address_key });
  if (id === undefined) throw new Problem("conflict", "The company has a property at this address already.");
  if (property.weather_station_alpha_id === undefined) await attachStations(trx, companyId, [id]);
  await recordChanges(trx, companyId, [{ event_type: "property.created", record_id: id }]);
  return id;
}

/** @throws Problem invalid for an unknown weather station */
async function requireStation(trx: Trx, { weather_station_alpha_id: id }: PropertyEdit): Promise<void> {
  if (typeof id === "string" && (await findWeatherStation(trx, id)) === undefined)
    throw invalid([{ pointer: "/weather_station_alpha_id", detail: "There is no weather station with this id." }]);
}

/** Replaces all metadata by the given one, which the caller has checked. @throws Problem not-found; whatever `check` throws */
export async function replaceRecordMetadata(
  app: Pick<App, "jobs" | "now">,
  trx: Trx,
  { table, company_id, id }: EditedRecord,
  metadata: Metadata,
  check: () => Promise<void>,
): Promise<void> {
  await check();
  if (!(await replaceMetadata(trx, table, company_id, id, metadata))) throw notFound();
  // The metadata holds the use of a property, on which its score depends.
  if (table === "properties") await requestRollUps(app, trx, company_id, [id]);
  await recordChanges(trx, company_id, [{ event_type: UPDATED[table], record_id: id }]);
}

/** The fields that the CO2 of electricity depends on. */
const CARBON_PLACE = ["country", "state", "zip_code"] as const;
/** The fields that the weather station depends on. */
const WEATHER_PLACE = ["latitude", "longitude", "zip_code", "country"] as const;

const movesCarbon = (edit: PropertyEdit): boolean => CARBON_PLACE.some((name) => name in edit);

/**
 * The address by which bills find the property is not changed. `check` runs once the property is locked. @throws Problem
 * not-found; invalid as above; whatever `check` throws
 */
export async function editProperty(
  app: Pick<App, "jobs" | "now">,
  trx: Trx,
  companyId: number,
  id: number,
  edit: PropertyEdit,
  check: () => Promise<void> = unchecked,
): Promise<void> {
  // Meters show the property's name, so they change with it.
  const along = { accounts: movesCarbon(edit), meters: edit.name !== undefined };
  const meterIds = await lockProperty(trx, companyId, id, along);
  await check();
  if (isEmpty(edit)) return;
  await requireStation(trx, edit);
  if (movesCarbon(edit)) await markCarbonStale(trx, companyId, meterIds);
  const moves = WEATHER_PLACE.some((name) => name in edit) && edit.weather_station_alpha_id === undefined;
  const station = moves ? await findStationOfPlace(trx, companyId, id, edit) : null;
  const { metadata, ...fields } = edit;
  if (metadata !== undefined) await patch(app, trx, { table: "properties", company_id: companyId, id }, metadata);
  if (!isEmpty(fields) && !(await updateProperty(trx, companyId, id, fields, meterIds))) throw notFound();
  if (station !== null) await releaseStation(trx, companyId, id, station);
  // Findings take the weather of the station out of the use.
  if (moves || edit.weather_station_alpha_id !== undefined) await requestMonthsOfProperty(trx, companyId, id);
  // Intensities depend on the area, a score on the weather station.
  await requestRollUps(app, trx, companyId, [id]);
  if (moves) await attachStations(trx, companyId, [id]);
  await recordChanges(trx, companyId, [{ event_type: "property.updated", record_id: id }]);
}

/** With `app`, the values of known keys are checked. @throws Problem as `patchMetadata` */
const patch = (
  app: Pick<App, "now"> | null,
  trx: Trx,
  record: Parameters<typeof patchMetadata>[1],
  metadata: object,
): Promise<void> =>
  // The body was parsed from JSON, and is an object.
  patchMetadata(trx, record, metadata as Metadata, app === null ? null : dayOfTime(app.now()));

const isSupply = (type: string): boolean => type === "SUPPLY";

/** True when an edit of a meter changes its bills. */
const reachesBills = ({ property_id, service_address, association_type }: MeterEdit): boolean =>
  property_id !== undefined || service_address !== undefined || association_type !== undefined;

/** As `editProperty`. @throws Problem not-found; invalid when the company does not have its property or wrapper */
export async function editMeter(
  app: Pick<App, "jobs" | "now">,
  trx: Trx,
  companyId: number,
  id: number,
  edit: MeterEdit,
  check: () => Promise<void> = unchecked,
): Promise<void> {
  if (reachesBills(edit)) await lockAccountsOfMeters(trx, companyId, [id]);
  const before = await lockMeter(trx, companyId, id);
  if (before === undefined) throw notFound();
  await check();
  if (isEmpty(edit)) return;
  const { metadata, ...fields } = edit;
  const { property_id, meter_wrapper_id, deactivation_date } = fields;
  const dayIsWrong = typeof deactivation_date === "string" ? dayFault(deactivation_date, dayOfTime(app.now())) : null;
  if (dayIsWrong !== null) throw invalid([{ pointer: "/deactivation_date", detail: dayIsWrong }]);
  if (typeof property_id === "number" && (await findProperty(trx, companyId, property_id)) === undefined)
    throw invalid([{ pointer: "/property_id", detail: "The company has no property with this id." }]);
  if (meter_wrapper_id !== undefined && !(await hasMeterWrapper(trx, companyId, meter_wrapper_id)))
    throw invalid([{ pointer: "/meter_wrapper_id", detail: "The company has no meter wrapper with this id." }]);
  if (property_id !== undefined || edit.service_address !== undefined) await markCarbonStale(trx, companyId, [id]);
  const { association_type = before.association_type } = edit;
  const changesSide = isSupply(association_type) !== isSupply(before.association_type);
  if (changesSide) await replaceSupply(trx, companyId, id, isSupply(association_type));
  if (property_id !== undefined) await markMeterMoved(trx, companyId, id, property_id);
  if (metadata !== undefined) await patch(app, trx, { table: "utility_meters", company_id: companyId, id }, metadata);
  if (!isEmpty(fields)) await updateRecord(trx, "utility_meters", companyId, id, fields);
  // A rebuild that has passed the new property and not yet reached the old one would miss the meter.
  if (changesSide || edit.deactivation_date !== undefined || property_id !== undefined)
    await requestMonths(app, trx, companyId, [id]);
  // In id order, so that two edits never deadlock.
  const properties = [...new Set([before.property_id, property_id].filter((each) => typeof each === "number"))];
  properties.sort((a, b) => a - b);
  await requestRollUps(app, trx, companyId, properties);
  await recordChanges(trx, companyId, [{ event_type: "utility_meter.updated", record_id: id }]);
}

/** As `editProperty`. @throws Problem not-found */
export async function editAccount(
  trx: Trx,
  companyId: number,
  id: number,
  edit: AccountEdit,
  check: () => Promise<void> = unchecked,
): Promise<void> {
  await check();
  if (isEmpty(edit)) return;
  const { metadata, ...fields } = edit;
  await lockRecord(trx, "utility_accounts", companyId, id);
  // No report reads the metadata of accounts, so its keys are not checked.
  if (metadata !== undefined)
    await patch(null, trx, { table: "utility_accounts", company_id: companyId, id }, metadata);
  if (!isEmpty(fields) && !(await updateRecord(trx, "utility_accounts", companyId, id, fields))) throw notFound();
  await recordChanges(trx, companyId, [{ event_type: "utility_account.updated", record_id: id }]);
}
