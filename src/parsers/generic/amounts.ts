/** Decides which decimal mark a bill uses, and reads amounts of money and other numbers at the end of words. */
import type { Decimal, Finding } from "../../records/statement.ts";
import { error } from "../template/findings.ts";
import { readDecimal, type DecimalMark } from "../template/numbers.ts";
import { wordsOf, type WordLine } from "./labels.ts";
import { TAX_BASIS_WORDS } from "./vocabulary.ts";

/** A number with two decimals; `1.234,56` has its mark last. */
const TWO_DECIMALS = /^[^\p{L}\d]*(?:\d[\d.,'’]*)?\d([.,])\d\d[^\p{L}\d]*$/u;
/** So many times as often as the other, because bills quote a few numbers in another form, such as `100.00%`. */
const TIMES_TO_DECIDE = 4;
const WORD_MAX = 24;

/** The decimal mark of the bill's amounts; null with an error when both are as frequent, or there is no amount. */
export function markOf(lines: readonly WordLine[]): { mark: DecimalMark | null; findings: Finding[] } {
  const counts = { ".": 0, ",": 0 };
  for (const { line } of lines) {
    for (const { text } of line.row.words) {
      const mark = text.length > WORD_MAX || text.includes("%") ? undefined : TWO_DECIMALS.exec(text)?.[1];
      if (mark === "." || mark === ",") counts[mark] += 1;
    }
  }
  const [more, less]: DecimalMark[] = counts["."] >= counts[","] ? [".", ","] : [",", "."];
  if (more === undefined || less === undefined || counts[more] === 0) return { mark: null, findings: [] };
  if (counts[more] >= TIMES_TO_DECIDE * counts[less]) return { mark: more, findings: [] };
  const detail = `${counts["."]} amounts have a decimal point and ${counts[","]} a decimal comma: the numbers cannot be read.`;
  return { mark: null, findings: [error("number_form_ambiguous", detail)] };
}

/** A number that is money: with exactly two decimals. */
export function readMoney(text: string, mark: DecimalMark): Decimal | null {
  const decimal = readDecimal(text, mark);
  return decimal !== null && decimal.at(-3) === "." ? decimal : null;
}

const taxBasis = wordsOf(TAX_BASIS_WORDS);

/** Where the words end without those at the end that say whether tax is in the amount: `59,00 € TTC`. */
export function withoutTaxBasis(folded: readonly string[], from: number, to: number): number {
  let end = to;
  while (end > from + 1 && taxBasis.has(folded[end - 1] ?? "")) end -= 1;
  return end;
}

/** As many words as an amount takes: `- R$ 1 234,56 CR`. */
const AMOUNT_WORDS_MAX = 5;

/** The longest amount of money that ends the words before `to`. */
export function moneyBefore(
  words: readonly string[],
  to: number,
  mark: DecimalMark,
): { value: Decimal; from: number } | null {
  for (let from = Math.max(0, to - AMOUNT_WORDS_MAX); from < to; from++) {
    const value = readMoney(words.slice(from, to).join(" "), mark);
    if (value !== null) return { value, from };
  }
  return null;
}

/** The longest number that begins with the word `from`; it may have groups with spaces. */
export function numberFrom(
  words: readonly string[],
  from: number,
  mark: DecimalMark,
): { value: Decimal; to: number } | null {
  const first = readDecimal(words[from] ?? "", mark);
  if (first === null) return null;
  let [value, to] = [first, from + 1];
  while (/^\d{3}(?:[.,]\d+)?$/.test(words[to] ?? "")) {
    const longer = readDecimal(words.slice(from, to + 1).join(" "), mark);
    if (longer === null) break;
    [value, to] = [longer, to + 1];
  }
  return { value, to };
}
