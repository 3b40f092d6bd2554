/** The data that all steps of reading one bill share: its template, its formats of numbers and days, and the list of findings. */
import { inWordsAndName } from "../../domain/bills/in-words.ts";
import type { EndConvention } from "../../domain/bills/period-convention.ts";
import type { Decimal, Finding } from "../../records/statement.ts";
import type { Day } from "../../records/scalars.ts";
import type { DayReader } from "./dates.ts";
import { error, quote, warning } from "./findings.ts";
import { findField, type ReadText } from "./find-field.ts";
import type { Found, Line } from "./lines.ts";
import { readDecimal } from "./numbers.ts";
import type { Locator } from "./locator.ts";
import type { BalanceType } from "./rows.ts";
import type { Template } from "./template.ts";

export interface BillContext {
  template: Template;
  days: DayReader;
  /** How printed ends of periods are read: as the template states, or as assumed. */
  periodEnd: EndConvention;
  /** The conventions that printed numbers of days imply. */
  printedEnds: Set<EndConvention>;
  /** All lines of the bill, for fields that are on it once. */
  lines: Line[];
  findings: Finding[];
  /** Amounts of the balance that are printed among the charges, as printed. */
  balances: { type: BalanceType; amount: Decimal; found: Found }[];
  /** Fields as printed, by name. */
  printed: Record<string, Found>;
}

/** Printed text, unchanged. */
export const asText: ReadText<string> = (text) => text;

/** Zeros are the amount of a neighbouring column, or stand for none. */
export const asNumberOfBill: ReadText<string> = (text) => (/[1-9\p{L}]/u.test(text) ? text : null);

export function asDecimal({ template }: BillContext): ReadText<Decimal> {
  return (text) => readDecimal(text, template.locale.decimal_mark);
}

export function asDay({ days }: BillContext): ReadText<Day> {
  return (text) => days.read(text);
}

/** A day that may be printed without its year: then the latest one that is not after the given day. */
export function asDayBefore({ days }: BillContext, latest: Day): ReadText<Day> {
  return (text) => days.readBefore(text, latest);
}

export interface Wanted<Value> {
  /** The field's name in findings and in `printed`. */
  name: string;
  /** Undefined when the template does not locate the field. */
  locator: Locator | undefined;
  read: ReadText<Value>;
  /** True when a bill needs it. */
  isRequired: boolean;
}

/** The fields that were read, without those that were not. */
export function known<Fields extends object>(fields: Fields): { [name in keyof Fields]?: NonNullable<Fields[name]> } {
  // Only the fields without a value are missing.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [name in keyof Fields]?: NonNullable<Fields[name]>;
  };
}

/** Looks up a field, stores it as printed, and reports its faults. */
export function takeField<Value>(context: BillContext, lines: Line[], wanted: Wanted<Value>): Value | null {
  const { name, locator, read, isRequired } = wanted;
  if (locator === undefined) return null;
  const result = findField(locator.in === "document" ? context.lines : lines, locator, read);
  if (result.state === "found") {
    context.printed[name] = result.found;
    return result.value;
  }
  const say = isRequired ? error : warning;
  if (result.state === "unreadable") {
    const detail = `The ${inWordsAndName(name)} is printed as ${quote(result.found)}, which cannot be read.`;
    context.findings.push(say("field_missing", detail, result.found));
  } else if (isRequired || !locator.optional) {
    context.findings.push(say("field_missing", `The ${inWordsAndName(name)} was not found.`));
  }
  return null;
}
