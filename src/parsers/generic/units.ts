/** The units that words of a bill name. */
import { normaliseUnit as unitOf } from "../../domain/units.ts";

/** The spelling of the records; null for a word that is no unit. */
export type UnitOfText = string | null;

/** Longer than any unit. */
const CHARACTERS_MAX = 12;
/** Words that are spelled like a unit and mostly mean something else. */
const OTHER_WORDS = new Set(["a", "l", "th", "lb", "t", "hp", "af"]);

export function normaliseUnit(word: string): UnitOfText {
  const bare = word.replace(/^\(/, "").replace(/[),;:]{1,2}$/, "");
  if (bare === "" || bare.length > CHARACTERS_MAX || OTHER_WORDS.has(bare.toLowerCase())) return null;
  return unitOf(bare);
}
