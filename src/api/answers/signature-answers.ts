/** The answer that shows how the use of a meter or of a service of a property depends on the outdoor temperature. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { earlier, monthFromNumber, monthNumber, nextMonth } from "../../domain/calendar.ts";
import { dailyMeansOf } from "../../domain/caltrack/degree-table.ts";
import { RULES } from "../../domain/caltrack/findings.ts";
import { rounded } from "../../domain/exact.ts";
import {
  energySignature,
  SIGNATURE_MONTHS_LEAST,
  type Signature,
  type SignatureMonth,
} from "../../domain/signature.ts";
import { countOf } from "../../domain/text.ts";
import { inTypicalWeather, typicalUse, TYPICAL_YEARS, type TypicalUse } from "../../domain/typical-weather.ts";
import { usageOf, usageUnitOf } from "../../domain/usage-unit.ts";
import { invalid } from "../../errors.ts";
import type { EnergyType, SignatureReason } from "../../records/codes.ts";
import type { MonthFigure } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import type { EnergySignature } from "../../records/signature.ts";
import { wireDay } from "../../records/wire.ts";
import type { MonthRange } from "../../store/derived/months.ts";
import type { PropertyRow } from "../../store/records/properties.ts";
import { listTemperatures } from "../../store/weather/weather.ts";
import { withDays } from "../list-query.ts";
import { monthRange } from "./month-answers.ts";

const MONTHS_MAX = 60;
/** Older months show an older building. */
const MONTHS_BY_DEFAULT = 24;

export const signatureRange = {
  from: monthRange.from.meta({
    ...monthRange.from.meta(),
    description: `Only months that begin on or after this day. Without it the ${MONTHS_BY_DEFAULT} latest; ${MONTHS_MAX} at most.`,
  }),
  to: monthRange.to,
};
export const SignatureQuery = withDays(z.strictObject(signatureRange));

type StoredMonth = { [figure in MonthFigure | "kbtus"]: number | null } & Omit<SignatureMonth, "usage">;

/** The stored months of the meter or service, ascending, within the range. @throws Problem invalid for too many months */
export async function showSignature(
  { db }: Pick<App, "db">,
  of: {
    property: Pick<PropertyRow, "id" | "weather_station_alpha_id"> | null;
    utility_meter_id: number | null;
    energy_type: EnergyType;
  },
  { stored, range }: { stored: readonly StoredMonth[]; range: MonthRange },
): Promise<EnergySignature> {
  const { property, utility_meter_id, energy_type } = of;
  const weather_station_alpha_id = property?.weather_station_alpha_id ?? null;
  const months = asked(stored, range).map((month) => ({ ...month, usage: usageOf(energy_type, month) }));
  const [first, last] = [months[0], months.at(-1)];
  const temperatures =
    weather_station_alpha_id === null || first === undefined || last === undefined
      ? []
      : await listTemperatures(db, weather_station_alpha_id, {
          start_date: earlier(first.effective_month, firstTypicalMonth(last.effective_month)),
          end_date: nextMonth(last.effective_month),
        });
  const means = weather_station_alpha_id === null ? null : dailyMeansOf(temperatures);
  const signature = energySignature(energy_type, months, means);
  const typical =
    // Weather that explains less than half of the use says nothing of other weather, as for variances.
    signature.model === null || signature.flags.includes("weak_fit") || means === null || last === undefined
      ? []
      : typicalUse(signature.model, means, last.effective_month);
  return {
    svc_object_type: "EnergySignature",
    property_id: property?.id ?? null,
    utility_meter_id,
    energy_type,
    usage_unit: usageUnitOf(energy_type),
    weather_station_alpha_id,
    typical_weather_years: yearsOf(typical),
    ...wireSignature(signature, { months, typical }),
  };
}

const firstTypicalMonth = (last: Month): Month => monthFromNumber(monthNumber(last) - TYPICAL_YEARS.most * 12 + 1);

/** Of the calendar month with the fewest; null when no month has typical weather. */
const yearsOf = (typical: readonly (TypicalUse | null)[]): number | null => {
  const years = typical.flatMap((each) => each?.years ?? []);
  return years.length === 0 ? null : Math.min(...years);
};

/** Without `from`, those that end with the last month. */
function asked(stored: readonly StoredMonth[], { from }: MonthRange): readonly StoredMonth[] {
  const last = stored.at(-1);
  if (last === undefined) return [];
  if (from !== undefined && stored.length > MONTHS_MAX) {
    const detail = `At most ${MONTHS_MAX} months are shown at once. Give from and to that are closer together.`;
    throw invalid([{ pointer: "from", detail }]);
  }
  const first = monthFromNumber(monthNumber(last.effective_month) - MONTHS_BY_DEFAULT + 1);
  return from === undefined ? stored.filter(({ effective_month }) => effective_month >= first) : stored;
}

function wireSignature(
  { points, model, reason, flags, shares, line }: Signature,
  { months, typical }: { months: readonly StoredMonth[]; typical: readonly (TypicalUse | null)[] },
) {
  const adjusted = points.map((point, at) => {
    const { total_cost = null, usage_cost = null, interim_rate_cost = null } = months[at] ?? {};
    const ofYear = monthNumber(point.effective_month) % 12;
    return inTypicalWeather({ ...point, total_cost, usage_cost, interim_rate_cost }, typical[ofYear] ?? null);
  });
  return {
    points: points.map((point, at) => ({
      effective_month: wireDay(point.effective_month),
      usage: point.usage,
      days_billed: point.days_billed,
      usage_per_day: roundedOrNull(point.usagePerDay),
      mean_temperature_f: roundedOrNull(point.meanTemperatureF),
      modelled_per_day: roundedOrNull(point.modelledPerDay),
      usage_in_typical_weather: roundedOrNull(adjusted[at]?.usage ?? null),
      cost_in_typical_weather: centsOrNull(adjusted[at]?.cost ?? null),
      month_complete: point.month_complete,
      estimated: point.estimated,
      in_model: point.inModel,
    })),
    model: model && {
      type: model.type,
      base_per_day: rounded(model.basePerDay),
      per_heating_degree_day: roundedOrNull(model.perHeatingDegree),
      heating_balance_f: model.heatingBalanceF,
      per_cooling_degree_day: roundedOrNull(model.perCoolingDegree),
      cooling_balance_f: model.coolingBalanceF,
      r2: roundedOrNull(model.metrics.r2),
      adjusted_r2: rounded(model.adjustedR2),
      cvrmse: roundedOrNull(model.metrics.cvrmse),
      months: model.metrics.periods,
      flags: flags.map((rule) => ({ rule, sentence: RULES[rule].sentence })),
    },
    facts: model && {
      base_load_per_month: rounded((model.basePerDay * DAYS_OF_YEAR) / 12),
      base_share: roundedOrNull(shares && shares.base),
      heating_share: roundedOrNull(shares && shares.heating),
      cooling_share: roundedOrNull(shares && shares.cooling),
    },
    line: line.map(({ temperatureF, usagePerDay }) => ({
      temperature_f: rounded(temperatureF),
      usage_per_day: rounded(usagePerDay),
    })),
    reason,
    reason_sentence: reason && REASONS[reason](points),
  };
}

const DAYS_OF_YEAR = 365.25;

const centsOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value));

const REASONS: Record<SignatureReason, (points: Signature["points"]) => string> = {
  service_not_modelled: () => "The use of this service is not modelled: it does not heat or cool.",
  delivered_fuel: () => "Deliveries of fuel do not show when it was used.",
  no_weather_station: () => "The property has no weather station.",
  too_few_months: (points) => {
    const [complete, usable] = [points.filter(({ month_complete }) => month_complete), points.filter(isUsable)];
    return `${countOf(complete.length, "month")} of ${points.length} are complete, ${usable.length} of them with use and temperatures; a model needs ${SIGNATURE_MONTHS_LEAST}.`;
  },
  no_model: () => "No model without a negative coefficient fits the months.",
};

const isUsable = ({ month_complete, usage, meanTemperatureF }: Signature["points"][number]): boolean =>
  month_complete && usage !== null && meanTemperatureF !== null;
