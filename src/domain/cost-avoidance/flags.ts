/** What a reader must know of a meter or a period before trusting its cost avoidance, by stable names: those of the model, and ours. */
import { type RuleName, RULES } from "../caltrack/findings.ts";

const OWN = {
  not_modelled: "Use of this kind is not set against the weather, so that nothing is said of what was avoided.",
  no_bills: "No bill tells how much was used.",
  delivered_fuel: "Bills of deliveries tell when fuel was bought, not when it was used.",
  no_weather: "The property has no weather station, or the station has no temperatures of these days.",
  no_savings_start: "There is no savings_start_date, and there are no 12 complete months to make a baseline of.",
  no_baseline_bills: "No bill ends before the savings began.",
  no_savings_bills: "No bill has begun since the savings began.",
  default_savings_start: "No savings_start_date is set: the first 12 complete months are the baseline.",
  unit_converted: "The unit of the use changed; older bills were converted by the energy in them.",
  unit_unknown:
    "The unit of the use changed, and one of the two says nothing of the energy in it: these bills do not count.",
  meter_missing: "Meters of one wrapper are read side by side, and one of them has no bill for the period.",
  meters_apart: "Meters of one wrapper are read on different days, so that their use cannot be added up.",
  within_uncertainty: "The avoided use is smaller than its uncertainty at 90 %: it may as well be none.",
  use_unknown: "The use of the period is not known, or only by an estimate that no read has settled yet.",
  weather_missing: "More than a tenth of the temperatures of the period are missing.",
  estimated: "A read of the period was estimated.",
  cost_unknown: "A bill of the period is missing or has no charges, so that its cost is not known.",
  last_unit_cost: "Use was 0 or less: the unit cost is that of the last period before with use.",
  unusual_unit_cost: "The unit cost differs from the middle one of the baseline by more than a factor of 3.",
  floor_area_unknown: "The area of the baseline is not told by floor_area_changes: the factor is 1.",
} as const;

export type Flag = RuleName | keyof typeof OWN;

/** All there are. */
export const FLAGS = [...Object.keys(RULES), ...Object.keys(OWN)] as Flag[];

/** What a flag says, as people read it. */
export function sentenceOf(flag: Flag): string {
  return flag in OWN ? OWN[flag as keyof typeof OWN] : RULES[flag as RuleName].sentence;
}

/** Each once, in the order they came. */
export const uniqueFlags = (flags: readonly Flag[]): Flag[] => [...new Set(flags)];
