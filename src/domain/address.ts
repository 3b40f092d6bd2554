/** Parses a service address as bills print it, with a key that is equal for all usual spellings of the place. */
import { DIRECTIONS, OTHER_WORDS, STATES, STREET_SUFFIXES, UNIT_WORDS } from "./data/address-words.ts";
import { cutEnd } from "./text.ts";

export interface Address {
  /** Equal for texts that differ only in case, punctuation, spaces, ZIP+4 or common abbreviations. */
  key: string;
  street1: string;
  street2: string | null;
  city: string | null;
  /** Postal code of the state. */
  state: string | null;
  /** Five digits. */
  zip_code: string | null;
}

type Street = Pick<Address, "street1" | "street2">;

/** The address in a US text; null when it names no place: no letter, or neither a number nor a state. */
export function normaliseAddress(text: string): Address | null {
  const tidy = tidied(text).replace(/,? (?:U\.?S\.?A?\.?|united states(?: of america)?)$/i, "");
  const { rest: withoutZip, zip_code } = cutZip(tidy);
  const { rest, state } = cutState(withoutZip, zip_code !== null);
  if (!/[a-z]/i.test(rest) || (!/\d/.test(rest) && state === null)) return null;
  const key = [keyOf(rest), state, zip_code].filter((part) => part !== null && part !== "").join(" ");
  return { key, ...streetAndCity(rest, state !== null || zip_code !== null), state, zip_code };
}

/** Longer than any address; the rest is not read. */
const LENGTH_MAX = 300;

/** The parts joined by a comma and a space, the words of a part by a single space. */
function tidied(text: string): string {
  return text
    .slice(0, LENGTH_MAX)
    .split(/[\r\n;,]/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "")
    .join(", ");
}

function cutZip(text: string): { rest: string; zip_code: string | null } {
  const match = /,? (\d{5})(?:[- ]?\d{4})?$/.exec(text);
  return match === null
    ? { rest: text, zip_code: null }
    : { rest: text.slice(0, match.index), zip_code: match[1] ?? null };
}

const STATE_CODES = new Set(Object.values(STATES));

/** A state name counts only before a ZIP or after a comma, because New York is also a city. */
function cutState(text: string, isBeforeZip: boolean): { rest: string; state: string | null } {
  const code = /,? ([a-z]{2})\.?$/i.exec(text);
  const known = code?.[1]?.toUpperCase() ?? "";
  // "Ct" alone is a court; with a ZIP after it, Connecticut.
  if (code !== null && STATE_CODES.has(known) && (isBeforeZip || !(known in SHORT_WORDS))) {
    return { rest: text.slice(0, code.index), state: known };
  }
  const upper = text.toUpperCase();
  // The longest name first: West Virginia ends with Virginia.
  const name = STATE_NAMES.find(
    (state) => upper.endsWith(`, ${state}`) || (isBeforeZip && upper.endsWith(` ${state}`)),
  );
  if (name === undefined) return { rest: text, state: null };
  return { rest: cutEnd(text.slice(0, -name.length), /[,\s]/), state: STATES[name] ?? null };
}

const STATE_NAMES = Object.keys(STATES).toSorted((a, b) => b.length - a.length);
const SHORT_WORDS = Object.fromEntries(
  [...Object.values(STREET_SUFFIXES), ...Object.values(DIRECTIONS), ...Object.keys(UNIT_WORDS)].map((word) => [
    word,
    word,
  ]),
);

/** `rest` is the text before state and ZIP. Without commas the city begins after the street's suffix, if there is one. */
function streetAndCity(rest: string, isTailKnown: boolean): Street & { city: string | null } {
  const parts = rest.split(", ");
  const [first = rest, ...others] = parts;
  const last = others.at(-1);
  if (last !== undefined && (isTailKnown || others.length > 1) && !isUnit(last)) {
    return { ...splitUnit(first, others.slice(0, -1)), city: last };
  }
  if (last !== undefined || !isTailKnown) return { ...splitUnit(first, others), city: null };
  const { street, city } = splitAtSuffix(first);
  return { ...splitUnit(street, []), city };
}

/** Splits `Suite 4` off a street; parts between street and city are added to it. */
function splitUnit(street: string, others: string[]): Street {
  const words = street.split(" ");
  const at = words.findIndex((word, index) => index > 1 && isUnitWord(word) && index < words.length - 1);
  const signed = words.findIndex((word, index) => index > 1 && /^#./.test(word));
  const cut = at === -1 ? signed : at;
  const unit = cut === -1 ? [] : [words.slice(cut).join(" ")];
  const street2 = [...unit, ...others].join(", ");
  return { street1: cut === -1 ? street : words.slice(0, cut).join(" "), street2: street2 === "" ? null : street2 };
}

/** `220 PAWTUCKET ST LOWELL`: a suffix, then a direction or unit if any, then the city. */
function splitAtSuffix(text: string): { street: string; city: string | null } {
  const words = text.split(" ");
  let end = words.findIndex((word, index) => index > 1 && isSuffix(word) && !isSuffix(words[index + 1] ?? ""));
  if (end === -1) return { street: text, city: null };
  if (isDirection(words[end + 1] ?? "") && end + 2 < words.length) end += 1;
  if (isUnitWord(words[end + 1] ?? "")) end += 2;
  else if (/^#./.test(words[end + 1] ?? "")) end += 1;
  const city = words.slice(end + 1).join(" ");
  return { street: words.slice(0, end + 1).join(" "), city: city === "" ? null : city };
}

const SUFFIXES = new Set([...Object.keys(STREET_SUFFIXES), ...Object.values(STREET_SUFFIXES)]);
const SHORT_DIRECTIONS = new Set(Object.values(DIRECTIONS));

const bare = (word: string) => word.replace(/[.,]/g, "").toUpperCase();
const isSuffix = (word: string) => SUFFIXES.has(bare(word));
const isDirection = (word: string) => SHORT_DIRECTIONS.has(bare(word));
const isUnitWord = (word: string) => bare(word) in UNIT_WORDS;
const isUnit = (part: string) => part.startsWith("#") || isUnitWord(part.split(" ")[0] ?? "");

const WORDS = new Map(Object.entries({ ...STREET_SUFFIXES, ...DIRECTIONS, ...UNIT_WORDS, ...OTHER_WORDS }));

/** Words in their short form, without accents and punctuation, so that `Apt. #4-B` and `Unit 4B` are equal. */
function keyOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .replace(/&/g, " and ")
    .replace(/#/g, " # ")
    .replace(/(?<=\d)-(?=[a-z]\b)/gi, "")
    .toUpperCase()
    .split(/[^A-Z0-9#]+/)
    .filter((word) => word !== "")
    .map((word) => WORDS.get(word) ?? word)
    .join(" ")
    .replace(/#( #)+/g, "#");
}
