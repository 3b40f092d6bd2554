/** Why a building has no ENERGY STAR score, and what would have to be entered: what a person can do comes first. */
import { SCORE_MODELS, type ModelName } from "../data/star-models.ts";
import { inputsOfModel } from "./star-inputs.ts";
import { passes, type Filter } from "./star-quantities.ts";
import { readScored, scoreOf, type ScoredYear } from "./star-score.ts";
import type { ScoreReason } from "../../records/codes.ts";

export interface ScoreGap {
  reason: ScoreReason;
  /** Names of inputs: those that are missing, or those that are outside the range of the model. */
  inputs: string[];
}

/** Null with a score. `year` is null without twelve complete months. */
export function scoreGap(
  building: Pick<ScoredYear, "sq_ft" | "property_use">,
  year: Pick<ScoredYear, "kbtusByType" | "weather"> | null,
): ScoreGap | null {
  const { sq_ft, property_use } = building;
  const because = (reason: ScoreReason, inputs: string[] = []): ScoreGap => ({ reason, inputs });
  if (property_use === null || property_use === undefined) return because("use_not_entered");
  const { kbtusByType, weather } = year ?? { kbtusByType: {}, weather: null };
  const { model, inputs } = readScored({ sq_ft, property_use, kbtusByType, weather });
  if (model === null) return because("type_not_scored");
  const missing = inputsOfModel(model).filter(({ name }) => !inputs.has(name));
  if (missing.length > 0)
    return because(
      "inputs_missing",
      missing.map(({ name }) => name),
    );
  if (sq_ft === null || sq_ft <= 0) return because("floor_area_not_known");
  if (year === null) return because("year_not_complete");
  if (scoreOf({ ...building, ...year }) !== null) return null;
  const kbtus = Object.values(kbtusByType);
  if (kbtus.length === 0 || kbtus.includes(null)) return because("energy_not_known");
  if (weather === null && needsWeather(model)) return because("weather_not_known");
  return because("out_of_range", [...new Set(outside(model, inputs).flatMap(({ input }) => input ?? []))]);
}

const outside = (model: ModelName, inputs: ReadonlyMap<string, number>): Filter[] =>
  SCORE_MODELS[model].filters.filter((filter) => !passes(filter, inputs));

const needsWeather = (model: ModelName): boolean =>
  SCORE_MODELS[model].terms.some(({ input }) => input === "hdd65" || input === "cdd65");
