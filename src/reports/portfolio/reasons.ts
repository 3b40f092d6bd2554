/** Why the cost of properties changed: the main cause of each, from the months of its meters and the weather. */
import type { ChangeCause } from "../../records/codes.ts";
import { CENTS } from "../../domain/exact.ts";
import { NO_CHANGE, sumOfChanges, type Change } from "../../domain/variance/explain-change.ts";
import { mainCause } from "../../domain/variance/main-cause.ts";
import {
  monthsNeeded,
  varianceOfMeters,
  weatherByMonth,
  type ComparedPeriods,
  type WeatherByMonth,
} from "../../domain/variance/property-variance.ts";
import { slicesOf } from "../../domain/slices.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import type { Db } from "../../store/db.ts";
import { listComparedMeters } from "../../store/derived/compared-meters.ts";
import { listMetersOfProperties, listWeatherOfProperties } from "../../store/derived/portfolio.ts";
import { readParts } from "../parts/read-parts.ts";

export interface Reason {
  cause: ChangeCause;
  /** How much of the change it explains. */
  amount: number;
}

/** Meters that are compared in one turn of the event loop: some twenty milliseconds. */
const METERS_AT_ONCE = 500;

/** By property; one without a change has none. */
export async function reasonsOfChange(
  db: Db,
  companyId: number,
  propertyIds: readonly number[],
  spans: ComparedPeriods,
): Promise<ReadonlyMap<number, Reason>> {
  const range = monthsNeeded(spans);
  const { stationOf, monthsOf } = await listWeatherOfProperties(db, companyId, propertyIds, range);
  const weatherOf = new Map([...monthsOf].map(([station, months]) => [station, weatherByMonth(months)]));
  const meters = await listMetersOfProperties(db, companyId, propertyIds);
  const read = (batch: typeof meters) => listComparedMeters(db, companyId, batch, range);
  const changes = new Map<number, Change>();
  for await (const batch of readParts(slicesOf(meters, METERS_AT_ONCE), read))
    for (const [propertyId, own] of Map.groupBy(batch, ({ property_id }) => property_id)) {
      const weather = weatherOf.get(stationOf.get(propertyId) ?? "") ?? NO_WEATHER;
      const variances = varianceOfMeters(own, weather, spans);
      const before = changes.get(propertyId) ?? NO_CHANGE;
      changes.set(propertyId, sumOfChanges([before, ...variances.map(({ change }) => change)]));
    }
  return new Map(
    [...changes].flatMap(([propertyId, change]) => {
      const main = mainCause(change);
      return main === null ? [] : [[propertyId, { cause: main.cause, amount: fromUnits(main.amount, CENTS) }]];
    }),
  );
}

const NO_WEATHER: WeatherByMonth = new Map();
