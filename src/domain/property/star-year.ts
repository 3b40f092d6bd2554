/** Collects the twelve months before a snapshot's month for its score: energy by type, and weather when all months have it. */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { monthNumber } from "../calendar.ts";
import { addUp, MILLIONTHS } from "../exact.ts";
import type { WeatherMonth } from "../findings/billed-period.ts";
import type { EnergyMonth } from "./roll-up-energy.ts";
import type { ScoredYear } from "./star-score.ts";

const MONTHS = 12;

export function yearBefore(
  effectiveMonth: Month,
  property: { months: readonly EnergyMonth[]; weather: readonly WeatherMonth[] },
): Pick<ScoredYear, "kbtusByType" | "weather"> {
  const end = monthNumber(effectiveMonth);
  const isWithin = ({ effective_month }: { effective_month: Month }) => {
    const number = monthNumber(effective_month);
    return number >= end - MONTHS && number < end;
  };
  return {
    kbtusByType: energyOf(property.months.filter(isWithin)),
    weather: weatherOf(property.weather.filter(isWithin)),
  };
}

/**
 * Null when the energy of a month is unknown. A type that is missing in a month is out of service, since snapshots consist of
 * complete months.
 */
function energyOf(year: readonly EnergyMonth[]): { [type in EnergyType]?: number | null } {
  const types = ENERGY_TYPES.filter((type) => year.some(({ kbtusByType }) => type in kbtusByType));
  const sumOf = (type: EnergyType) =>
    year.some(({ kbtus }) => kbtus === null)
      ? null
      : addUp(
          year.map(({ kbtusByType }) => kbtusByType[type] ?? 0),
          MILLIONTHS,
        );
  return Object.fromEntries(types.map((type) => [type, sumOf(type)]));
}

function weatherOf(year: readonly WeatherMonth[]): ScoredYear["weather"] {
  const complete = year.filter(({ month_complete }) => month_complete);
  const sumOf = (days: (number | null)[]) => (days.includes(null) ? null : addUp(days, 0));
  const hdd65 = sumOf(complete.map(({ heating_degree_days }) => heating_degree_days));
  const cdd65 = sumOf(complete.map(({ cooling_degree_days }) => cooling_degree_days));
  return complete.length === MONTHS && hdd65 !== null && cdd65 !== null ? { hdd65, cdd65 } : null;
}
