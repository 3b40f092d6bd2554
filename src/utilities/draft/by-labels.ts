/** Drafts the one section of a bill of which the reader without templates found no meter: by its labels, tables and totals. */
import { normaliseUnit } from "../../domain/units.ts";
import { compilePattern } from "../../domain/pattern.ts";
import type { Line } from "../../parsers/template/lines.ts";
import type { EnergyType } from "../../records/codes.ts";
import { escaped, escapedButFigures, NUMBER, type DraftPeriod } from "./formats.ts";
import type { DraftField } from "./labels.ts";
import { MONEY, type DraftCharge, type DraftCharges, type DraftReads } from "./rows.ts";
import { note, quoted, type Doubt } from "./text.ts";

/** What the labels, tables and totals of a bill show. */
export interface Shown {
  fields: DraftField[];
  charges: DraftCharges | null;
  reads: DraftReads | null;
  unit: string | null;
  period: DraftPeriod | null;
  /** An expression for a line that states the use without reads. */
  useLine: string | null;
}

/** The service by the unit, else by the words of the bill. */
export function energyOf(unit: string | null, lines: readonly Line[]): EnergyType {
  const known = unit === null ? null : normaliseUnit(unit);
  const isAbout = (word: RegExp) => lines.some(({ text }) => word.test(text));
  if (known !== null && /^(?:k|M|G)(?:Wh|W)$/.test(known)) return "ELECTRIC";
  if (known !== null && /^(?:gal|kgal)$/.test(known)) return "WATER";
  if (known !== null && /^(?:therm|Dth|MMBtu)$/.test(known)) return "GAS";
  if (isAbout(/\bgas\b/i)) return "GAS";
  return isAbout(/\bwater\b/i) ? "WATER" : "ELECTRIC";
}

/** The pattern of lines that state a use in the unit, alone or as the quantity of a charge; null when the bill has none. */
export function lineOfUse(lines: readonly Line[], unit: string): string | null {
  const source = `(?:^| )(?<amount>${NUMBER} ${escaped(unit)})(?: |$)`;
  const pattern = compilePattern(source, { ignoreCase: true });
  return lines.some(({ text }) => pattern.test(text)) ? source : null;
}

const located = (field: DraftField): string =>
  `{ label: ${quoted(field.label)}${field.where === "right_of" ? "" : `, where: ${field.where}`} }`;

export function shownFields({ fields, charges }: Shown, doubt: Doubt): string[] {
  const meter = fields.find(({ name }) => name === "meter_num");
  const total = charges?.totalLabel ?? null;
  // The label of a total often ends in the number of its meter, which is another one on the next bill.
  const label = total === null ? null : withoutFigures(total);
  if (meter === undefined && label === null) return [note("    ", "no number of a meter was found", doubt)];
  return [
    "    fields:",
    ...(meter === undefined
      ? []
      : [`      meter_num: ${located(meter)} # ${meter.text}${doubt("only its label says that this is the meter")}`]),
    ...(label === null ? [] : [`      printed_total: { label: ${quoted(label)}, where: same_row }`]),
  ];
}

/** Shows how a use is written, where none was found. */
export const noUse = (doubt: Doubt): string[] => [
  note("    ", "no reads and no use were found; if the bill prints one, begin with a rule such as this", doubt),
  "    # usages:",
  "    #   - row: '^Water used  (?<amount>\\S+) (?<unit>\\S+)$' # or (?<previous_read>\\d+)  (?<current_read>\\d+), with a unit: below",
  "    #     description: Use",
];

export function shownUses({ reads, unit, useLine }: Shown, doubt: Doubt): string[] {
  if (reads !== null)
    return [
      "    usages:",
      "      - columns: # a table: each column by the words of its header; x_ is not used",
      ...Object.entries(reads.columns).map(([name, source]) => `          ${name}: ${quoted(source)}`),
      ...(Object.keys(reads.parts).length === 0 ? [] : ["        parts:"]),
      ...Object.entries(reads.parts).map(([name, source]) => `          ${name}: ${quoted(source)}`),
      `        count: ${reads.rows}${reads.rows > 1 ? doubt("as many rows on every bill? else an `end`") : ""}`,
      ...("description" in reads.columns ? [] : ["        description: Use # the bill prints none"]),
      ...(reads.unit === null && unit !== null ? [`        unit: ${quoted(unit)}`] : []),
    ];
  if (useLine === null) return noUse(doubt);
  return [
    `    usages:${doubt("a line that states the use, because no table of reads was found")}`,
    `      - row: ${quoted(useLine)}`,
    "        description: Use",
    "        count: 1",
  ];
}

const AMOUNT = `(?<amount>${MONEY})$`;
const PRICE = String.raw`(?:(?<quantity>\$?${NUMBER}(?: \S+)?)  (?<rate>\$?-?[\d.,]+\S*)  )?`;

/** The form of all lines from the first charge to the last: also of a charge that only the next bill has. */
export const wideRow = ({ rows }: DraftCharges): string => {
  if (rows.some(({ isPriced }) => isPriced)) return `^(?<description>\\S.*?)  ${PRICE}${AMOUNT}`;
  // What stands between the first column and the amount is not the same on the next bill: days, a quantity, a price.
  const isWithMore = rows.some(({ middle }) => middle.length > 0);
  return isWithMore
    ? `^(?<description>\\S+(?: \\S+)*)  ${middleForm(rows)}${AMOUNT}`
    : `^(?<description>\\S.*?)  ${AMOUNT}`;
};

const DAY = String.raw`\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}`;
/** The forms of a column between a description and its amount; the first that fits the cells of all rows is taken. */
const MIDDLE_FORMS = [
  String.raw`(?<start>${DAY}) (?:(?:-|–|to|au|bis|al?) )?(?<end>${DAY})`,
  String.raw`(?<quantity>-?${NUMBER} \p{L}+\d?)`,
  String.raw`(?<rate>[$€£]-?[\d.,]+(?: ?/ ?\p{L}+)?)`,
];

/** The columns between by their forms where each row has the same ones, else whatever stands there. */
function middleForm(rows: readonly DraftCharge[]): string {
  const columns = rows[0]?.middle.length ?? 0;
  if (rows.some(({ middle }) => middle.length !== columns)) return "(?:.*  )?";
  const used = new Set<string>();
  const forms = Array.from({ length: columns }, (_, column) => {
    const form = MIDDLE_FORMS.find((source) => {
      const whole = compilePattern(`^${source}$`, { ignoreCase: true });
      return !used.has(source) && rows.every(({ middle }) => whole.test(middle[column] ?? ""));
    });
    if (form === undefined) return String.raw`\S+(?: \S+)*  `;
    used.add(form);
    return `${form}  `;
  });
  return `(?:${forms.join("")})?`;
}

/** Where the charges begin and end, and what lies between them. */
export function chargeBounds({ after, end, skip }: DraftCharges) {
  return {
    ...(after === null ? {} : { after: `^${escapedButFigures(after)}$` }),
    ...(end === null ? {} : { end: `^${escaped(withoutFigures(end))}` }),
    ...(skip.length === 0 ? {} : { skip: skip.map((text) => `^${escapedButFigures(text)}$`) }),
  };
}

export function shownCharges({ charges }: Pick<Shown, "charges">, doubt: Doubt, isDoubted = ""): string[] {
  if (charges === null) return [note("    ", "no charges were found", doubt)];
  const { total } = charges;
  const { after, end, skip } = chargeBounds(charges);
  const sum =
    total === null ? doubt("these lines add up to no total of the bill") : ` # they add up to ${total}${isDoubted}`;
  return [
    `    charges:${sum}`,
    ...(after === undefined ? [] : [`      - after: ${quoted(after)}`]),
    `      ${after === undefined ? "-" : " "} row: ${quoted(wideRow(charges))}`,
    ...(end === undefined ? [] : [`        end: ${quoted(end)} # the line below`]),
    ...(skip === undefined ? [] : ["        skip:", ...skip.map((text) => `          - ${quoted(text)}`)]),
  ];
}

/** The words before the first figure: the figures of the next bill are others. The whole text when it begins with one. */
export function withoutFigures(text: string): string {
  const words = text.split(" ");
  const at = words.findIndex((word) => /\d/.test(word));
  return at > 0 ? words.slice(0, at).join(" ").trimEnd() : text;
}
