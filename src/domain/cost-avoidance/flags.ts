/**
 * The flags of a meter or a period that a reader must know before trusting its cost avoidance, by stable names: those of the
 * model, and ours.
 */
import { type RuleName, RULES } from "../caltrack/findings.ts";

const OWN = {
  not_modelled: "Use of this kind is not modelled by the weather, so its avoided use is unknown.",
  no_bills: "No bill states how much was used.",
  delivered_fuel: "Delivery bills show when fuel was bought, not when it was used.",
  no_weather: "The property has no weather station, or the station has no temperatures for these days.",
  no_savings_start: "There is no savings_start_date, and there are no 12 complete months for a baseline.",
  no_baseline_bills: "No bill ends before the savings began.",
  no_savings_bills: "No bill has begun since the savings began.",
  default_savings_start: "No savings_start_date is set: the first 12 complete months are the baseline.",
  unit_converted: "The unit of the use changed; older bills were converted by their energy.",
  unit_unknown:
    "The unit of the use changed, and one of the two has no known energy content: these bills do not count.",
  meter_missing: "The wrapper has several meters in parallel, and one of them has no bill for the period.",
  meters_apart: "Meters of one wrapper are read on different days, so their use cannot be added up.",
  within_uncertainty: "The avoided use is smaller than its uncertainty at 90 %: it may be zero.",
  use_unknown: "The use of the period is unknown, or known only from an estimate that no read has settled yet.",
  weather_missing: "More than a tenth of the temperatures of the period are missing.",
  estimated: "A read of the period was estimated.",
  cost_unknown: "A bill of the period is missing or has no charges, so its cost is unknown.",
  last_unit_cost: "Use was 0 or less: the unit cost is that of the last earlier period with use.",
  unusual_unit_cost: "The unit cost differs from the median of the baseline by more than a factor of 3.",
  floor_area_unknown: "The area of the baseline is missing in floor_area_changes: the factor is 1.",
} as const;

export type Flag = RuleName | keyof typeof OWN;

export const FLAGS = [...Object.keys(RULES), ...Object.keys(OWN)] as Flag[];

/** The sentence of a flag for readers. */
export function sentenceOf(flag: Flag): string {
  return flag in OWN ? OWN[flag as keyof typeof OWN] : RULES[flag as RuleName].sentence;
}

/** Without duplicates, in order. */
export const uniqueFlags = (flags: readonly Flag[]): Flag[] => [...new Set(flags)];
