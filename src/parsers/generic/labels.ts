/** Words as labels are compared: without case, accents and punctuation; and labels found among them. */
import type { Line } from "../template/lines.ts";

/** Kept at the ends of a word: they say what a number is. */
const KEPT = /[\p{L}\p{N}#%$€£°]/u;
/** Most words: nothing to fold but case. */
const PLAIN = /^[A-Za-z\d](?:[\w.,'/-]*[A-Za-z\d])?$/;

/** `N° Compteur:` is `n°`, `compteur`; a word of punctuation alone stays as it is. */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  const plain = word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/’/g, "'")
    .replace(/º/g, "o")
    .replace(/³/g, "3")
    .toLowerCase();
  let [start, end] = [0, plain.length];
  while (start < end && !KEPT.test(plain[start] ?? "")) start += 1;
  while (end > start && !KEPT.test(plain[end - 1] ?? "")) end -= 1;
  return start === end ? plain : plain.slice(start, end);
}

/** A line with its words folded, and the cell of each word. */
export interface WordLine {
  line: Line;
  /** Its index among all lines. */
  at: number;
  folded: string[];
  cellOf: number[];
  /** The words of each cell: its first, and the one after its last. */
  ranges: { from: number; to: number }[];
}

export function wordLinesOf(lines: Line[]): WordLine[] {
  return lines.map((line, at) => ({
    line,
    at,
    folded: line.row.words.map(({ text }) => foldWord(text)),
    cellOf: line.cells.flatMap(({ words }, cell) => words.map(() => cell)),
    ranges: rangesOf(line),
  }));
}

function rangesOf({ cells }: Line): WordLine["ranges"] {
  let to = 0;
  return cells.map(({ words }) => {
    const from = to;
    to += words.length;
    return { from, to };
  });
}

/** A label among words: its name and how many words it takes. */
export interface LabelMatch<Name extends string> {
  name: Name;
  length: number;
}

export type Labels<Name extends string> = (folded: readonly string[], from: number) => LabelMatch<Name> | null;

export const listOf = (text: string): string[] => text.split(";").map((entry) => entry.trim());
export const wordsOf = (text: string): Set<string> => new Set(listOf(text));

/** Finds the longest label that begins at a word; of equally long ones the first in the table. */
export function createLabels<Name extends string>(table: Partial<Record<Name, string>>): Labels<Name> {
  const byFirst = new Map<string, { name: Name; words: string[] }[]>();
  for (const [name, text] of Object.entries<string | undefined>(table)) {
    for (const label of listOf(text ?? "")) {
      const words = label.split(" ").map(foldWord);
      const first = words[0] ?? "";
      // The keys of the table are the names.
      byFirst.set(first, [...(byFirst.get(first) ?? []), { name: name as Name, words }]);
    }
  }
  for (const labels of byFirst.values()) labels.sort((one, other) => other.words.length - one.words.length);
  return (folded, from) => {
    const found = byFirst
      .get(folded[from] ?? "")
      ?.find(({ words }) => words.every((word, at) => folded[from + at] === word));
    return found === undefined ? null : { name: found.name, length: found.words.length };
  };
}
