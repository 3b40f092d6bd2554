/** The rows of a document as lines of text that remember where each letter stands: templates are written against these lines. */
import type { SourcePlace } from "../../records/statement.ts";
import { placeOfWords, type Page, type Row, type Word } from "../pdf/page-model.ts";
import type { Pattern } from "../../domain/pattern.ts";

/** Words close to each other, such as a label or a table entry. */
export interface Cell {
  text: string;
  left: number;
  right: number;
  /** Its start in the text of its line. */
  start: number;
  words: Word[];
}

/** Words are joined by one space, cells by two, so an expression can distinguish a column from a gap between words. */
export interface Line {
  text: string;
  cells: Cell[];
  page: Page;
  row: Row;
  /** The start of each word of the row in the text. */
  starts: number[];
}

/** A piece of a line with its place. */
export interface Found {
  text: string;
  place: SourcePlace;
}

/** Measured together with the row grouping: a wider gap begins a new column. Large type has wider spaces. */
const COLUMN_GAP_PT = 6;
const COLUMN_GAP_OF_HEIGHT = 0.35;
/** No line of a bill is longer; a longer one comes from a file that tries to slow down our expressions. */
const LINE_CHARACTERS_MAX = 600;

/** All lines in reading order; overlong ones are left out. */
export function linesOf(pages: Page[]): Line[] {
  return pages.flatMap((page) =>
    page.rows
      // Before a line is made of its words: a call cannot take any number of them as arguments.
      .filter(({ words }) => words.length <= LINE_CHARACTERS_MAX)
      .map((row) => toLine(page, row))
      .filter(({ text }) => text.length <= LINE_CHARACTERS_MAX),
  );
}

function toLine(page: Page, row: Row): Line {
  const cells: Word[][] = [];
  let previous: Word | undefined;
  for (const word of row.words) {
    const cell = cells.at(-1);
    if (cell === undefined || previous === undefined || isNewColumn(previous, word)) cells.push([word]);
    else cell.push(word);
    previous = word;
  }
  return lineOf(page, cells);
}

/** A line of these cells, each given by its words. */
export function lineOf(page: Page, cellWords: Word[][]): Line {
  const cells: Cell[] = [];
  const starts: number[] = [];
  let text = "";
  for (const words of cellWords) {
    if (text !== "") text += "  ";
    const start = text.length;
    for (const [at, word] of words.entries()) {
      if (at > 0) text += " ";
      starts.push(text.length);
      text += word.text;
    }
    cells.push({ text: text.slice(start), left: leftOf(words), right: rightOf(words), start, words });
  }
  const words = cellWords.flat();
  const top = Math.min(...words.map((word) => word.top));
  const bottom = Math.max(...words.map((word) => word.bottom));
  return { text, cells, page, row: { top, bottom, words }, starts };
}

const leftOf = (words: Word[]): number => Math.min(...words.map(({ left }) => left));
const rightOf = (words: Word[]): number => Math.max(...words.map(({ right }) => right));

function isNewColumn(previous: Word, word: Word): boolean {
  const height = Math.min(previous.bottom - previous.top, word.bottom - word.top);
  return word.left - previous.right > Math.max(COLUMN_GAP_PT, COLUMN_GAP_OF_HEIGHT * height);
}

/** The line without the rejected cells; null when none is left. */
export function clipped(line: Line, keeps: (cell: Cell) => boolean): Line | null {
  const kept = line.cells.filter(keeps).map(({ words }) => words);
  if (kept.length === line.cells.length) return line;
  return kept.length === 0 ? null : lineOf(line.page, kept);
}

/** The words with a letter from `start` up to `end` of a line. */
export const wordsWithin = (line: Line, start: number, end: number): Word[] =>
  line.row.words.filter((word, at) => {
    const from = line.starts[at] ?? 0;
    return from < end && from + word.text.length > start;
  });

/** The letters from `start` up to `end` of a line, with the place of their words. */
export function foundIn(line: Line, start: number, end: number): Found {
  const words = wordsWithin(line, start, end);
  return {
    text: line.text.slice(start, end),
    place: placeOfWords(line.page, words.length > 0 ? words : line.row.words),
  };
}

/** A whole cell. */
export const foundCell = (line: Line, cell: Cell): Found => foundIn(line, cell.start, cell.start + cell.text.length);

/**
 * The named groups of an expression in part of a line, each with its place; null when it does not match. Groups without text
 * are left out.
 */
export function foundGroups(
  line: Line,
  pattern: Pattern,
  part: { text: string; start: number } = { text: line.text, start: 0 },
): Record<string, Found> | null {
  const match = pattern.find(part.text);
  if (match === null) return null;
  const found: Record<string, Found> = {};
  for (const [name, { start, end }] of Object.entries(match.groups)) {
    if (end > start) found[name] = foundIn(line, part.start + start, part.start + end);
  }
  return found;
}
