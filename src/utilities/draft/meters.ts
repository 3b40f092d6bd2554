/** Drafts the sections of meters from what the reader without templates found: where each begins, its days, uses and charges. */
import { conventionOfDays, type EndConvention } from "../../domain/bills/period-convention.ts";
import type { DayReader } from "../../parsers/template/dates.ts";
import type { Found, Line } from "../../parsers/template/lines.ts";
import { readDecimal, type DecimalMark } from "../../parsers/template/numbers.ts";
import type { IncompleteStatement, Statement, StatementMeter, StatementUsage } from "../../records/statement.ts";
import type { Day, Period } from "../../records/scalars.ts";
import { addDays } from "../../domain/calendar.ts";
import { compareDecimals } from "../../domain/decimal.ts";
import { compilePattern } from "../../domain/pattern.ts";
import { twoDays } from "./days.ts";
import { dayForm, runsOfWords, wordsForm } from "./forms.ts";
import { chargeRules, useRules, type DraftRule, type DraftUses, type ReadLine } from "./lines.ts";
import { placeFor, spotOf, takesIt, within, type DraftPlace, type Spot } from "./places.ts";

export interface DraftMeter {
  /** As it was read. */
  meter: StatementMeter;
  /** Its place in the reading, which findings name. */
  name: string;
  /** An expression for its first line; null when its rules look at the whole bill. */
  start: string | null;
  meterNum: DraftPlace | null;
  printedTotal: DraftPlace | null;
  period: DraftDays | null;
  /** Null: its uses, or its charges, are on lines that no rule for them fits. */
  uses: DraftUses | null;
  charges: DraftRule[] | null;
}

export interface DraftDays {
  start: DraftPlace;
  end: DraftPlace;
  days: DraftPlace | null;
  convention: EndConvention;
  text: string;
}

export interface MeterSources {
  lines: readonly Line[];
  read: Statement | IncompleteStatement;
  mark: DecimalMark;
  days: DayReader;
}

export function metersOf({ lines, read, mark, days }: MeterSources): DraftMeter[] {
  const spots = read.meters.map((_, at) => ownSpots(lines, read, `meters.${at}`));
  const starts = startsOf(lines, spots);
  return read.meters.map((meter, at) => {
    const name = `meters.${at}`;
    const from = starts?.[at]?.at;
    const own = from === undefined ? lines : lines.slice(from, starts?.[at + 1]?.at ?? lines.length);
    const printed = (what: string) => spotIn(lines, read.printed[`${name}.${what}`]);
    const text = (wanted: string) => ({ read: (some: string) => some, isRight: (some: string) => some === wanted });
    const decimal = (wanted: string) => ({
      read: (some: string) => readDecimal(some, mark),
      isRight: (some: string) => compareDecimals(readDecimal(some, mark) ?? "0", wanted) === 0,
    });
    const place = (spot: Spot | null, isValue: (some: string) => boolean, wanted: Parameters<typeof placeFor>[2]) => {
      const run = runsOfWords(spot?.text ?? "").findLast((words) => isValue(words.text));
      if (spot === null || run === undefined) return null;
      const exact = within(spot, run);
      const index = own.indexOf(exact.line);
      if (index >= 0) return placeFor(own, { ...exact, at: index }, wanted);
      const found = placeFor(lines, exact, wanted);
      return found === null ? null : ({ ...found, in: "document" } as const);
    };
    const { meter_num, printed_total } = meter;
    const lineOf = <Value>(value: Value, what: string): ReadLine<Value> => ({ value, spot: printed(what) });
    const uses = toldApart(meter.usages).map((usage, index) => lineOf(usage, `usages.${index}`));
    return {
      meter: { ...meter, usages: uses.map(({ value }) => value) },
      name,
      start: starts?.[at]?.pattern ?? null,
      meterNum: meter_num === null ? null : place(printed("meter_num"), (some) => some === meter_num, text(meter_num)),
      printedTotal:
        printed_total === null
          ? null
          : place(printed("printed_total"), decimal(printed_total).isRight, decimal(printed_total)),
      period: daysOf({ lines, own }, printed("period"), { meter, days }),
      uses: uses.length === 0 ? null : useRules(own, uses, mark),
      charges: chargeRules(
        own,
        meter.charges.map((charge, index) => lineOf(charge, `charges.${index}`)),
        { mark, days },
      ),
    };
  });
}

/** A template knows the type of a use by its description: where one description has two types, it gets its unit. */
function toldApart(usages: readonly StatementUsage[]): StatementUsage[] {
  const types = Map.groupBy(usages, ({ description }) => description);
  return usages.map((usage) => {
    const alike = types.get(usage.description) ?? [];
    const isOne = new Set(alike.map(({ utility_usage_type }) => utility_usage_type)).size === 1;
    return isOne ? usage : { ...usage, description: `${usage.description} ${usage.measurement_unit}` };
  });
}

const spotIn = (lines: readonly Line[], found: Found | undefined): Spot | null =>
  found === undefined ? null : spotOf(lines, found);

function ownSpots(lines: readonly Line[], { printed }: Statement | IncompleteStatement, name: string): Spot[] {
  const found = Object.entries(printed).filter(([key]) => key.startsWith(`${name}.`) && !key.endsWith(".period"));
  return found.flatMap(([, each]) => spotOf(lines, each) ?? []);
}

interface Start {
  at: number;
  pattern: string;
}

/** A heading stands at most so many lines above what was read of its meter. */
const HEADING_LINES = 5;

/** The first line of each meter; null for one meter, or when their lines are not one below the other. */
function startsOf(lines: readonly Line[], spots: readonly Spot[][]): Start[] | null {
  if (spots.length < 2 || spots.some(({ length }) => length === 0)) return null;
  const spans = spots.map((own) => {
    const at = own.map((spot) => spot.at);
    return { first: Math.min(...at), last: Math.max(...at) };
  });
  if (spans.some(({ first }, index) => index > 0 && first <= (spans[index - 1]?.last ?? 0))) return null;
  const above = spans.map(({ first }, index) => {
    const from = Math.max((spans[index - 1]?.last ?? -1) + 1, first - HEADING_LINES);
    return Array.from({ length: first - from + 1 }, (_, back) => first - back);
  });
  const tries = above[0]?.map((_, back) => above.map((own) => own[Math.min(back, own.length - 1)] ?? 0)) ?? [];
  for (const chosen of tries) {
    const starts = chosen.map((at) => ({ at, pattern: `^${wordsForm(lines[at]?.text ?? "")}$` }));
    const patterns = starts.map(({ pattern }) => compilePattern(pattern, { ignoreCase: true }));
    const opensOne = starts.every(({ at, pattern }, index) => {
      const opened = lines.flatMap(({ text }, line) => (patterns[index]?.test(text) ? [line] : []));
      return /\p{L}{3}/u.test(pattern) && opened.length === 1 && opened[0] === at;
    });
    if (opensOne) return starts;
  }
  return null;
}

const DAY_COUNT = String.raw`(?<value>\d{1,3}) (?:day|jour|tag|d[ií]a)`;
const dayCount = compilePattern(DAY_COUNT, { ignoreCase: true });

function daysOf(
  { lines, own }: { lines: readonly Line[]; own: readonly Line[] },
  spot: Spot | null,
  { meter, days }: { meter: StatementMeter; days: DayReader },
): DraftDays | null {
  const [line] = [...meter.usages, ...meter.charges];
  if (spot === null || line === undefined) return null;
  const parts = twoDays(spot.text, line, days);
  if (parts === null) return null;
  const { start, end, convention } = parts;
  const between = wordsForm(spot.text.slice(start.to, end.from));
  const [first, last] = [start, end].map(({ from, to }) => dayForm(spot.text.slice(from, to)));
  const before = spot.line.text.slice(0, spot.from);
  const lead = wordsForm(spot.text.slice(0, start.from));
  const tail = `${wordsForm(spot.text.slice(end.to))}${wordsForm(spot.line.text.slice(spot.to))}$`;
  const prefixes = [
    "",
    ...[1, 3].map((count) =>
      wordsForm(
        before
          .split(" ")
          .slice(-1 - count)
          .join(" "),
      ),
    ),
  ];
  const around = [
    ...[...prefixes, `^${wordsForm(before)}`].map((prefix) => [prefix, ""] as const),
    ["^" + wordsForm(before), tail] as const,
  ];
  const byForm = around.map(([prefix, suffix]) => ({
    start: { pattern: `${prefix}${lead}(?<value>${first})${between}${last}${suffix}` },
    end: { pattern: `${prefix}${lead}${first}${between}(?<value>${last})${suffix}` },
  }));
  const printedEnd = printedEndOf(line, convention);
  const readDay = (some: string) => days.readBefore(some, line.end_date);
  const wanted = (day: Day) => ({ read: readDay, isRight: (some: string) => readDay(some) === day });
  const labelled = {
    start: placeFor(lines, within(spot, start), wanted(line.start_date)),
    end: placeFor(lines, within(spot, end), wanted(printedEnd)),
  };
  const byLabel =
    labelled.start === null || labelled.end === null ? [] : [{ start: labelled.start, end: labelled.end }];
  for (const [searched, place] of [
    [own, {}],
    [lines, { in: "document" as const }],
  ] as const) {
    for (const { start: startPlace, end: endPlace } of [...byForm, ...byLabel]) {
      const isStart = takesIt(searched, startPlace, wanted(line.start_date));
      if (!isStart || !takesIt(searched, endPlace, wanted(printedEnd))) continue;
      const count = dayCount.find(spot.line.text)?.groups["value"];
      const printedDays = Number(count === undefined ? 0 : spot.line.text.slice(count.start, count.end));
      const counted = conventionOfDays({ start: line.start_date, end: printedEnd }, printedDays);
      const countPlace = counted === convention ? { pattern: DAY_COUNT, ...place } : null;
      const text = spot.line.text;
      return { start: { ...startPlace, ...place }, end: { ...endPlace, ...place }, days: countPlace, convention, text };
    }
  }
  return null;
}

/** The last day as it is printed. */
const printedEndOf = ({ end_date }: Period, convention: EndConvention): Day =>
  convention === "exclusive" ? end_date : addDays(end_date, -1);
