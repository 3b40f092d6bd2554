/** Finds the charges and the reads of an unknown bill: runs of lines with amounts, checked against the totals, and their headers. */
import { addDecimals, compareDecimals } from "../../domain/decimal.ts";
import { compilePattern } from "../../domain/pattern.ts";
import { normaliseUnit } from "../../domain/units.ts";
import type { Line } from "../../parsers/template/lines.ts";
import { readDecimal, type DecimalMark } from "../../parsers/template/numbers.ts";
import type { Decimal } from "../../records/statement.ts";
import { NUMBER } from "./formats.ts";

export interface DraftCharge {
  description: string;
  amount: Decimal;
  /** A quantity and a rate stand between the description and the amount. */
  isPriced: boolean;
  /** The cells between its description and its amount. */
  middle: string[];
}

export interface DraftCharges {
  rows: readonly DraftCharge[];
  /** The line above the first row. */
  after: string | null;
  /** The line below the last one. */
  end: string | null;
  /** Lines between the rows that are none. */
  skip: string[];
  /** The printed figure that the rows add up to; null when they add up to none. */
  total: Decimal | null;
  /** The label of a total that stands right below the rows. */
  totalLabel: string | null;
}

interface MoneyLine extends DraftCharge {
  at: number;
}

/** A total, a balance or a payment: no charge. */
const NO_CHARGE = /\b(?:total|subtotal|balance|amount due|payments?|paid|please pay|last bill|amount enclosed)\b/i;
/** An amount of money as an expression: `1,234.56`, `1 234,56 €`, `.00`, `5.00 CR`. */
export const MONEY = String.raw`-?[$€£]?-?(?:\d{1,3}(?: \d{3})+|[\d.,]*)[.,]\d\d-?(?: ?(?:CR|€|EUR))?`;
const WHOLE_MONEY = compilePattern(`^${MONEY}$`, { ignoreCase: false });
const ROWS_MAX = 200;

/** The longest run of lines whose amounts add up to a printed total; without one, the longest run. Null without any. */
export function findCharges(
  lines: readonly Line[],
  { totals, labels, mark }: { totals: readonly Decimal[]; labels: readonly string[]; mark: DecimalMark },
): DraftCharges | null {
  const isField = (text: string) => labels.some((label) => text.toLowerCase().startsWith(label.toLowerCase()));
  const rows = lines.flatMap((line, at): MoneyLine[] => {
    const row = chargeOf(line, mark);
    return row === null || isField(line.text) ? [] : [{ at, ...row }];
  });
  const printed = lines.flatMap(({ text, cells }) => {
    const amount = /\btotal\b/i.test(text) ? readDecimal(cells.at(-1)?.text ?? "", mark) : null;
    return amount ?? [];
  });
  const fitting = runThatAddsUp(rows.slice(0, ROWS_MAX), new Set([...totals, ...printed].map(plain)));
  const run = fitting?.run ?? longestRun(rows);
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return null;
  const taken = new Set(run.map(({ at }) => at));
  const below = lines[last.at + 1];
  const belowAmount = below === undefined ? null : readDecimal(below.cells.at(-1)?.text ?? "", mark);
  const isTotal = fitting !== null && belowAmount !== null && plain(belowAmount) === fitting.total;
  return {
    rows: run,
    after: lines[first.at - 1]?.text ?? null,
    end: below?.text ?? null,
    skip: lines.slice(first.at, last.at).flatMap(({ text }, at) => (taken.has(first.at + at) ? [] : text)),
    total: fitting?.total ?? null,
    totalLabel: isTotal && (below?.cells.length ?? 0) > 1 ? (below?.cells[0]?.text ?? null) : null,
  };
}

const plain = (decimal: Decimal): Decimal => addDecimals([decimal, "0.00"]);

function chargeOf({ cells }: Line, mark: DecimalMark): DraftCharge | null {
  const [first] = cells;
  const last = cells.at(-1);
  if (first === undefined || last === undefined || cells.length < 2) return null;
  if (!/\p{L}{2}/u.test(first.text) || NO_CHARGE.test(first.text) || !WHOLE_MONEY.test(last.text)) return null;
  const amount = readDecimal(last.text, mark);
  if (amount === null) return null;
  const isPriced = cells.length === 4 && cells.slice(1, 3).every(({ text }) => /^\$?-?[\d.,]/.test(text));
  return { description: first.text, amount, isPriced, middle: cells.slice(1, -1).map(({ text }) => text) };
}

function runThatAddsUp(
  rows: readonly MoneyLine[],
  totals: ReadonlySet<Decimal>,
): { run: readonly MoneyLine[]; total: Decimal } | null {
  let best: { run: readonly MoneyLine[]; total: Decimal } | null = null;
  for (let from = 0; from < rows.length; from++) {
    let sum: Decimal = "0.00";
    for (let to = from; to < rows.length; to++) {
      sum = addDecimals([sum, rows[to]?.amount ?? "0"]);
      const length = to - from + 1;
      if (totals.has(sum) && compareDecimals(sum, "0") !== 0 && length > (best?.run.length ?? 0))
        best = { run: rows.slice(from, to + 1), total: sum };
    }
  }
  return best;
}

/** Lines that follow each other, with at most one other between two of them. */
function longestRun(rows: readonly MoneyLine[]): readonly MoneyLine[] {
  let best: MoneyLine[] = [];
  let run: MoneyLine[] = [];
  for (const row of rows) {
    const last = run.at(-1);
    run = last !== undefined && row.at - last.at <= 2 ? [...run, row] : [row];
    if (run.length > best.length) best = run;
  }
  return best;
}

export interface DraftReads {
  /** The columns by the words of their headers, as expressions. */
  columns: Record<string, string>;
  parts: Record<string, string>;
  rows: number;
  unit: string | null;
  /** Letters after a read that say how it was taken. */
  readTypes: string[];
  descriptions: string[];
}

/** Words of the headers of reads. The first that fits a cell is its column. */
const COLUMN_WORDS: [string, RegExp][] = [
  ["previous_read", /^(?:previous|prior|last|before|start|beginning|prev)\b/i],
  ["current_read", /^(?:current|present|now|this|end|ending)\b/i],
  ["multiplier", /^(?:multiplier|mult|times|constant|factor|x)\b/i],
  ["read_type", /^(?:read type|type of read|type|code)\b/i],
  ["amount", /usage|used|use\b|consumption|quantity|difference|billed/i],
  ["description", /^(?:register|description|service|meter)\b/i],
];

/** A read with the letters that say how it was taken. */
const READ_WITH_TYPE = compilePattern(`^${NUMBER} (?<type>[A-Za-z]{1,10})$`, { ignoreCase: false });

/** The first line whose cells name both reads, and the rows below it. */
export function findReads(lines: readonly Line[], escape: (text: string) => string): DraftReads | null {
  for (const [at, header] of lines.entries()) {
    const columns = columnsOfHeader(header);
    if (columns === null) continue;
    const rows: Line[] = [];
    for (const line of lines.slice(at + 1)) {
      if (line.cells.filter(({ text }) => /^[\d.,]+\b/.test(text)).length < 2) break;
      rows.push(line);
    }
    if (rows.length === 0) continue;
    const names = Object.entries(columns).map(([name, text]) => [name, expressionOf(name, text, escape)]);
    const marks = rows.flatMap(({ cells }) =>
      cells.flatMap(({ text }) => {
        const type = READ_WITH_TYPE.find(text)?.groups["type"];
        return type === undefined ? [] : text.slice(type.start, type.end);
      }),
    );
    const readTypes = [...new Set(marks)].filter((text) => normaliseUnit(text) === null);
    const [ending = ""] = Object.values(columns).slice(-1);
    return {
      columns: Object.fromEntries(names),
      parts: readTypes.length === 0 ? {} : { current_read: `^(?<current_read>${NUMBER}) (?<read_type>[A-Za-z]+)$` },
      rows: rows.length,
      unit: unitIn(columns["amount"] ?? ending),
      readTypes,
      descriptions: columns["description"] === undefined ? [] : rows.map(({ cells }) => cells[0]?.text ?? ""),
    };
  }
  return null;
}

function columnsOfHeader({ cells }: Line): Record<string, string> | null {
  const columns: Record<string, string> = {};
  for (const [at, { text }] of cells.entries()) {
    const name = COLUMN_WORDS.find(([each, words]) => !(each in columns) && words.test(text))?.[0];
    const isUnit = normaliseUnit(text) !== null && !("amount" in columns);
    columns[name ?? (isUnit ? "amount" : `x_${at + 1}`)] = text;
  }
  return "previous_read" in columns && "current_read" in columns && "amount" in columns ? columns : null;
}

/** A header that states the unit, such as `kWh` or `Used (kWh)`, gives it to every row. */
function expressionOf(name: string, text: string, escape: (text: string) => string): string {
  const unit = name === "amount" ? unitIn(text) : null;
  const whole = `^${escape(text)}$`;
  return unit === null ? whole : whole.replace(escape(unit), `(?<unit>${escape(unit)})`);
}

/** The first word that is a unit, also in brackets. */
export function unitIn(text: string): string | null {
  const words = text.split(/[\s()]/).filter((word) => word !== "");
  return words.find((word) => /\p{L}/u.test(word) && normaliseUnit(word) !== null) ?? null;
}
