/** Finds, for a value that was read from a bill, the place that a template names for it: each is tried before it is proposed. */
import { isDeepStrictEqual } from "node:util";
import { compareDecimals } from "../../domain/decimal.ts";
import { findField, type ReadText } from "../../parsers/template/find-field.ts";
import { foundIn, type Cell, type Found, type Line } from "../../parsers/template/lines.ts";
import { Locator } from "../../parsers/template/locator.ts";
import { dayForm, numberForm, wordsForm } from "./forms.ts";

/** A locator as a template writes it. */
export interface DraftPlace {
  label?: string;
  where?: Locator["where"];
  pattern?: string;
  lines?: number | undefined;
  in?: "document" | undefined;
}

/** Where a value is printed: letters of a line. */
export interface Spot {
  at: number;
  line: Line;
  from: number;
  to: number;
  text: string;
}

/** The letters of a line that a place is about; null when they are on none, as for a value of a recognised picture. */
export function spotOf(lines: readonly Line[], { text, place }: Found): Spot | null {
  if (text === "") return null;
  for (const [at, line] of lines.entries()) {
    for (let from = line.text.indexOf(text); from >= 0; from = line.text.indexOf(text, from + 1)) {
      const to = from + text.length;
      if (isDeepStrictEqual(foundIn(line, from, to).place, place)) return { at, line, from, to, text };
    }
  }
  return null;
}

/** A part of the letters of a spot. */
export const within = ({ at, line, from }: Spot, part: { from: number; to: number }): Spot => {
  const [start, end] = [from + part.from, from + part.to];
  return { at, line, from: start, to: end, text: line.text.slice(start, end) };
};

/** The compiled form; null for one that no template may have. */
export function locatorOf(place: DraftPlace): Locator | null {
  const read = Locator.safeParse(place);
  return read.success ? read.data : null;
}

export interface WantedValue {
  /** As the template will read it. */
  read: ReadText<unknown>;
  isRight: (text: string) => boolean;
}

/** Whether a template that names this place takes the right value. */
export function takesIt(lines: readonly Line[], place: DraftPlace, { read, isRight }: WantedValue): boolean {
  const locator = locatorOf(place);
  if (locator === null) return false;
  const result = findField([...lines], locator, read);
  return result.state === "found" && isRight(result.found.text);
}

/** The first place that takes the value: by a label if one does, else by an expression. */
export function placeFor(lines: readonly Line[], spot: Spot, wanted: WantedValue): DraftPlace | null {
  for (const place of placesOf(lines, spot)) if (takesIt(lines, place, wanted)) return place;
  return null;
}

const LINES_ABOVE = 3;

function* placesOf(lines: readonly Line[], spot: Spot): Generator<DraftPlace> {
  const { line, at, from, to } = spot;
  const index = line.cells.findIndex(({ start, text }) => start <= from && from < start + text.length);
  const cell = line.cells[index];
  if (cell === undefined) return;
  const inside = labelOf(line.text.slice(cell.start, from));
  const isWhole = to === cell.start + cell.text.length;
  if (inside !== null && isWhole) yield { label: inside };
  if (cell.start === from && isWhole) {
    for (const [before, { text }] of line.cells.slice(0, index).entries().toArray().toReversed()) {
      const label = labelOf(text);
      if (label === null) continue;
      if (before === index - 1) yield { label };
      if (index === line.cells.length - 1) yield { label, where: "same_row" };
    }
    for (const above of lines.slice(Math.max(0, at - LINES_ABOVE), at).toReversed()) {
      const over = above.cells.find(({ left, right }) => left < cell.right && right > cell.left);
      const label = over === undefined ? null : labelOf(over.text);
      if (label !== null) yield { label, where: "below" };
    }
    const [first] = index === 0 ? (lines[at - 1]?.cells ?? []) : [];
    const label = first === undefined ? null : labelOf(first.text);
    if (label !== null) yield { label, where: "next_line" };
  }
  yield* patternsOf(spot, cell);
}

/** The words before the first figure, when they say something. */
function labelOf(text: string): string | null {
  const words = text.split(" ");
  const figure = words.findIndex((word) => /\d/.test(word));
  const label = (figure < 0 ? words : words.slice(0, figure)).join(" ").trim();
  return /\p{L}{2}/u.test(label) ? label : null;
}

function* patternsOf({ line, from, to, text }: Spot, cell: Cell): Generator<DraftPlace> {
  const value = `(?<value>${valueForm(text)})`;
  const [before, after] = [line.text.slice(0, from), line.text.slice(to)];
  const words = before.slice(cell.start).split(" ");
  const next = /^ ?\S+/.exec(after)?.[0] ?? "";
  for (const count of [2, 1, 4]) {
    const some = wordsForm(words.slice(-1 - count).join(" "));
    if (/\p{L}{2}/u.test(some)) yield { pattern: `${some}${value}` };
  }
  yield { pattern: `^${wordsForm(before)}${value}${wordsForm(next)}` };
  yield { pattern: `^${wordsForm(before)}${value}${wordsForm(after)}$` };
}

function valueForm(text: string): string {
  if (/\p{L}/u.test(text)) return text.includes(" ") ? dayForm(text) : String.raw`\S+`;
  return /[./]\d+[./]/.test(text) ? dayForm(text) : numberForm(text);
}

/** True for the same number; either sign counts where a bill prints it with the other one. */
export const isSameAmount = (one: string | null, other: string, isEitherSign: boolean): boolean =>
  one !== null && compareDecimals(isEitherSign ? one.replace("-", "") : one, other) === 0;
