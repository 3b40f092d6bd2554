/** Damages the words of a bill in the ways in which a page can be misread: a digit, a row, two columns, a day. */
import { addDays } from "../domain/calendar.ts";
import type { Day } from "../records/scalars.ts";
import { below, type Random } from "./generic/bills.fixtures.ts";
import type { Page, Row, Word } from "./pdf/page-model.ts";

export const DAMAGES = ["digit", "row", "columns", "day"] as const;
export type Damage = (typeof DAMAGES)[number];

/** The words that print a day, and how the bill would print another one there, in as many words. */
export interface PrintedDay {
  words: Word[];
  day: Day;
  print: (day: Day) => string;
}

/** The same pages with one fault; the pages given are not changed. */
export function damaged(pages: Page[], kind: Damage, random: Random, daysOn: (row: Row) => PrintedDay[]): Page[] {
  const copy = structuredClone(pages);
  const rows = copy.flatMap((page) => page.rows).filter(({ words }) => words.some(hasDigit));
  const row = rows[below(random, rows.length)];
  if (row === undefined) return copy;
  if (kind === "digit") changeDigit(row, random);
  else if (kind === "row") for (const page of copy) page.rows = page.rows.filter((other) => other !== row);
  else if (kind === "columns") swapColumns(rows, random);
  else
    shiftDay(
      copy.flatMap((page) => page.rows).flatMap((each) => daysOn(each)),
      random,
    );
  return copy;
}

const hasDigit = ({ text: word }: Word): boolean => /\d/.test(word);

function changeDigit(row: Row, random: Random): void {
  const words = row.words.filter(hasDigit);
  const word = words[below(random, words.length)];
  if (word === undefined) return;
  const places = [...word.text.matchAll(/\d/g)].map(({ index }) => index);
  const at = places[below(random, places.length)] ?? 0;
  const digit = (Number(word.text[at]) + 1 + below(random, 9)) % 10;
  word.text = `${word.text.slice(0, at)}${digit}${word.text.slice(at + 1)}`;
}

/** Two neighbouring words with digits of a row change places. */
function swapColumns(rows: Row[], random: Random): void {
  const several = rows.filter(({ words }) => words.filter(hasDigit).length > 1);
  const words = several[below(random, several.length)]?.words.filter(hasDigit) ?? [];
  const at = below(random, words.length - 1);
  const [one, other] = [words[at], words[at + 1]];
  if (one !== undefined && other !== undefined) [one.text, other.text] = [other.text, one.text];
}

/** One place that prints a day prints another day. */
function shiftDay(places: PrintedDay[], random: Random): void {
  const place = places[below(random, places.length)];
  if (place === undefined) return;
  const shifted = addDays(place.day, (1 + below(random, 40)) * (random() < 0.5 ? -1 : 1));
  const printed = place.print(shifted).split(" ");
  for (const [at, word] of place.words.entries()) {
    const end = /[,):;]*$/.exec(word.text)?.[0] ?? "";
    word.text = `${(printed[at] ?? "").replace(/,$/, "")}${end}`;
  }
}
