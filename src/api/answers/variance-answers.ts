/** The answer that says why a property cost more or less in some months than in others. */
import type { App } from "../../app.ts";
import { CENTS } from "../../domain/exact.ts";
import { slicesOf } from "../../domain/slices.ts";
import {
  monthsNeeded,
  monthsOfPeriod,
  sumOfVariances,
  varianceOfMeters,
  weatherByMonth,
  type ComparedPeriods,
  type MeterVariance,
  type MonthsCompared,
} from "../../domain/variance/property-variance.ts";
import { limitReading } from "../lists.ts";
import type { Change } from "../../domain/variance/explain-change.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import { CHANGE_CAUSES } from "../../records/codes.ts";
import type { PropertyVariance } from "../../records/variance.ts";
import { wireDay } from "../../records/wire.ts";
import { listComparedMeters } from "../../store/derived/compared-meters.ts";
import { listDegreeDays, listPropertyMonths } from "../../store/derived/property-months.ts";
import { listMetersOfProperty } from "../../store/records/meters.ts";
import { asServedMeter } from "../../store/derived/roll-up-rows.ts";

/** Meters whose months are compared between two turns of the event loop: some ten milliseconds. */
const METERS_AT_ONCE = 200;

export async function propertyVariance(
  { db }: Pick<App, "db">,
  { company_id, id }: { company_id: number; id: number },
  { period, against }: ComparedPeriods,
): Promise<PropertyVariance> {
  const range = monthsNeeded({ period, against });
  const meters = await listMetersOfProperty(db, company_id, id);
  const weather = weatherByMonth(await listDegreeDays(db, company_id, id, range));
  const wholes = await listPropertyMonths(db, company_id, id, "property", range);
  const ofMeters: MeterVariance[] = [];
  for (const batch of slicesOf(meters.map(asServedMeter), METERS_AT_ONCE)) {
    const compared = await limitReading(company_id, () => listComparedMeters(db, company_id, batch, range));
    ofMeters.push(...varianceOfMeters(compared, weather, { period, against }));
  }
  const numbers = new Map(meters.map((meter) => [meter.id, meter.meter_num]));
  const complete = new Set(wholes.flatMap((month) => (month.month_complete ? [month.effective_month] : [])));
  const wirePeriod = (asked: MonthsCompared) => ({
    first_month: wireDay(asked.first),
    months: asked.count,
    month_complete: monthsOfPeriod(asked).every((month) => complete.has(month)),
  });
  return {
    svc_object_type: "PropertyVariance",
    property_id: id,
    period: wirePeriod(period),
    against: wirePeriod(against),
    ...wireSums(ofMeters),
    energy_types: [...Map.groupBy(ofMeters, ({ energy_type }) => energy_type)].map(([energy_type, of]) => ({
      energy_type,
      ...wireSums(of),
    })),
    meters: ofMeters.map((meter) => ({
      utility_meter_id: meter.utility_meter_id,
      meter_num: numbers.get(meter.utility_meter_id) ?? null,
      energy_type: meter.energy_type,
      ...wireSums([meter]),
      weather_model: meter.weather && {
        base_per_day: meter.weather.base,
        per_heating_degree_day: meter.weather.perHeating,
        per_cooling_degree_day: meter.weather.perCooling,
        adjusted_r2: meter.weather.adjustedR2,
      },
    })),
  };
}

function wireSums(meters: readonly MeterVariance[]) {
  const parts = sumOfVariances(meters);
  const sum = (of: (meter: MeterVariance) => number | null): number | null => {
    const known = meters.flatMap((meter) => of(meter) ?? []);
    return known.length === 0
      ? null
      : fromUnits(
          known.reduce((total, cents) => total + cents, 0),
          CENTS,
        );
  };
  return {
    cost: sum(({ cost }) => cost),
    cost_against: sum(({ costAgainst }) => costAgainst),
    change: fromUnits(
      CHANGE_CAUSES.reduce((total, cause) => total + parts[cause], 0),
      CENTS,
    ),
    parts: wireParts(parts),
  };
}

// Each cause of the table has its part.
const wireParts = (parts: Change) =>
  Object.fromEntries(CHANGE_CAUSES.map((cause) => [cause, fromUnits(parts[cause], CENTS)])) as Change;
