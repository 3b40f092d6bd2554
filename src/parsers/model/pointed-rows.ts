/** The charges and uses of a language model as the rows that the reader without templates works with, each with the words beside it. */
import { inWords } from "../../domain/bills/in-words.ts";
import type { BillWords } from "../generic/bill-words.ts";
import { foundWords, rangeOf, textsOf } from "../generic/bill-words.ts";
import { foldWord, wordsOf as listedWords, type WordLine } from "../generic/labels.ts";
import { gives, totalLabels, type MoneyRow } from "../generic/money-rows.ts";
import { readMoney } from "../generic/amounts.ts";
import { fieldLabels } from "../generic/read-fields.ts";
import { normaliseUnit } from "../generic/units.ts";
import type { UseRow } from "../generic/use-tables.ts";
import { ESTIMATED_WORDS } from "../generic/vocabulary.ts";
import { error, quote } from "../template/findings.ts";
import type { Claims } from "./check-answer.ts";
import type { BillAnswer } from "./answer.ts";
import { wordsOf, type Pointed, type Pointers, type Span } from "./pointed.ts";

type Meter = BillAnswer["meters"][number];

/** Null, with a finding, when its words are not on the page, do not stand together, or are those of a total or a balance. */
export function chargeRow(
  bill: BillWords,
  point: Pointers,
  { name, charge, claims }: { name: string; charge: Meter["charges"][number]; claims: Claims },
): MoneyRow | null {
  const amount = point.money(`${name}.amount`, charge.amount);
  const named = point.text(`${name}.description`, charge.description);
  const quantity = point.number(`${name}.quantity`, charge.quantity);
  const rate = point.rate(`${name}.rate`, charge.rate);
  const around = [quantity, rate].filter((pointed) => pointed !== null);
  const description = amount === null || named === null ? null : wholeDescription(named, [amount, ...around]);
  if (amount === null || description === null || !claims.claim(`${name}.amount`, amount)) {
    if (charge.amount === null || named === null || description === null)
      bill.findings.push(
        error("row_not_understood", `The ${inWords(name)} has no description or no amount.`, amount?.found),
      );
    return null;
  }
  if (!isBeside(bill, description, amount, around)) {
    const detail = `The description ${quote(description.found)} of ${inWords(name)} does not stand beside its amount ${quote(amount.found)}.`;
    bill.findings.push(error("row_not_understood", detail, amount.found));
    return null;
  }
  if (isOfTotal(description)) {
    const detail = `${quote(description.found)} is the label of a total, a balance or a payment, and no charge.`;
    bill.findings.push(error("row_is_no_charge", detail, description.found));
    return null;
  }
  const isPriced = quantity !== null && rate !== null;
  const isRight = isPriced && gives(quantity.value, rate.value, amount.value);
  // A quantity may be the use as well.
  if (isRight) claims.used.push(quantity, rate);
  const { line } = amount;
  const own = [amount, description, ...around].filter((span) => span.line === line);
  const [from, to] = [Math.min(...own.map((span) => span.from)), Math.max(...own.map((span) => span.to))];
  const unit = quantity === null ? null : unitBeside(bill, quantity, point.text(`${name}.unit`, charge.unit));
  return {
    kind: "charge",
    line,
    from,
    to,
    description: description.value,
    amount: amount.value,
    priced: isRight ? { quantity: quantity.value, rate: rate.value, unit: unit?.unit ?? null } : null,
    isDoubtful: isPriced && !isRight,
    found: foundWords(line, from, to),
  };
}

/** All words of the description's cell around those that were named, up to a number; null when all are numbers and units, or some are of a figure. */
function wholeDescription(named: Pointed<string>, others: readonly Span[]): Pointed<string> | null {
  const { line } = named;
  const cell = rangeOf(line, line.cellOf[named.from] ?? 0);
  const texts = textsOf(line);
  const isOther = (at: number) => others.some((span) => span.line === line && span.from <= at && at < span.to);
  const isWord = (at: number) => !/\d/.test(texts[at] ?? "") && !isOther(at);
  let { from, to } = named;
  if (texts.some((_, at) => at >= from && at < to && isOther(at))) return null;
  while (from > cell.from && isWord(from - 1)) from -= 1;
  while (to < cell.to && isWord(to)) to += 1;
  const words = texts.slice(from, to);
  if (!words.some((word) => /\p{L}{2}/u.test(word) && normaliseUnit(word) === null)) return null;
  return { line, from, to, value: words.join(" "), found: foundWords(line, from, to) };
}

/** On one line without another amount between them, or the amount alone below its description. */
function isBeside(bill: BillWords, description: Span, amount: Span, around: readonly Span[]): boolean {
  const isOwn = (line: WordLine, at: number) =>
    [amount, description, ...around].some((span) => span.line === line && span.from <= at && at < span.to);
  const others = (line: WordLine, is: (text: string) => boolean, from = 0, to = line.folded.length) =>
    textsOf(line).some((text, at) => at >= from && at < to && !isOwn(line, at) && is(text));
  const isMoney = (text: string) => readMoney(text, bill.mark) !== null;
  if (![description, ...around].every(({ line }) => isNear(line, amount.line))) return false;
  if (description.line === amount.line) {
    if (description.to > amount.from) return !others(amount.line, isMoney);
    return !others(amount.line, isMoney, description.to, amount.from);
  }
  return (
    description.line.at === amount.line.at - 1 &&
    !others(description.line, isMoney) &&
    !others(amount.line, (text) => (text.match(/\p{L}/gu)?.length ?? 0) > 2 || isMoney(text))
  );
}

const isNear = (one: WordLine, other: WordLine): boolean =>
  one.line.page === other.line.page && Math.abs(one.at - other.at) <= 1;

/** The description, or what stands before it in its cell, begins with a known label of such a value. */
function isOfTotal({ line, from, to }: Span): boolean {
  const start = rangeOf(line, line.cellOf[from] ?? 0).from;
  return line.folded.slice(start, to).some((_, offset) => {
    const at = start + offset;
    const length = fieldLabels(line.folded, at)?.length ?? totalLabels(line.folded, at)?.length ?? 0;
    return length > 1 || (length === 1 && (at === start || at === from));
  });
}

const estimated = listedWords(ESTIMATED_WORDS);
/** A shorter word stands for an estimate only beside a read. */
const ESTIMATED_LETTERS_MIN = 3;

/** Null, with a finding, when its words are not on the page. */
export function useRow(
  bill: BillWords,
  point: Pointers,
  { name, use, claims }: { name: string; use: Meter["uses"][number]; claims: Claims },
): UseRow | null {
  const amount = point.number(`${name}.amount`, use.amount);
  const previous = point.number(`${name}.previous_read`, use.previous_read);
  const current = point.number(`${name}.current_read`, use.current_read);
  const multiplier = point.number(`${name}.multiplier`, use.multiplier);
  const type = point.text(`${name}.read_type`, use.read_type);
  const description = point.text(`${name}.description`, use.description);
  if (amount === null) {
    if (use.amount === null) bill.findings.push(error("row_not_understood", `The ${inWords(name)} has no amount.`));
    return null;
  }
  const figures = Object.entries({ amount, previous_read: previous, current_read: current, multiplier });
  if (!figures.every(([of, figure]) => figure === null || claims.claim(`${name}.${of}`, figure))) return null;
  const unit = unitBeside(bill, amount, point.text(`${name}.unit`, use.unit));
  if (unit?.finding !== undefined) bill.findings.push(unit.finding);
  const spans = figures.flatMap(([, figure]) => figure ?? []);
  return {
    line: amount.line,
    meter_num: null,
    description: description?.value ?? null,
    previous_read: previous?.value ?? null,
    current_read: current?.value ?? null,
    multiplier: multiplier?.value ?? null,
    amount: amount.value,
    unit: unit?.unit ?? null,
    isEstimated: isEstimated(spans, type),
    period: null,
    days: null,
    found: amount.found,
  };
}

/** By the words of the lines, whatever the model says: it may only add an estimate. */
function isEstimated(spans: readonly Span[], type: Pointed<string> | null): boolean {
  const isWord = (word: string) => word.length >= ESTIMATED_LETTERS_MIN && estimated.has(word);
  return (
    (type !== null && wordsOf(type).some((word) => estimated.has(foldWord(word)))) ||
    spans.some(({ line, to }) => line.folded.some(isWord) || estimated.has(line.folded[to] ?? ""))
  );
}

/**
 * The unit of a number: the one that stands behind it, the only one on its line, the next one above it in its column, or the only one
 * of the bill. Null when the model names none and none stands there.
 */
function unitBeside(
  bill: BillWords,
  number: Span,
  pointed: Pointed<string> | null,
): { unit: string | null; finding?: ReturnType<typeof error> } | null {
  const named =
    pointed === null
      ? null
      : (wordsOf(pointed)
          .map(normaliseUnit)
          .find((unit) => unit !== null) ?? null);
  const possible = [
    () => normaliseUnit(textsOf(number.line)[number.to] ?? ""),
    () => onlyUnit([number.line]),
    () => unitAbove(bill, number),
    () => onlyUnit(bill.lines),
  ];
  for (const find of possible) {
    const unit = find();
    if (unit === null) continue;
    if (named === null || named === unit) return { unit };
    const detail = `The language model read the unit of ${quote(number.line.line)} as ${named}, beside its number stands ${unit}.`;
    return { unit: null, finding: error("unknown_unit", detail) };
  }
  return null;
}

function onlyUnit(lines: readonly WordLine[]): string | null {
  const units = new Set(lines.flatMap((line) => textsOf(line).flatMap((word) => normaliseUnit(word) ?? [])));
  const [unit] = units;
  return units.size === 1 ? (unit ?? null) : null;
}

/** In the column of the number, on the same page. */
function unitAbove({ lines }: BillWords, { line, from, to }: Span): string | null {
  const own = line.line.row.words.slice(from, to);
  const [left, right] = [Math.min(...own.map((word) => word.left)), Math.max(...own.map((word) => word.right))];
  for (const above of lines.slice(0, line.at).toReversed()) {
    if (above.line.page !== line.line.page) return null;
    const over = above.line.row.words.filter((word) => word.left < right && word.right > left);
    const unit = over.map(({ text }) => normaliseUnit(text)).find((found) => found !== null);
    if (unit !== undefined) return unit;
  }
  return null;
}
