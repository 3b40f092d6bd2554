/** Expressions for the printed forms of an unknown bill: what stays from bill to bill as it is, and figures and days as any others. */
import { compilePattern } from "../../domain/pattern.ts";
import { cutEnd } from "../../domain/text.ts";
import { LANGUAGES, monthOfName } from "../../parsers/template/month-names.ts";
import { escaped, NUMBER } from "./formats.ts";
import { MONEY } from "./rows.ts";

/** Letters `from` up to `to` of a text that a rule takes as a part of its name. */
export interface NamedSpan {
  name: string;
  from: number;
  to: number;
  /** An expression for the text of the part. */
  source: string;
}

const isMonth = (word: string): boolean =>
  /^\p{L}{3,10}\.?$/u.test(word) && LANGUAGES.some((language) => monthOfName(word, language, false) !== null);

const wordForm = (word: string): string =>
  word === "" ? "" : /\d/.test(word) || isMonth(word) ? String.raw`\S+` : escaped(word);

/** Words as they are; a word with a figure, or the name of a month, as any word: it is another on the next bill. */
export const wordsForm = (text: string): string => text.split(" ").map(wordForm).join(" ");

/** A text with its named parts as groups. The parts must not overlap. */
export function formWith(text: string, parts: readonly NamedSpan[]): string {
  const ordered = parts.toSorted((one, other) => one.from - other.from);
  const pieces = ordered.map(({ name, source, from, to }, at) => {
    const before = wordsForm(text.slice(ordered[at - 1]?.to ?? 0, from));
    return `${before}(?<${name}>${source})${at === ordered.length - 1 ? wordsForm(text.slice(to)) : ""}`;
  });
  return pieces.length === 0 ? wordsForm(text) : pieces.join("");
}

/** Figures by their number, letters as letters: `3 mars 2026` as any day that is written so. */
export const dayForm = (text: string): string =>
  text
    .split(/(\d+|\p{L}+)/u)
    .map((piece) => (/^\d/.test(piece) ? figuresForm(piece) : /^\p{L}/u.test(piece) ? letters(piece) : escaped(piece)))
    .join("");

const figuresForm = ({ length }: string): string => (length > 2 ? String.raw`\d{${length}}` : String.raw`\d{1,2}`);
/** "de" and "of" stay. */
const letters = (word: string): string => (word.length < 3 ? word : String.raw`\p{L}+`);

const wholeMoney = compilePattern(`^${MONEY}$`, { ignoreCase: false });
const numberWithin = compilePattern(String.raw`^(?<before>[^\d-]*)-?${NUMBER}(?<after>\D*)$`, { ignoreCase: false });

/** An amount of money, else a number with what stands beside it. */
export const amountForm = (text: string): string => (wholeMoney.test(text) ? MONEY : numberForm(text));

/** A number with its sign and what stands beside it, such as its unit. */
export function numberForm(text: string): string {
  const match = numberWithin.find(text);
  if (match === null) return wordsForm(text);
  const part = (name: string) => text.slice(match.groups[name]?.start ?? 0, match.groups[name]?.end ?? 0);
  return `${escaped(part("before"))}-?${NUMBER}${escaped(part("after"))}`;
}

/** Letters of a text: some whole words of it. */
export interface Words {
  from: number;
  to: number;
  text: string;
}

/** Values are printed in at most so many words. */
const WORDS_MAX = 5;

/** All runs of whole words of a text, from the left, short ones first. */
export function runsOfWords(text: string, from = 0): Words[] {
  const words = [...text.slice(from).matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: from + index,
    to: from + index + word.length,
  }));
  return words.flatMap((first, at) =>
    words.slice(at, at + WORDS_MAX).map(({ to }) => ({ from: first.from, to, text: text.slice(first.from, to) })),
  );
}

/** Without brackets and the like around them; none when nothing else is left. */
export function bareWords(words: Words): Words[] {
  const [before = ""] = /^[^\p{L}\d]*/u.exec(words.text) ?? [];
  const text = cutEnd(words.text.slice(before.length), /[^\p{L}\d.]/u);
  const from = words.from + before.length;
  return text === "" ? [] : [{ from, to: from + text.length, text }];
}

export const overlap = (one: { from: number; to: number }, other: { from: number; to: number }): boolean =>
  one.from < other.to && other.from < one.to;
