/** Reads the words that a language model points to, as the reader without templates reads words. What is not there is a finding. */
import { inWords } from "../../domain/bills/in-words.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal } from "../../records/statement.ts";
import { readMoney } from "../generic/amounts.ts";
import { dayIn, foundWords, textsOf, type BillWords, type Placed } from "../generic/bill-words.ts";
import type { WordLine } from "../generic/labels.ts";
import type { DaySpan } from "../generic/scan-days.ts";
import { error, quote } from "../template/findings.ts";
import { readDecimal, readRate } from "../template/numbers.ts";
import type { Printed } from "./answer.ts";

/** Words of a line: the first, and the one after the last. */
export interface Span {
  line: WordLine;
  from: number;
  to: number;
}

/** A value with its words. */
export interface Pointed<Value> extends Placed<Value>, Span {}

type Read<Value> = (span: Span) => Value | null;

export interface Pointers {
  /**
   * Null when the model gave no answer; null with the finding `not_on_page` when its words are not on the page or are no such
   * value.
   */
  text(name: string, printed: Printed | null): Pointed<string> | null;
  money(name: string, printed: Printed | null): Pointed<Decimal> | null;
  number(name: string, printed: Printed | null): Pointed<Decimal> | null;
  rate(name: string, printed: Printed | null): Pointed<Decimal> | null;
  day(name: string, printed: Printed | null): Pointed<DaySpan> | null;
}

/** No value has more words. */
const WORDS_MAX = 30;
/** Around a number: "CR", a minus or a bracket apart from it, or the groups of its thousands. */
const WORDS_AROUND = 2;

export function createPointers(bill: BillWords): Pointers {
  const starts: number[] = [];
  let count = 1;
  for (const { line } of bill.lines) {
    starts.push(count);
    count += line.row.words.length;
  }

  /** The words with these numbers when they stand one after the other on one line. */
  function spanOf(numbers: readonly number[]): Span | null {
    const [first = 0] = numbers;
    const isRow = Number.isSafeInteger(first) && numbers.every((number, at) => number === first + at);
    if (numbers.length === 0 || numbers.length > WORDS_MAX || !isRow || first < 1 || first >= count) return null;
    const line = bill.lines[starts.findLastIndex((start) => start <= first)];
    if (line === undefined) return null;
    const from = first - (starts[line.at] ?? 0);
    const to = from + numbers.length;
    return to > line.line.row.words.length ? null : { line, from, to };
  }

  function point<Value>(name: string, printed: Printed | null, read: Read<Value>): Pointed<Value> | null {
    if (printed === null) return null;
    const span = spanOf(printed.words);
    const missing = (why: string) => {
      bill.findings.push(
        error("not_on_page", `The language model read the ${inWords(name)} as ${quote(printed)}: ${why}.`),
      );
      return null;
    };
    if (span === null) return missing("the words that it names are not on the pages one after the other");
    const found = foundWords(span.line, span.from, span.to);
    if (lettersOf(found.text) !== lettersOf(printed.text))
      return missing(`the words that it names are ${quote(found)}`);
    const value = read(span);
    return value === null ? missing("these words are no such value, or a part of it") : { ...span, value, found };
  }

  return {
    text: (name, printed) => point(name, printed, (span) => wordsOf(span).join(" ")),
    money: (name, printed) =>
      point(
        name,
        printed,
        whole((text) => readMoney(text, bill.mark)),
      ),
    number: (name, printed) =>
      point(
        name,
        printed,
        whole((text) => readDecimal(text, bill.mark)),
      ),
    rate: (name, printed) => point(name, printed, (span) => readRate(wordsOf(span).join(" "), bill.mark)),
    day: (name, printed) => point(name, printed, (span) => wholeDay(bill, span)),
  };
}

export const wordsOf = ({ line, from, to }: Span): string[] => textsOf(line).slice(from, to);

/** The text is only a second sign that the words are meant: the value is read from the words. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A number, unless more of the words around it belong to it: "234.56" of "1 234.56", "4.10" of "4.10 CR". */
function whole(read: (text: string) => Decimal | null): Read<Decimal> {
  return (span) => {
    const { line, from, to } = span;
    const texts = textsOf(line);
    const value = read(wordsOf(span).join(" "));
    if (value === null) return null;
    for (let left = Math.max(0, from - WORDS_AROUND); left <= from; left++) {
      for (let right = to; right <= Math.min(texts.length, to + WORDS_AROUND); right++) {
        const isNear = line.cellOf[left] === line.cellOf[from] && line.cellOf[right - 1] === line.cellOf[to - 1];
        const isSign = texts
          .slice(left, from)
          .concat(texts.slice(to, right))
          .every((text) => SIGN.test(text));
        if (!isNear && !isSign) continue;
        const longer = read(texts.slice(left, right).join(" "));
        if (longer !== null && longer !== value) return null;
      }
    }
    return value;
  };
}

/** Changes the sign of the number beside it. */
const SIGN = /^(?:CR\.?|DR\.?|[-+(\u2010-\u2013\u2212]|\)|[-(]?[$€£]|\)-?)$/i;

/** The one day that the words are, with its year where that is printed. */
function wholeDay(bill: BillWords, { line, from, to }: Span): DaySpan | null {
  const [span, ...others] = (bill.days[line.at] ?? []).filter((day) => day.from < to && day.to > from);
  return span !== undefined && others.length === 0 && span.from >= from && span.to <= to ? span : null;
}

/** The calendar day of words that are a day. */
export const dayOfPointed = (
  bill: BillWords,
  pointed: Pointed<DaySpan> | null,
  latest: Day | null = null,
): Day | null => (pointed === null ? null : dayIn(bill, pointed.value, latest));
