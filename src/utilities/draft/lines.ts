/** Proposes the rules for charges and uses that were read from a bill: expressions for their lines, each tried on the bill. */
import { compareDecimals } from "../../domain/decimal.ts";
import { normaliseUnit } from "../../domain/units.ts";
import { findRows, type RowsResult } from "../../parsers/template/find-rows.ts";
import type { Line } from "../../parsers/template/lines.ts";
import { readDecimal, readQuantity, readRate, type DecimalMark } from "../../parsers/template/numbers.ts";
import { Charges, Usages } from "../../parsers/template/rows.ts";
import type { DayReader } from "../../parsers/template/dates.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal, StatementCharge, StatementUsage } from "../../records/statement.ts";
import { twoDays } from "./days.ts";
import {
  amountForm,
  bareWords,
  dayForm,
  formWith,
  numberForm,
  overlap,
  runsOfWords,
  wordsForm,
  type NamedSpan,
  type Words,
} from "./forms.ts";
import { locatorOf, placeFor, within, type DraftPlace, type Spot } from "./places.ts";

/** A rule as a template writes it. */
export interface DraftRule {
  row: string;
  fields?: Record<string, DraftPlace>;
  description?: string;
  unit?: string;
  count?: number;
  skip?: string[];
}

export interface ReadLine<Value> {
  value: Value;
  /** Null where its place is not known. */
  spot: Spot | null;
}

const isSame = (one: Decimal | null, other: Decimal | null): boolean =>
  one === null || other === null ? one === other : compareDecimals(one, other) === 0;

/** The words that read as a value, within a text, apart from those that are taken. */
function wordsOf(
  text: string,
  isValue: (text: string) => boolean,
  { from = 0, taken, isLast = false }: { from?: number; taken: readonly NamedSpan[]; isLast?: boolean },
): Words | null {
  const found = [...runsOfWords(text, from), ...runsOfWords(text, from).flatMap(bareWords)].filter(
    (words) => !taken.some((other) => overlap(words, other)) && isValue(words.text),
  );
  return (isLast ? found.toSorted((one, other) => other.to - one.to || other.from - one.from)[0] : found[0]) ?? null;
}

/** One rule for each form of line. Null when the rules take other charges than these. */
export function chargeRules(
  lines: readonly Line[],
  charges: readonly ReadLine<StatementCharge>[],
  written: Written,
): DraftRule[] | null {
  const { mark } = written;
  const forms = charges.map(({ value, spot }) => (spot === null ? null : chargeForm(spot.text, value, written)));
  const known = forms.filter((form) => form !== null);
  if (known.length < forms.length || known.length === 0) return null;
  const rules = [...Map.groupBy(known, ({ apart, rest }) => JSON.stringify([apart, rest]))].map(
    ([, alike]): DraftRule => {
      const { apart = null, rest = "" } = alike[0] ?? {};
      const words = anyOf(alike.map(({ description }) => description));
      return apart === null
        ? { row: `(?:^|  )(?<description>${words})${rest}(?:$|  )` }
        : { row: `(?:^|  )${words}${rest}(?:$|  )`, description: apart };
    },
  );
  const results = rules.map((rule) => resultOf(lines, rule));
  const taken = results.flatMap(({ entries }, at) =>
    entries.map(({ parts: { description, amount } }) => ({
      description: description?.text ?? rules[at]?.description,
      amount: readDecimal(amount?.text ?? "", mark),
    })),
  );
  const wanted = charges.map(({ value }) => value);
  const isRight = wanted.every(({ description, amount }) =>
    taken.some((row) => row.description === description && isSame(row.amount, amount)),
  );
  if (!isRight || taken.length > wanted.length) return null;
  return rules.map((rule, at) => ({ ...rule, ...skipOf(results, at) }));
}

/** More lines between the charges are another column of the page, which `ignore` cuts off. */
const SKIP_MAX = 8;

/** The lines between the rows of a rule that no rule takes. */
function skipOf(results: readonly RowsResult[], at: number): Pick<DraftRule, "skip"> {
  const unknownLines = (results[at]?.unknownLines ?? []).filter(
    (line) => !results.some(({ known }) => known.has(line)),
  );
  const skip = [...new Set(unknownLines.map(({ text }) => `^${wordsForm(text)}$`))];
  return skip.length === 0 || skip.length > SKIP_MAX ? {} : { skip };
}

const anyOf = (texts: readonly string[]): string =>
  [...new Set(texts)].toSorted((one, other) => other.length - one.length).join("|");

function resultOf(lines: readonly Line[], rule: DraftRule): RowsResult {
  const read = Charges.safeParse(rule);
  return read.success
    ? findRows([...lines], read.data)
    : { isPresent: false, entries: [], known: new Set(), unknownLines: [] };
}

/** How the bill writes numbers and days. */
interface Written {
  mark: DecimalMark;
  days: DayReader;
}

interface ChargeForm {
  /** An expression for the words of the description. */
  description: string;
  /** The description, where its words stand so far apart that the rule must state it. */
  apart: string | null;
  rest: string;
}

/** Where a description ends at the beginning of a text, also with more space between its words; null when it is not there. */
function endOf(description: string, text: string): number | null {
  let end = 0;
  for (const word of description.split(" ")) {
    while (end > 0 && text[end] === " ") end += 1;
    if (!text.startsWith(word, end)) return null;
    end += word.length;
  }
  return end;
}

/** Days that are not those of the charge, as where they go over several lines: other words stand there on the next bill. */
const hasDay = (text: string, days: DayReader, before: Day): boolean =>
  runsOfWords(text).some((words) => days.readBefore(words.text, before) !== null);

/** The expression for a description, and for what follows it on its line. */
function chargeForm(text: string, charge: StatementCharge, { mark, days }: Written): ChargeForm | null {
  const { description, amount, quantity, rate } = charge;
  const from = endOf(description, text);
  if (from === null) return null;
  const named: NamedSpan[] = [];
  const take = (name: string, isValue: (some: string) => boolean, form: (some: string) => string, isLast = false) => {
    const words = wordsOf(text, isValue, { from, taken: named, isLast });
    if (words !== null) named.push({ name, from: words.from, to: words.to, source: form(words.text) });
  };
  take("amount", (some) => isSame(readDecimal(some, mark), amount), amountForm, true);
  if (named.length === 0) return null;
  if (quantity !== null)
    take("quantity", (some) => isSame(readQuantity(some, mark)?.amount ?? null, quantity), numberForm);
  if (rate !== null) take("rate", (some) => isSame(readRate(some, mark), rate), numberForm);
  const first = Math.min(...named.map((span) => span.from));
  const between = text.slice(from, first);
  const printed = twoDays(between, charge, days);
  const ofDays =
    printed === null
      ? []
      : (["start", "end"] as const).map((name) => {
          const { from: at, to, text: day } = printed[name];
          return { name, from: from + at, to: from + to, source: dayForm(day) };
        });
  const isOther = printed === null && hasDay(between, days, charge.end_date);
  const begin = isOther ? first : from;
  const own = [...ofDays, ...named].map((span) => ({ ...span, from: span.from - begin, to: span.to - begin }));
  const words = text.slice(0, from);
  return {
    description: wordsForm(words),
    apart: words === description ? null : description,
    rest: `${isOther ? "  (?:.*  )?" : ""}${formWith(text.slice(begin), own)}`,
  };
}

export interface DraftUses {
  rules: DraftRule[];
  /** Printed units. */
  units: Record<string, string>;
  /** Words after a read that say how it was taken, and whether that is estimated. */
  readTypes: Record<string, boolean>;
}

/** One rule for each form of line; null when one of the uses is on no line, or the rules take other rows. */
export function useRules(
  lines: readonly Line[],
  uses: readonly ReadLine<StatementUsage>[],
  mark: DecimalMark,
): DraftUses | null {
  const units: Record<string, string> = {};
  const readTypes: Record<string, boolean> = {};
  const rules = new Map<string, { rule: DraftRule; descriptions: string[]; uses: StatementUsage[] }>();
  for (const { value, spot } of uses) {
    const form = spot === null ? null : useForm(lines, spot, value, mark);
    if (form === null) return null;
    units[form.unit] = value.measurement_unit;
    if (form.readType !== null) readTypes[form.readType] = value.estimated_meter_read;
    const key = JSON.stringify([form.before, form.after, form.rule, form.description === null]);
    const same = rules.get(key) ?? { rule: form.rule, descriptions: [], uses: [] };
    rules.set(key, same);
    same.uses.push(value);
    if (form.description !== null) same.descriptions.push(form.description);
    same.rule.row = `(?:^|  )${form.before}${
      same.descriptions.length === 0 ? "" : `(?<description>${anyOf(same.descriptions)})`
    }${form.after}(?:$|  )`;
  }
  for (const { rule, uses: own } of rules.values()) {
    const read = Usages.safeParse({ ...rule, description: rule.description ?? "Use", fields: undefined });
    if (!read.success) return null;
    const amounts = findRows([...lines], read.data).entries.map(({ parts }) => parts["amount"]?.text ?? "");
    const isRight = own.every(({ amount }, at) =>
      isSame(readQuantity(amounts[at] ?? "", mark)?.amount ?? null, amount),
    );
    if (!isRight) return null;
    // A form without words fits other lines, too: only its first rows are taken.
    rule.count = own.length;
  }
  return { rules: [...rules.values()].map(({ rule }) => rule), units, readTypes };
}

interface UseForm {
  before: string;
  description: string | null;
  after: string;
  rule: DraftRule;
  /** As printed, or that of the record where none is. */
  unit: string;
  readType: string | null;
}

function useForm(lines: readonly Line[], spot: Spot, use: StatementUsage, mark: DecimalMark): UseForm | null {
  const { text } = spot;
  const { amount, measurement_unit, previous_read, current_read, multiplier } = use;
  const named: NamedSpan[] = [];
  const decimal = (value: Decimal) => (some: string) => isSame(readDecimal(some, mark), value);
  const take = (name: string, value: Decimal | null, isLast = false): Words | null => {
    const words = value === null ? null : wordsOf(text, decimal(value), { taken: named, isLast });
    if (words !== null) named.push({ name, from: words.from, to: words.to, source: numberForm(words.text) });
    return words;
  };
  const own = take("amount", amount, true);
  if (own === null) return null;
  const afterAmount = /^ {1,2}(\S+)/.exec(text.slice(own.to));
  const printed = afterAmount?.[1] ?? "";
  const hasUnit = normaliseUnit(printed) === measurement_unit;
  if (hasUnit) {
    const to = own.to + (afterAmount?.[0].length ?? 0);
    named.push({ name: "unit", from: to - printed.length, to, source: wordsForm(printed) });
  }
  take("previous_read", previous_read);
  const current = take("current_read", current_read);
  take("multiplier", multiplier);
  const readType = current === null ? null : readTypeAfter(text, current.to, named);
  if (readType !== null) named.push(readType);
  const unit = hasUnit ? printed : (unitAbove(lines, spot, measurement_unit) ?? measurement_unit);
  const description = descriptionIn(text, use.description, named);
  const rule: DraftRule = { row: "" };
  const apart = Object.entries({ previous_read, current_read, multiplier }).flatMap(([name, value]) => {
    const isInRow = named.some((one) => one.name === name);
    const place = isInRow || value === null ? null : placeOfNumber(lines, value, mark);
    return place === null ? [] : [[name, place] as const];
  });
  if (apart.length > 0) rule.fields = Object.fromEntries(apart);
  if (description === null) rule.description = use.description;
  if (!hasUnit) rule.unit = unit;
  const cut = (from: number, to: number) =>
    formWith(
      text.slice(from, to),
      named
        .filter((one) => one.from >= from && one.to <= to)
        .map((one) => ({ ...one, from: one.from - from, to: one.to - from })),
    );
  const form =
    description === null
      ? { before: "", after: cut(0, text.length) }
      : {
          before: isCellStart(text, description, named) ? "" : cut(0, description.from),
          after: cut(description.to, text.length),
        };
  return {
    ...form,
    description: description === null ? null : wordsForm(description.text),
    rule,
    unit,
    readType: readType === null ? null : text.slice(readType.from, readType.to),
  };
}

function readTypeAfter(text: string, from: number, named: readonly NamedSpan[]): NamedSpan | null {
  const [before = "", word = ""] = /^ {1,2}([A-Za-z]{1,10})(?= |$)/.exec(text.slice(from)) ?? [];
  if (word === "" || normaliseUnit(word) !== null) return null;
  const to = from + before.length;
  const span = { name: "read_type", from: to - word.length, to, source: "[A-Za-z]+" };
  return named.some((other) => overlap(span, other)) ? null : span;
}

/** Then what stands before it on the line belongs to another column. */
const isCellStart = (text: string, { from }: Words, named: readonly NamedSpan[]): boolean =>
  (from === 0 || text.slice(0, from).endsWith("  ")) && named.every((one) => one.from > from);

/** The description where it stands as whole words. */
function descriptionIn(text: string, description: string, named: readonly NamedSpan[]): Words | null {
  const from = ` ${text} `.indexOf(` ${description} `);
  if (from < 0) return null;
  const words = { from, to: from + description.length, text: description };
  return named.some((other) => overlap(words, other)) ? null : words;
}

/** The unit in the header of a table, as it is printed. */
function unitAbove(lines: readonly Line[], { at }: Spot, unit: string): string | null {
  const words = lines.slice(Math.max(0, at - 8), at + 1).flatMap(({ text }) => text.split(/[\s()]+/));
  return words.findLast((word) => /\p{L}/u.test(word) && normaliseUnit(word) === unit) ?? null;
}

/** The first place of a number that a label or an expression of its line names. */
function placeOfNumber(lines: readonly Line[], value: Decimal, mark: DecimalMark): DraftPlace | null {
  const read = (text: string) => readDecimal(text, mark);
  const wanted = { read, isRight: (text: string) => isSame(read(text), value) };
  for (const [at, line] of lines.entries()) {
    const whole: Spot = { at, line, from: 0, to: line.text.length, text: line.text };
    for (const words of runsOfWords(line.text)) {
      if (!wanted.isRight(words.text)) continue;
      const place = placeFor(lines, within(whole, words), wanted);
      if (place !== null && locatorOf(place) !== null) return place;
    }
  }
  return null;
}
