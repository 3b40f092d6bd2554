/**
 * Drafts a template from an unknown bill: what its labels, tables and totals show, and a comment at everything that a person must
 * look at. The draft is a template that can be tried at once.
 */
import { compilePattern } from "../domain/pattern.ts";
import { normaliseUnit } from "../domain/units.ts";
import { createDayReader } from "../parsers/template/dates.ts";
import { linesOf, type Line } from "../parsers/template/lines.ts";
import type { Page } from "../parsers/pdf/page-model.ts";
import { readDecimal } from "../parsers/template/numbers.ts";
import type { ChargeType, EnergyType } from "../records/codes.ts";
import {
  countPeriods,
  escaped,
  escapedButFigures,
  findDayFormats,
  findDecimalMark,
  findLanguage,
  findPeriod,
  NUMBER,
  plainWords,
  type DraftPeriod,
} from "./draft-formats.ts";
import { findLabelled, type DraftField } from "./draft-labels.ts";
import { findCharges, findReads, MONEY, unitIn, type DraftCharges, type DraftReads } from "./draft-rows.ts";

export interface Draft {
  /** Lower-case words joined by hyphens: the id of the template and the key of the utility. */
  key: string;
  name: string;
  energy_type: EnergyType;
  yaml: string;
  /** What a person must look at; each is a comment in the text too. */
  doubts: string[];
}

const HEADER_FIELDS = ["acct_num", "invoice_date", "amount_due"];
const NAME_MAX = 60;

/** @param name of the utility; by default the first words of the bill. */
export function draftOf(pages: Page[], name?: string): Draft {
  const lines = linesOf(pages);
  const mark = findDecimalMark(lines);
  const language = findLanguage(lines);
  const formats = findDayFormats(lines, language.language);
  const days = createDayReader(formats.length === 0 ? ["M/D/YYYY"] : formats, language.language);
  const fields = findLabelled(lines, days, mark);
  const money = (field: string) => readDecimal(fields.find((each) => each.name === field)?.text ?? "", mark);
  const charges = findCharges(lines, {
    totals: [money("current_charges"), money("amount_due")].filter((total) => total !== null),
    labels: fields.map(({ label }) => label),
    mark,
  });
  const reads = findReads(lines, escaped);
  const unit = reads?.unit ?? lines.map(({ text }) => unitIn(text)).find((each) => each !== null) ?? null;
  const title = firstWords(lines);
  const parts: Parts = {
    name: name ?? title,
    title,
    mark,
    language,
    formats,
    fields,
    charges,
    reads,
    unit,
    energy_type: energyOf(unit, lines),
    period: findPeriod(lines, days),
    periods: countPeriods(lines, days),
    useLine: unit === null || reads !== null ? null : lineOfUse(lines, unit),
  };
  const doubts: string[] = [];
  const doubt = (text: string) => {
    doubts.push(text);
    return ` # LOOK: ${text}`;
  };
  const yaml = textOf(parts, doubt);
  return { key: keyOf(parts.name), name: parts.name, energy_type: parts.energy_type, yaml, doubts };
}

interface Parts {
  name: string;
  title: string;
  mark: string;
  language: ReturnType<typeof findLanguage>;
  formats: string[];
  fields: DraftField[];
  charges: DraftCharges | null;
  reads: DraftReads | null;
  unit: string | null;
  energy_type: EnergyType;
  period: DraftPeriod | null;
  periods: number;
  /** An expression for a line that states the use without reads. */
  useLine: string | null;
}

type Doubt = (text: string) => string;

/** The first cell of words, which on most bills is the name of the utility. */
const firstWords = (lines: readonly Line[]): string =>
  lines.flatMap(({ cells }) => cells.filter(({ text }) => /\p{L}{3}/u.test(text)))[0]?.text.slice(0, NAME_MAX) ??
  "Unknown utility";

function keyOf(name: string): string {
  const words = plainWords(name);
  return (words.length === 0 ? ["utility"] : words.slice(0, 5)).join("-");
}

function energyOf(unit: string | null, lines: readonly Line[]): EnergyType {
  const known = unit === null ? null : normaliseUnit(unit);
  const isAbout = (word: RegExp) => lines.some(({ text }) => word.test(text));
  if (known !== null && /^(?:k|M|G)(?:Wh|W)$/.test(known)) return "ELECTRIC";
  if (known !== null && /^(?:gal|kgal)$/.test(known)) return "WATER";
  if (known !== null && /^(?:therm|Dth|MMBtu)$/.test(known)) return "GAS";
  if (isAbout(/\bgas\b/i)) return "GAS";
  return isAbout(/\bwater\b/i) ? "WATER" : "ELECTRIC";
}

function lineOfUse(lines: readonly Line[], unit: string): string | null {
  const source = `(?:^| )(?<amount>${NUMBER} ${escaped(unit)})(?: |$)`;
  const pattern = compilePattern(source, { ignoreCase: true });
  return lines.some(({ text }) => pattern.test(text) && !/\d\.\d\d$/.test(text)) ? source : null;
}

/** As a text of YAML that no letter in it can end. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function textOf(parts: Parts, doubt: Doubt): string {
  const { name, title, charges, formats, mark, language, period, unit } = parts;
  const anchors = [
    `^${escaped(title)}`,
    /\d/.test(charges?.after ?? "") ? null : charges?.after,
    parts.fields.find((f) => f.name === "amount_due")?.label,
  ];
  const all = anchors.flatMap((text, at) => (text ? quoted(at === 0 ? text : escaped(text)) : []));
  return `${[
    `# Drafted from one bill. Look at each line with LOOK, then: npx meterbook template try BILL --template THIS_FILE`,
    `id: ${keyOf(name)}`,
    "version: 1",
    `name: ${quoted(name)}`,
    "",
    `match: # each fits a line of every bill of this layout, and of no other${doubt("these must not be words of one bill only")}`,
    "  all:",
    ...all.map((source) => `    - ${source}`),
    "",
    "locale:",
    `  decimal_mark: "${mark}"`,
    `  language: ${language.language}${language.isSure ? "" : doubt("the language of the dates: en, fr, de, es or pt")}`,
    `  date_formats: [${(formats.length === 0 ? ["M/D/YYYY"] : formats).map(quoted).join(", ")}]${
      formats.length === 0
        ? doubt("no day was found")
        : formats.some((format) => /^M.D/.test(format))
          ? doubt("month first; if the day is first, write D before M")
          : ""
    }`,
    "",
    `period_end: ${period?.convention ?? "detect"}`,
    "",
    "fields:",
    ...fieldLines(parts, doubt),
    "",
    unit === null
      ? `units: { kWh: kWh }${doubt("no unit was found")}`
      : `units: { ${quoted(unit)}: ${normaliseUnit(unit) ?? unit} }`,
    ...readTypeLines(parts.reads, doubt),
    "",
    `meters:${parts.periods > 1 ? doubt(`the bill prints ${parts.periods} periods: each meter may need its own section, with start and end`) : ""}`,
    `  - energy_type: ${parts.energy_type}`,
    ...meterFieldLines(parts, doubt),
    ...periodLines(period, doubt),
    ...usageLines(parts, doubt),
    ...chargeLines(parts, doubt),
    "",
    ...mapLines(parts, doubt),
  ].join("\n")}\n`;
}

const LOCATED = (field: DraftField): string =>
  `{ label: ${quoted(field.label)}${field.where === "right_of" ? "" : `, where: ${field.where}`}${
    field.isNegative && field.name === "amount_paid" ? ", negate: true" : ""
  } }`;

function fieldLines({ fields }: Parts, doubt: Doubt): string[] {
  const found = fields
    .filter(({ name }) => name !== "meter_num")
    .map((field) => `  ${field.name}: ${LOCATED(field)} # ${field.text}`);
  const missing = HEADER_FIELDS.filter((name) => !fields.some((field) => field.name === name)).map(
    (name) => `  ${name}: { label: ${quoted(name)} }${doubt(`${name} was not found: name its label, or a pattern`)}`,
  );
  return [...found, ...missing];
}

function readTypeLines(reads: DraftReads | null, doubt: Doubt): string[] {
  if (reads !== null && "read_type" in reads.columns) return ["read_types: { Actual: actual, Estimated: estimated }"];
  if (reads === null || reads.readTypes.length === 0) return [];
  const types = reads.readTypes.map((text) => `${quoted(text)}: ${/^e/i.test(text) ? "estimated" : "actual"}`);
  return [`read_types: { ${types.join(", ")} }${doubt("which letter means an estimated read")}`];
}

function meterFieldLines({ fields, charges }: Parts, doubt: Doubt): string[] {
  const meter = fields.find(({ name }) => name === "meter_num");
  const total = charges?.totalLabel ?? null;
  // The label of a total often ends in the number of its meter, which is another one on the next bill.
  const label = total === null ? null : withoutFigures(total);
  if (meter === undefined && label === null)
    return [`    # ${doubt("no number of a meter was found").trimStart().slice(2)}`];
  return [
    "    fields:",
    ...(meter === undefined ? [] : [`      meter_num: ${LOCATED(meter)} # ${meter.text}`]),
    ...(label === null ? [] : [`      printed_total: { label: ${quoted(label)}, where: same_row }`]),
  ];
}

function periodLines(period: DraftPeriod | null, doubt: Doubt): string[] {
  if (period === null)
    return [
      "    period:",
      `      start: { label: [From, Previous read date] }${doubt("the days of the period were not found")}`,
      "      end: { label: [To, Current read date] }",
    ];
  return [
    `    period: # ${period.text}`,
    `      start: { pattern: ${quoted(period.start)} }`,
    `      end: { pattern: ${quoted(period.end)} }`,
    ...(period.days === null ? [] : [`      days: { pattern: ${quoted(period.days)} }`]),
  ];
}

function usageLines({ reads, unit, useLine }: Parts, doubt: Doubt): string[] {
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
  if (useLine === null) return [`    # ${doubt("no reads and no use were found").trimStart().slice(2)}`];
  return [
    `    usages:${doubt("a line that states the use, because no table of reads was found")}`,
    `      - row: ${quoted(useLine)}`,
    "        description: Use",
    "        count: 1",
  ];
}

const AMOUNT = `(?<amount>${MONEY})$`;
const PRICE = String.raw`(?:(?<quantity>\$?${NUMBER}(?: \S+)?)  (?<rate>\$?-?[\d.,]+\S*)  )?`;

function chargeLines({ charges }: Parts, doubt: Doubt): string[] {
  if (charges === null) return [`    # ${doubt("no charges were found").trimStart().slice(2)}`];
  const { after, end, skip, rows, total } = charges;
  const price = rows.some(({ isPriced }) => isPriced) ? PRICE : "";
  const sum = total === null ? doubt("these lines add up to no total of the bill") : ` # they add up to ${total}`;
  return [
    `    charges:${sum}`,
    ...(after === null
      ? [`      - row: `]
      : [`      - after: ${quoted(`^${escapedButFigures(after)}$`)}`, "        row: "]
    ).map((line) => (line.endsWith("row: ") ? `${line}${quoted(`^(?<description>\\S.*?)  ${price}${AMOUNT}`)}` : line)),
    ...(end === null
      ? []
      : [
          `        end: ${quoted(`^${escaped(withoutFigures(end))}`)}${end === withoutFigures(end) ? "" : " # the line below"}`,
        ]),
    ...(skip.length === 0
      ? []
      : ["        skip:", ...skip.map((text) => `          - ${quoted(`^${escapedButFigures(text)}$`)}`)]),
  ];
}

/** The words before the first figure: the figures of the next bill are others. The whole text when it begins with one. */
function withoutFigures(text: string): string {
  const words = text.split(" ");
  const at = words.findIndex((word) => /\d/.test(word));
  return at > 0 ? words.slice(0, at).join(" ").trimEnd() : text;
}

/** By the words of a description, the first that fits. */
const CHARGE_WORDS: [RegExp, ChargeType][] = [
  [/\btax\b|\btaxes\b|franchise/i, "tax_cost"],
  [/demand/i, "demand_cost"],
  [/basic|customer charge|service charge|facilit|fixed|meter charge|base charge|minimum/i, "service_cost"],
  [/rider|interim/i, "interim_rate_cost"],
  [/energy|usage|consumption|generation|supply|delivery|distribution|transmission|commodity|kwh|therm/i, "usage_cost"],
];

function mapLines({ charges, reads, energy_type }: Parts, doubt: Doubt): string[] {
  const used = reads === null || reads.descriptions.length === 0 ? ["Use"] : [...new Set(reads.descriptions)];
  const descriptions = new Map((charges?.rows ?? []).map((row) => [row.description, row]));
  const ofCharges = [...descriptions].map(([description, { isPriced }]) => {
    const found = CHARGE_WORDS.find(([words]) => words.test(description))?.[1];
    const isNamed = description.toUpperCase().startsWith(energy_type);
    const type = found ?? (isPriced || isNamed ? "usage_cost" : "other_applied_cost");
    const line = `  - { description: ${quoted(`^${escaped(description)}(  |$)`)}, type: ${type} }`;
    return found === undefined ? `${line}${doubt(`is "${description}" a ${type}?`)}` : line;
  });
  return [
    "usage_map:",
    ...used.map((text) => `  - { description: ${quoted(`^${escaped(text)}$`)}, type: usage_amount }`),
    "",
    ofCharges.length === 0
      ? "charge_map: []"
      : "charge_map: # usage_cost, demand_cost, service_cost, interim_rate_cost, other_applied_cost or tax_cost",
    ...ofCharges,
  ];
}
