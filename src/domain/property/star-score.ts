/**
 * Calculates the ENERGY STAR score of a building, 1 to 100, by EPA's published models; null when an input is missing or the
 * building is outside the model's range.
 */
import type { EnergyType } from "../../records/codes.ts";
import {
  DATA_CENTER_KBTU_PER_SQFT,
  DATA_CENTER_SHARE_MAX,
  PARKING_KBTU_PER_SQFT,
  POOL_KBTU,
  SOURCE_PER_SITE,
} from "../data/source-factors.ts";
import { LOWEST_KEYS } from "../data/star-lookup.ts";
import { SCORE_MODELS, type ModelName, type ScoreModel } from "../data/star-models.ts";
import { itSourceKbtus, passes, termOf, type Inputs } from "./star-quantities.ts";

/** A building over twelve months. */
export interface ScoredYear {
  sq_ft: number | null;
  /** `metadata.property_use`, as a client wrote it. */
  property_use: unknown;
  /** Site energy. Null means unknown. */
  kbtusByType: { readonly [type in EnergyType]?: number | null };
  /** For the same months. */
  weather: { hdd65: number; cdd65: number } | null;
}

export interface Score {
  actual: number;
  predicted: number;
  /** The value to look up in the table of scores. */
  key: number;
  score: number;
}

export function scoreOf(year: ScoredYear): Score | null {
  const { model: name, inputs, source } = readScored(year);
  if (name === null) return null;
  const model = SCORE_MODELS[name];
  if (!model.filters.every((filter) => passes(filter, inputs))) return null;
  const actual = actualOf(model, source, inputs);
  const predicted = model.terms.reduce((sum, term) => sum + termOf(term, inputs), model.constant);
  const key = (actual / predicted) * (model.keyScale ?? 1);
  // Not a number when any input was missing.
  if (!(source > 0 && predicted > 0 && predicted < Infinity && key >= 0)) return null;
  return { actual, predicted, key, score: scoreOfKey(name, key) };
}

/** The model of the building, null without one; its inputs, without those that are missing; and its source energy, NaN when not known. */
export function readScored(year: ScoredYear): { model: ModelName | null; inputs: Map<string, number>; source: number } {
  const use = readUse(year.property_use);
  const model = use === null ? null : modelOf(use.property_type);
  if (use === null || model === null) return { model: null, inputs: new Map(), source: Number.NaN };
  const inputs = inputsOf(use, year);
  const source = sourceOf(year.kbtusByType) - leftOut(use, model, inputs);
  inputs.set("source_eui", source / (year.sq_ft ?? Number.NaN));
  return { model, inputs, source };
}

/** The first key of the table is that of score 100. */
export function scoreOfKey(model: ModelName, key: number): number {
  return 101 - KEYS[model].filter((lowest) => lowest <= key).length;
}

// The keys of the table are the models.
const KEYS = Object.fromEntries(
  Object.entries(LOWEST_KEYS).map(([model, text]) => [model, text.trim().split(/\s+/).map(Number)]),
) as Record<ModelName, number[]>;

interface Use {
  property_type: string;
  /** Numbers of at least 0; yes and no as 1 and 0; shares are at most 1. */
  amounts: Map<string, number>;
  pool: { location: string; size: string } | null;
}

function readUse(property_use: unknown): Use | null {
  if (!isObject(property_use) || typeof property_use.property_type !== "string") return null;
  const amounts = new Map<string, number>();
  for (const [name, value] of Object.entries(property_use)) {
    const amount = typeof value === "boolean" ? Number(value) : value;
    const isShare = name.startsWith("percent_");
    if (typeof amount === "number" && amount >= 0 && amount <= (isShare ? 1 : Infinity)) amounts.set(name, amount);
  }
  const { pool } = property_use;
  return {
    property_type: property_use.property_type.trim().toLowerCase(),
    amounts,
    pool: isObject(pool) ? { location: String(pool.location), size: String(pool.size) } : null,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const MODEL_OF_TYPE = new Map(
  Object.entries(SCORE_MODELS).flatMap(([name, { property_types }]) =>
    // The keys of the table are the models.
    property_types.map((type) => [type.toLowerCase(), name as ModelName] as const),
  ),
);
const modelOf = (propertyType: string): ModelName | null => MODEL_OF_TYPE.get(propertyType) ?? null;

const BANKS = new Set(["bank branch", "financial office"]);
const SMALL_BANK_SQFT_MAX = 50_000;

function inputsOf({ property_type, amounts }: Use, { sq_ft, weather }: ScoredYear): Map<string, number> {
  const inputs = new Map(amounts);
  // These come from our own data, which is more reliable than the client's.
  for (const name of ["gross_floor_area_sqft", "hdd65", "cdd65", "source_eui"]) inputs.delete(name);
  inputs.set("supermarket", Number(property_type === "supermarket/grocery store"));
  if (sq_ft !== null && sq_ft > 0) {
    inputs.set("gross_floor_area_sqft", sq_ft);
    inputs.set("small_bank", Number(BANKS.has(property_type) && sq_ft <= SMALL_BANK_SQFT_MAX));
  }
  if (weather !== null) inputs.set("hdd65", weather.hdd65).set("cdd65", weather.cdd65);
  return inputs;
}

/** NaN when a part is unknown. */
function sourceOf(kbtusByType: ScoredYear["kbtusByType"]): number {
  return Object.entries(kbtusByType).reduce(
    // The keys are types of energy.
    (sum, [type, kbtus]) => sum + (kbtus ?? Number.NaN) * (SOURCE_PER_SITE[type as EnergyType] ?? Number.NaN),
    0,
  );
}

/**
 * Source energy in kBtu that is on the building's bills but excluded from the comparison: parking, an unmetered data center, a
 * pool. NaN when it cannot be estimated.
 */
function leftOut({ pool }: Use, model: ModelName, inputs: Inputs): number {
  const area = (name: string) => inputs.get(name) ?? 0;
  const parking = Object.entries(PARKING_KBTU_PER_SQFT).reduce((sum, [name, each]) => sum + area(name) * each, 0);
  if (area("parking_heated") > 0) return Number.NaN;
  const dataCenterMax = area("gross_floor_area_sqft") * DATA_CENTER_SHARE_MAX;
  const dataCenter = Math.min(area("data_center_sqft"), dataCenterMax) * DATA_CENTER_KBTU_PER_SQFT;
  const kind = model === "k12_school" ? "school" : model === "hotel" ? "hotel" : "other";
  const swimming = pool === null ? 0 : (POOL_KBTU[pool.location]?.[kind]?.[pool.size] ?? Number.NaN);
  return parking + dataCenter + swimming;
}

function actualOf({ dependent }: ScoreModel, source: number, inputs: Inputs): number {
  const get = (name: string) => inputs.get(name) ?? Number.NaN;
  const actual = {
    source_eui: () => source / get("gross_floor_area_sqft"),
    ln_source_energy: () => Math.log(source),
    pue: () => source / itSourceKbtus(get("annual_it_energy_kwh")),
    source_per_gallon: () => source / (get("average_influent_flow_mgd") * 1e6),
  };
  return actual[dependent]();
}
