/** Finds one value on the lines of a bill by its label or an expression, and reads it. */
import { placeOfWords } from "../pdf/page-model.ts";
import { foundCell, foundGroups, foundIn, wordsWithin, type Cell, type Found, type Line } from "./lines.ts";
import type { Locator } from "./locator.ts";

/** Converts printed text to a value; null when it is invalid, so that the search continues. */
export type ReadText<Value> = (text: string) => Value | null;

export type FieldResult<Value> =
  | { state: "found"; value: Value; found: Found }
  /** The label or expression matches, but the text is not a valid value. */
  | { state: "unreadable"; found: Found }
  | { state: "missing" };

/** How many lines below its label a value is searched. */
const LINES_BELOW_MAX = 3;

/** The match that can be read: the first, or the last if the locator says so. */
export function findField<Value>(lines: Line[], locator: Locator, read: ReadText<Value>): FieldResult<Value> {
  let result: FieldResult<Value> = { state: "missing" };
  for (const found of candidates(lines, locator)) {
    const value = found.text === "" ? null : read(found.text);
    if (value !== null) result = { state: "found", value, found };
    else if (result.state === "missing") result = { state: "unreadable", found };
    if (value !== null && locator.take === "first") return result;
  }
  return result;
}

function* candidates(lines: Line[], { label, where, pattern, lines: count = 1 }: Locator): Generator<Found> {
  for (const [at, line] of lines.entries()) {
    if (label === undefined) {
      const value = pattern && foundGroups(line, pattern)?.["value"];
      if (value) yield value;
      continue;
    }
    const span = spanByLabel(lines, at, label, where);
    if (span === null) continue;
    if (count > 1) {
      const joined = withLinesBelow(lines, span, count);
      const part = pattern?.find(joined.text)?.groups["value"];
      yield part === undefined ? joined : { ...joined, text: joined.text.slice(part.start, part.end) };
      continue;
    }
    const value = pattern === undefined ? undefined : foundGroups(span.line, pattern, span)?.["value"];
    yield value ?? foundSpan(span);
  }
}

/** Part of a line: the text that a label points to. */
interface Span {
  line: Line;
  start: number;
  text: string;
}

const foundSpan = ({ line, start, text }: Span): Found => foundIn(line, start, start + text.length);

/** The text with the cells below it, up to so many lines in all; other columns may have lines between them. */
function withLinesBelow(lines: Line[], span: Span, count: number): Found {
  const own = wordsWithin(span.line, span.start, span.start + span.text.length);
  const [left, right] = [Math.min(...own.map((word) => word.left)), Math.max(...own.map((word) => word.right))];
  const texts = [span.text];
  const words = [...own];
  let at = lines.indexOf(span.line);
  while (texts.length < count) {
    const below = cellBelow(lines, at, { left, right });
    if (below === null) break;
    texts.push(below.text);
    words.push(...wordsWithin(below.line, below.start, below.start + below.text.length));
    at = lines.indexOf(below.line);
  }
  const text = texts.map((one) => one.replace(/,$/, "")).join(", ");
  return { text, place: placeOfWords(span.line.page, words) };
}

function spanByLabel(lines: Line[], at: number, labels: string[], where: Locator["where"]): Span | null {
  const line = lines[at];
  if (line === undefined) return null;
  for (const [index, cell] of line.cells.entries()) {
    const length = labelLength(cell, labels);
    if (length === null) continue;
    if (where === "below") return cellBelow(lines, at, cell);
    if (where === "next_line") return firstCellOfNext(lines, at);
    const rest = cell.text.slice(length).trimStart();
    if (where === "right_of" && rest !== "")
      return { line, start: cell.start + cell.text.length - rest.length, text: rest };
    const target = where === "same_row" ? line.cells.at(-1) : line.cells[index + 1];
    if (target !== undefined && target !== cell) return { line, start: target.start, text: target.text };
  }
  return null;
}

/** The length of the label that the cell begins with; null when it begins with none. A label ends at a word boundary. */
function labelLength(cell: Cell, labels: string[]): number | null {
  const text = cell.text.toLowerCase();
  for (const label of labels) {
    const wanted = label.toLowerCase().replace(/\s+/g, " ");
    if (text.startsWith(wanted) && !/^[\p{L}\d]/u.test(text.slice(wanted.length))) return wanted.length;
  }
  return null;
}

function cellBelow(lines: Line[], at: number, label: Pick<Cell, "left" | "right">): Span | null {
  const page = lines[at]?.page;
  for (const line of lines.slice(at + 1, at + 1 + LINES_BELOW_MAX)) {
    if (line.page !== page) return null;
    const cell = line.cells.find(({ left, right }) => left < label.right && right > label.left);
    if (cell !== undefined) return { line, start: cell.start, text: foundCell(line, cell).text };
  }
  return null;
}

function firstCellOfNext(lines: Line[], at: number): Span | null {
  const line = lines[at + 1];
  const cell = line?.page === lines[at]?.page ? line?.cells[0] : undefined;
  return line === undefined || cell === undefined ? null : { line, start: cell.start, text: cell.text };
}
