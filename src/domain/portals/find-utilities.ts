/** Finds a utility by typed text: parts of its name in any order, or its website. */
import { siteName } from "../text.ts";

interface Named {
  key: string;
  name: string;
  website: string;
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

/**
 * Each typed word must begin a word of the name, or the text must be part of the website. Names that begin with the text come
 * first. An empty text finds all.
 */
export function findUtilities<U extends Named>(utilities: readonly U[], typed: string): U[] {
  const asked = wordsOf(typed);
  const address = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "");
  const [site = ""] = address.split("/", 1);
  const found = utilities.filter(({ name, website }) => {
    const words = wordsOf(name);
    const isNamed = asked.every((word) => words.some((each) => each.startsWith(word)));
    return isNamed || (site.length > 2 && siteName(website).includes(site));
  });
  const rank = ({ name }: U): number => (wordsOf(name).join(" ").startsWith(asked.join(" ")) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

/** The first of them, for a page, and how many there are. */
export function searchUtilities<U extends Named>(
  utilities: readonly U[],
  typed: string,
): { shown: U[]; count: number } {
  const found = findUtilities(utilities, typed);
  return { shown: found.slice(0, SHOWN_MAX), count: found.length };
}
