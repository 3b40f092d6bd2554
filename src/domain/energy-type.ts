/** Finds the type of energy that a text names, by the service's own names or common ones; null for other texts. */
import { ENERGY_TYPES, type EnergyType } from "../records/codes.ts";
import { ENERGY_NAMES } from "./data/energy-names.ts";

const fold = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

const BY_NAME = new Map<string, EnergyType>(
  ENERGY_TYPES.flatMap((type) => [type, ...ENERGY_NAMES[type]].map((name) => [fold(name), type] as const)),
);

export function readEnergyType(text: string): EnergyType | null {
  return BY_NAME.get(fold(text)) ?? null;
}
