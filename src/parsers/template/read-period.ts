/** Reads the half-open period of a meter's section from two printed days and, when printed, their number. */
import { inWords } from "../../domain/bills/in-words.ts";
import { addDays, daysBetween } from "../../domain/calendar.ts";
import { conventionOfDays, halfOpen, type EndConvention } from "../../domain/bills/period-convention.ts";
import { LINE_DAYS_MAX } from "../../records/bill-limits.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { asDayBefore, asDecimal, takeField, type BillContext } from "./bill-context.ts";
import type { ReadText } from "./find-field.ts";
import type { Entry } from "./find-rows.ts";
import { error, quote, warning } from "./findings.ts";
import type { Line } from "./lines.ts";
import type { MeterSection } from "./template.ts";

/** The period, or null with a finding. `name` is the section's name in findings. */
export function readPeriod(
  context: BillContext,
  lines: Line[],
  of: { name: string; spec: MeterSection["period"]; invoiceDate: Day },
): Period | null {
  const { name, spec, invoiceDate } = of;
  const day = (part: "start" | "end", latest: Day) =>
    takeField(context, lines, {
      name: `${name}.${part}`,
      locator: spec[part],
      read: asDayBefore(context, latest),
      isRequired: true,
    });
  const end = day("end", invoiceDate);
  const start = day("start", end ?? invoiceDate);
  const days = takeField(context, lines, {
    name: `${name}.days`,
    locator: spec.days,
    read: asDays(context),
    isRequired: spec.start === undefined,
  });
  if (end !== null && days !== null && spec.start === undefined) return periodBefore(end, days, context.periodEnd);
  if (start === null || end === null) return null;
  const convention = checkedConvention(context, { name, start, end, days });
  return halfOpen({ start, end }, convention);
}

/** A whole number of days. */
function asDays(context: BillContext): ReadText<number> {
  return (text) => {
    const days = Number(asDecimal(context)(text) ?? Number.NaN);
    return Number.isInteger(days) && days > 0 && days <= LINE_DAYS_MAX ? days : null;
  };
}

/** The days up to a printed end, for a bill that prints no start. */
function periodBefore(end: Day, days: number, convention: EndConvention): Period {
  const end_date = convention === "inclusive" ? addDays(end, 1) : end;
  return { start_date: addDays(end_date, -days), end_date };
}

/** The period that a line prints, else that of its section. An unreadable one is a finding, not a guess. */
export function readOwnPeriod(context: BillContext, { parts, whole }: Entry, section: Period): Period {
  const { start, end } = parts;
  if (start === undefined && end === undefined) return section;
  const last = end === undefined ? null : context.days.readBefore(end.text, section.end_date);
  const first = start === undefined || last === null ? null : context.days.readBefore(start.text, last);
  if (first !== null && last !== null) return halfOpen({ start: first, end: last }, context.periodEnd);
  context.findings.push(error("row_not_understood", `The days in ${quote(whole)} cannot be read.`, whole));
  return section;
}

/** Whether the last day counts: as the template states, unless the printed number of days shows otherwise. */
function checkedConvention(
  context: BillContext,
  { name, start, end, days }: { name: string; start: Day; end: Day; days: number | null },
): EndConvention {
  const { template, findings, periodEnd, printedEnds } = context;
  if (days === null) return periodEnd;
  const printed = conventionOfDays({ start, end }, days);
  if (printed === null) {
    const length = daysBetween(start, end) + (periodEnd === "inclusive" ? 1 : 0);
    findings.push(
      error(
        "printed_days_differ",
        `${days} days are printed for ${inWords(name)}, but ${start} to ${end} is ${length} days.`,
      ),
    );
    return periodEnd;
  }
  printedEnds.add(printed);
  if (printed !== periodEnd && template.period_end !== "detect") {
    const detail = `${days} days are printed for ${inWords(name)} from ${start} to ${end}, so the end is ${printed} and not ${periodEnd}.`;
    findings.push(warning("period_end_differs", detail));
  }
  return printed;
}
