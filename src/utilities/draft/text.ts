/** Writes the parts of a drafted template as YAML. */
import type { DraftDays, DraftMeter } from "./meters.ts";
import type { DraftRule } from "./lines.ts";
import type { DraftPlace } from "./places.ts";

/** Remembers what a person must look at, and gives the comment for its line. */
export type Doubt = (text: string) => string;

/** As a text of YAML that no letter in it can end. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A place as an entry of a template. */
export function placeText({ label, where, pattern, lines, in: searched }: DraftPlace, isNegative = false): string {
  const parts = [
    label === undefined ? [] : `label: ${quoted(label)}`,
    where === undefined || where === "right_of" ? [] : `where: ${where}`,
    pattern === undefined ? [] : `pattern: ${quoted(pattern)}`,
    lines === undefined ? [] : `lines: ${lines}`,
    searched === undefined ? [] : `in: ${searched}`,
    isNegative ? "negate: true" : [],
  ];
  return `{ ${parts.flat().join(", ")} }`;
}

/** A comment on a line of its own. */
export const note = (indent: string, text: string, doubt: Doubt): string => `${indent}${doubt(text).trimStart()}`;

export function daysLines(period: DraftDays | null, doubt: string, missing: Doubt): string[] {
  if (period === null)
    return [
      "    period:",
      `      start: { label: [From, Previous read date] }${missing("the days of the period were not found")}`,
      "      end: { label: [To, Current read date] }",
    ];
  return [
    `    period: # ${period.text}${doubt}`,
    `      start: ${placeText(period.start)}`,
    `      end: ${placeText(period.end)}`,
    ...(period.days === null ? [] : [`      days: ${placeText(period.days)}`]),
  ];
}

export function ruleLines({ row, fields, description, unit, count, skip }: DraftRule, isOptional: boolean): string[] {
  return [
    `      - row: ${quoted(row)}`,
    ...(fields === undefined ? [] : ["        fields:"]),
    ...Object.entries(fields ?? {}).map(([name, place]) => `          ${name}: ${placeText(place)}`),
    ...(description === undefined ? [] : [`        description: ${quoted(description)}`]),
    ...(unit === undefined ? [] : [`        unit: ${quoted(unit)}`]),
    ...(count === undefined ? [] : [`        count: ${count}`]),
    ...(skip === undefined ? [] : ["        skip:", ...skip.map((text) => `          - ${quoted(text)}`)]),
    ...(isOptional ? ["        optional: true"] : []),
  ];
}

/** The fields that a meter prints about itself. */
export function meterFields({ meter, meterNum, printedTotal }: DraftMeter, doubt: (field: string) => string): string[] {
  if (meterNum === null && printedTotal === null) return [];
  return [
    "    fields:",
    ...(meterNum === null ? [] : [`      meter_num: ${placeText(meterNum)} # ${meter.meter_num}${doubt("meter_num")}`]),
    ...(printedTotal === null
      ? []
      : [
          `      printed_total: ${placeText(printedTotal)}${meter.printed_total === null ? "" : ` # ${meter.printed_total}`}`,
        ]),
  ];
}
