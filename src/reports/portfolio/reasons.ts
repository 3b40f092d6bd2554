/** Why the cost of properties changed: the main cause of each, from the months of its meters and the weather. */
import type { ChangeCause, EnergyType } from "../../records/codes.ts";
import { CENTS } from "../../domain/exact.ts";
import { mainCause } from "../../domain/variance/main-cause.ts";
import {
  monthsNeeded,
  sumOfVariances,
  varianceOfMeters,
  type ComparedPeriods,
  type MeterVariance,
} from "../../domain/variance/property-variance.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import type { Db } from "../../store/db.ts";
import { listMonths } from "../../store/derived/months.ts";
import { listMetersOfProperties, listWeatherOfProperties } from "../../store/derived/portfolio.ts";

export interface Reason {
  cause: ChangeCause;
  /** How much of the change it explains. */
  amount: number;
}

/** Meters whose months are compared between two turns of the event loop: some ten milliseconds. */
const METERS_AT_ONCE = 200;

/** By property; one without a change has none. */
export async function reasonsOfChange(
  db: Db,
  companyId: number,
  propertyIds: readonly number[],
  spans: ComparedPeriods,
): Promise<ReadonlyMap<number, Reason>> {
  const range = monthsNeeded(spans);
  const meters = await listMetersOfProperties(db, companyId, propertyIds);
  const weather = Map.groupBy(
    await listWeatherOfProperties(db, companyId, propertyIds, range),
    ({ property_id }) => property_id,
  );
  const variances = new Map<number, MeterVariance[]>();
  for (let at = 0; at < meters.length; at += METERS_AT_ONCE) {
    const batch = meters.slice(at, at + METERS_AT_ONCE);
    const ids = batch.map(({ id }) => id);
    const months = Map.groupBy(await listMonths(db, companyId, ids, range), ({ utility_meter_id }) => utility_meter_id);
    for (const [propertyId, own] of Map.groupBy(batch, ({ property_id }) => property_id)) {
      // The column holds the closed list of records/codes.
      const compared = own.map(({ id, energy_type }) => ({
        id,
        energy_type: energy_type as EnergyType,
        months: months.get(id) ?? [],
      }));
      const found = varianceOfMeters(compared, weather.get(propertyId) ?? [], spans);
      variances.set(propertyId, [...(variances.get(propertyId) ?? []), ...found]);
    }
  }
  return new Map(
    [...variances].flatMap(([propertyId, of]) => {
      const main = mainCause(sumOfVariances(of));
      return main === null ? [] : [[propertyId, { cause: main.cause, amount: fromUnits(main.amount, CENTS) }]];
    }),
  );
}
