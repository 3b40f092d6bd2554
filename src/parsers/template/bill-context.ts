/** What every step of reading one bill shares: its template, how it prints numbers and days, and where findings go. */
import type { EndConvention } from "../../domain/bills/period-convention.ts";
import type { Decimal, Finding } from "../../records/statement.ts";
import type { Day } from "../../records/scalars.ts";
import type { DayReader } from "./dates.ts";
import { error, quote, warning } from "./findings.ts";
import { findField, type ReadText } from "./find-field.ts";
import type { Found, Line } from "./lines.ts";
import { readDecimal } from "./numbers.ts";
import type { Locator, Template } from "./template.ts";

export interface BillContext {
  template: Template;
  days: DayReader;
  /** How printed ends of periods are read: as the template says, or as it is assumed. */
  periodEnd: EndConvention;
  /** What printed numbers of days say of it. */
  printedEnds: Set<EndConvention>;
  /** All lines of the bill, for what stands once on it. */
  lines: Line[];
  findings: Finding[];
  /** Fields as printed, by name. */
  printed: Record<string, Found>;
}

/** Printed text as it is. */
export const asText: ReadText<string> = (text) => text;

export function asDecimal({ template }: BillContext): ReadText<Decimal> {
  return (text) => readDecimal(text, template.locale.decimal_mark);
}

export function asDay({ days }: BillContext): ReadText<Day> {
  return (text) => days.read(text);
}

/** A day that may be printed without its year: then it is the latest that is not after the given one. */
export function asDayBefore({ days }: BillContext, latest: Day): ReadText<Day> {
  return (text) => days.readBefore(text, latest);
}

export interface Wanted<Value> {
  /** As findings and `printed` call it. */
  name: string;
  /** Undefined when the template does not say where it stands. */
  locator: Locator | undefined;
  read: ReadText<Value>;
  /** Without it there is no bill. */
  isRequired: boolean;
}

/** Looks a field up, keeps it as printed, and says what is wrong with it. */
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
    const detail = `The field ${name} is printed as ${quote(result.found)}, which cannot be read.`;
    context.findings.push(say("field_missing", detail, result.found));
  } else if (isRequired || !locator.optional) {
    context.findings.push(say("field_missing", `The field ${name} was not found.`));
  }
  return null;
}
