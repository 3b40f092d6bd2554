/** Finds the period of a meter: two days joined by a word, or in the columns of a table, and the number of days if printed. */
import { inWords } from "../../domain/bills/in-words.ts";
import { conventionOfDays, halfOpen, type EndConvention } from "../../domain/bills/period-convention.ts";
import { daysBetween } from "../../domain/calendar.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { error, quote } from "../template/findings.ts";
import type { Found } from "../template/lines.ts";
import { dayIn, foundWords, type BillWords } from "./bill-words.ts";
import { dayCounts, joinedDays } from "./joined-days.ts";
import type { WordLine } from "./labels.ts";
import type { Labelled } from "./meter-labels.ts";
import type { DaySpan } from "./scan-days.ts";
import type { UseRow } from "./use-tables.ts";

export interface PrintedDays {
  start: Day;
  end: Day;
  found: Found;
  line: WordLine;
  /** 0 in the table of the meter, 1 with a word that names a period, 2 elsewhere, 3 on the line of a charge. */
  rank: number;
}

export interface PeriodRead extends Period {
  /** Null when a printed number of days shows it. */
  assumed: EndConvention | null;
  convention: EndConvention;
  /** On how many places the same days are printed. */
  times: number;
  found: Found;
}

/** What may name the period of a meter. */
export interface PeriodSources {
  lines: readonly WordLine[];
  /** Of the whole bill: looked at when the meter's lines print no period. */
  all: readonly WordLine[];
  rows: readonly UseRow[];
  labelled: readonly Labelled[];
  /** Lines of charges, which may have days of their own. */
  charged: ReadonlySet<number>;
  /** Those of charges for the whole use. */
  ofUse: ReadonlySet<number>;
  invoiceDate: Day | null;
}

/** The rank of days that no word and no column calls a period. */
export const RANK_OF_ANY_DAYS = 2;

/** Null, with an error, when no period or several are printed, or the number of days is another. */
export function readPeriodOf(bill: BillWords, sources: PeriodSources, name: string): PeriodRead | null {
  const own = printedDays(bill, sources);
  const ofBill = own.length > 0 ? own : printedDays(bill, { ...sources, lines: sources.all });
  const all = ofBill.length > 0 ? ofBill : daysOfCharges(bill, sources);
  const best = Math.min(...all.map(({ rank }) => rank));
  const proven = best < RANK_OF_ANY_DAYS ? null : daysOfUse(bill, sources);
  const [first, ...others] =
    proven === null ? all.filter(({ rank }) => rank === best) : [all.find((days) => isSame(days, proven)) ?? proven];
  if (first === undefined) {
    bill.findings.push(error("field_missing", `The period of ${inWords(name)} was not found.`));
    return null;
  }
  const { start, end, found } = first;
  bill.printed[`${name}.period`] = found;
  const other = others.find((days) => days.start !== start || days.end !== end);
  if (other !== undefined) {
    const detail = `The period of ${inWords(name)} is printed as ${quote(found)} and as ${quote(other.found)}.`;
    bill.findings.push(error("values_differ", detail, other.found));
    return null;
  }
  // A charge may be billed for other days than the use: its days alone confirm nothing.
  const times = ofBill.filter((days) => days.start === start && days.end === end).length;
  return periodOf(bill, { start, end, found, times, counts: countsOf(sources, first.line) }, name);
}

const isSame = (one: PrintedDays, other: PrintedDays): boolean => one.start === other.start && one.end === other.end;

/** The days of the charges for the whole use, when they have the same: better than days that stand somewhere on the bill. */
function daysOfUse(bill: BillWords, sources: PeriodSources): PrintedDays | null {
  const [first, ...others] = daysOfCharges(bill, { ...sources, charged: sources.ofUse });
  return first !== undefined && others.every((other) => isSame(first, other)) ? first : null;
}

/** The period of two printed days, which the printed numbers of days must have; without one its last day is assumed to belong to it. */
export function periodOf(
  bill: BillWords,
  {
    start,
    end,
    found,
    times,
    counts,
  }: Pick<PrintedDays, "start" | "end" | "found"> & { times: number; counts: number[] },
  name: string,
): PeriodRead {
  const conventions = new Set(counts.map((days) => conventionOfDays({ start, end }, days)));
  const [convention = null] = conventions;
  if (counts.length > 0 && (convention === null || conventions.size > 1)) {
    const detail = `${[...new Set(counts)].join(" and ")} days are printed for ${inWords(name)}, but ${start} to ${end} is ${daysBetween(start, end)} days, or one more.`;
    bill.findings.push(error("printed_days_differ", detail, found));
  }
  const used = convention ?? "inclusive";
  return {
    ...halfOpen({ start, end }, used),
    assumed: counts.length === 0 ? used : null,
    convention: used,
    times,
    found,
  };
}

/** All pairs of days that could be the period. */
export function printedDays(
  bill: BillWords,
  { lines, rows, charged, invoiceDate }: Omit<PeriodSources, "ofUse">,
): PrintedDays[] {
  const read = (line: WordLine, start: DaySpan, end: DaySpan, rank: number) =>
    pairOf(bill, invoiceDate, { line, start, end, rank });
  const ofRows = rows.flatMap(({ line, period }) => (period === null ? [] : read(line, period.start, period.end, 0)));
  const ofLines = lines
    .filter(({ at }) => !charged.has(at))
    .flatMap((line) => {
      const rank = line.folded.some(namesPeriod) ? 1 : RANK_OF_ANY_DAYS;
      return joinedDays(line, bill.days[line.at] ?? []).flatMap(({ start, end }) => read(line, start, end, rank));
    });
  return [...ofRows, ...ofLines];
}

/** Where the bill prints no period: the days of its charges, also two days in one column of their own, as "From - To" has them. */
function daysOfCharges(bill: BillWords, { lines, charged, invoiceDate }: PeriodSources): PrintedDays[] {
  return lines
    .filter(({ at }) => charged.has(at))
    .flatMap((line) => {
      const spans = bill.days[line.at] ?? [];
      const sideBySide = spans.flatMap((start, at) => {
        const end = spans[at + 1];
        const isOneCell =
          end !== undefined && end.from === start.to && line.cellOf[start.from] === line.cellOf[end.from];
        return isOneCell ? [{ start, end }] : [];
      });
      const pairs = [...joinedDays(line, spans), ...sideBySide];
      return pairs.flatMap(({ start, end }) => pairOf(bill, invoiceDate, { line, start, end, rank: 3 }));
    });
}

/** Two days of a line as a period; nothing when they do not run forward. */
function pairOf(
  bill: BillWords,
  invoiceDate: Day | null,
  { line, start, end, rank }: { line: WordLine; start: DaySpan; end: DaySpan; rank: number },
): PrintedDays[] {
  const last = dayIn(bill, end, invoiceDate);
  const first = dayIn(bill, start, last);
  if (first === null || last === null || first >= last) return [];
  return [{ start: first, end: last, line, rank, found: foundWords(line, start.from, end.to) }];
}

const namesPeriod = (word: string): boolean =>
  word.startsWith("period") || word.endsWith("zeitraum") || word === "service";

/** More is no billing period. */
const DAYS_MAX = 400;

/** The numbers of days that are printed in the table, beside a label, or on the line of the period. */
function countsOf({ rows, labelled }: PeriodSources, line: WordLine): number[] {
  const ofLabels = labelled.filter(({ name }) => name === "days").map(({ value }) => Number(value));
  const ofRows = rows.flatMap(({ days }) => days ?? []);
  return [...ofRows, ...ofLabels, ...dayCounts(line)].filter((days) => days > 0 && days <= DAYS_MAX);
}
