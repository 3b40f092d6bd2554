/** Finds a utility by typed text: parts of its name or of another name in any order, or its website; and by place and what it bills. */
import type { EnergyType } from "../../records/codes.ts";
import { siteName } from "../text.ts";

interface Named {
  key: string;
  name: string;
  website: string;
  /** Short names, former names and brands. */
  aliases?: readonly string[];
  /** Its other websites. */
  sites?: readonly string[];
}

interface Served {
  energy_types: readonly EnergyType[];
  /** Null: unknown. */
  states: readonly string[] | null;
}

/** The number of shown results; the page asks for more letters when there are more. */
const SHOWN_MAX = 12;

/** Ignores accents, case and marks; `&` and `and` are equal. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "and");

/** The words of each name of a utility, made once: lists are searched on every key press. */
const TITLES = new WeakMap<object, string[][]>();

function titlesOf(utility: Named): string[][] {
  const known = TITLES.get(utility);
  if (known !== undefined) return known;
  const titles = [utility.name, ...(utility.aliases ?? [])].map(wordsOf);
  TITLES.set(utility, titles);
  return titles;
}

/**
 * Each typed word must begin a word of one of the names, or all of them without spaces (`pge`, `con edison`) the name without
 * spaces, or the text must be part of the website. Names that begin with the text come first (`rankOf`). An empty text finds all.
 */
export function findUtilities<U extends Named>(utilities: readonly U[], typed: string): U[] {
  const asked = wordsOf(typed);
  const joined = asked.join("");
  const address = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "");
  const [site = ""] = address.split("/", 1);
  const isNamed = (words: string[]): boolean =>
    asked.every((word) => words.some((each) => each.startsWith(word))) || words.join("").startsWith(joined);
  const found = utilities.flatMap((utility) => {
    const titles = titlesOf(utility).filter(isNamed);
    if (titles.length === 0 && !isAtSite(utility, site)) return [];
    return { utility, rank: rankOf(titlesOf(utility), joined) };
  });
  return found
    .toSorted((one, other) => one.rank - other.rank || compareNames(one.utility.name, other.utility.name))
    .map(({ utility }) => utility);
}

const isAtSite = ({ website, sites = [] }: Named, site: string): boolean =>
  site.length >= 3 && [website, ...sites].some((each) => siteName(each).includes(site));

/** First come those with exactly this name, then those whose own name begins with it, then those with another name that does, then the rest. */
function rankOf(titles: readonly string[][], joined: string): number {
  const names = titles.map((words) => words.join(""));
  if (names.includes(joined)) return 0;
  const first = names.findIndex((name) => name.startsWith(joined));
  return first === 0 ? 1 : first > 0 ? 2 : 3;
}

const { compare: compareNames } = new Intl.Collator();

/** Those that serve a state and bill one of the energy types. One whose states are unknown may serve any. */
export function servingUtilities<U extends Served>(
  utilities: readonly U[],
  { state, energyTypes }: { state?: string | undefined; energyTypes?: readonly EnergyType[] | undefined },
): U[] {
  return utilities.filter(
    ({ states, energy_types }) =>
      (state === undefined || states === null || states.includes(state)) &&
      (energyTypes === undefined || energyTypes.some((type) => energy_types.includes(type))),
  );
}

/** The first of them, for a page, and how many there are: those found in the first group, then those in the next. */
export function searchUtilities<U extends Named>(
  groups: readonly (readonly U[])[],
  typed: string,
  shownMax = SHOWN_MAX,
): { shown: U[]; count: number } {
  const found = groups.flatMap((utilities) => findUtilities(utilities, typed));
  return { shown: found.slice(0, shownMax), count: found.length };
}
