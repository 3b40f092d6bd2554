/** Reads a profile's source from a row: the first non-empty column, or a constant, translated by the profile's words. */
import type { Source } from "../../records/import-profile.ts";
import { textOf, type Cell } from "./cells.ts";
import { columnNames, foldName, type Header } from "./header.ts";
import { fitsStars } from "../../domain/text.ts";

export interface Taken {
  /** The cell's text, translated. */
  text: string;
  /** The cell itself: a number in it needs no reading. Null for a constant. */
  cell: Cell;
  /** The original text, for messages. */
  shown: string;
  column: string | null;
}

/** Null when the row has no value for it. */
export type Take = (cells: readonly Cell[]) => Taken | null;

export function takeOf(source: Source | undefined, header: Header, emptyWords: readonly string[]): Take {
  if (source === undefined) return () => null;
  const { value, words } = typeof source === "string" ? { value: undefined, words: undefined } : source;
  const empty = new Set(emptyWords.map(foldWord));
  const translate = wordsOf(words);
  const columns = columnNames(source).flatMap((name) => {
    const place = header.places.get(foldName(name));
    return place === undefined ? [] : [{ name, place }];
  });
  const constant = value === undefined ? null : { text: translate(value), cell: null, shown: value, column: null };
  return (cells) => {
    for (const { name, place } of columns) {
      const cell = cells[place] ?? null;
      const shown = textOf(cell);
      if (shown === "" || (empty.size > 0 && empty.has(foldWord(shown)))) continue;
      const text = translate(shown);
      // A word may map to nothing.
      return text === "" ? null : { text, cell: text === shown ? cell : null, shown, column: name };
    }
    return constant;
  };
}

const foldWord = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();

/** Exact words take precedence over those with `*`, whatever the order: JSON in a database does not keep it. */
function wordsOf(words: Record<string, string> | undefined): (text: string) => string {
  if (words === undefined) return (text) => text;
  const exact = new Map<string, string>();
  const patterns: { fits: (text: string) => boolean; letters: number; word: string }[] = [];
  for (const [key, word] of Object.entries(words)) {
    const folded = foldWord(key);
    if (!folded.includes("*")) exact.set(folded, word);
    else patterns.push({ fits: fitsStars(folded), letters: folded.replaceAll("*", "").length, word });
  }
  patterns.sort((a, b) => b.letters - a.letters);
  return (text) => {
    const folded = foldWord(text);
    return exact.get(folded) ?? patterns.find(({ fits }) => fits(folded))?.word ?? text;
  };
}
