/**
 * Drafts a template from an unknown bill: rules that take what the reader without templates found, each tried on the bill, and by
 * the bill's labels, tables and totals what it did not find. Everything that nothing confirms has a comment, LOOK.
 */
import { billWordsOf } from "../../parsers/generic/bill-words.ts";
import { readGeneric } from "../../parsers/generic/read-generic.ts";
import type { Page } from "../../parsers/pdf/page-model.ts";
import { createDayReader } from "../../parsers/template/dates.ts";
import { linesOf, type Line } from "../../parsers/template/lines.ts";
import { readDecimal } from "../../parsers/template/numbers.ts";
import type { EnergyType } from "../../records/codes.ts";
import { energyOf, lineOfUse, type Shown } from "./by-labels.ts";
import { dayFormsOf, type ReadDay } from "./days.ts";
import { fieldLines } from "./fields.ts";
import { countPeriods, escaped, findDecimalMark, findPeriod, plainWords } from "./formats.ts";
import { findLabelled } from "./labels.ts";
import { chargeMap, unitLines, usageMap } from "./maps.ts";
import { metersOf, type DraftMeter } from "./meters.ts";
import { findCharges, findReads, unitIn } from "./rows.ts";
import { sectionLines } from "./sections.ts";
import type { Parts, Read, Sources } from "./sources.ts";
import { quoted, type Doubt } from "./text.ts";

export interface Draft {
  /** Lower-case words joined by hyphens: the id of the template and the key of the utility. */
  key: string;
  name: string;
  /** False when the name is the first words of the bill. */
  isNamed: boolean;
  energy_type: EnergyType;
  yaml: string;
  /** What a person must look at; each is a comment in the text too. */
  doubts: string[];
}

const NAME_MAX = 60;
/** @param name of the utility; by default the first words of the bill, which a person must look at. */
export function draftOf(pages: Page[], name?: string): Draft {
  const lines = linesOf(pages);
  const reading = readGeneric(pages);
  const read = reading?.statement ?? reading?.incomplete ?? null;
  const words = billWordsOf(pages);
  const mark = ("mark" in words ? words.mark : null) ?? findDecimalMark(lines);
  const forms = dayFormsOf(lines, daysIn(read));
  const days = createDayReader(forms.formats.length === 0 ? ["M/D/YYYY"] : forms.formats, forms.language);
  const title = firstWords(lines);
  const of: Sources = { lines, read, findings: reading?.findings ?? [], mark, days };
  const shown = shownOn(of);
  const meters = read === null ? [] : metersOf({ lines, read, mark, days });
  const doubts: string[] = [];
  const doubt = (text: string) => {
    doubts.push(text);
    return ` # LOOK: ${text}`;
  };
  const energy_type = energyTypeOf(meters, shown, lines);
  const parts: Parts = { name: name ?? title, isNamed: name !== undefined, title, forms, shown, meters, energy_type };
  const text = textOf(of, parts, doubt);
  const yaml = doubts.length === 0 ? text : text.replace("version: 1\n", `version: 1\n${DRAFT_LINE}\n`);
  return { key: keyOf(parts.name), name: parts.name, isNamed: parts.isNamed, energy_type, yaml, doubts };
}

/** The days that are known to be printed, with the words that hold them. */
function daysIn(read: Read | null): ReadDay[] {
  if (read === null) return [];
  const date = read.printed["invoice_date"];
  const periods = read.meters.flatMap(({ usages, charges }, at) => {
    const printed = read.printed[`meters.${at}.period`];
    const [line] = [...usages, ...charges];
    return printed === undefined || line === undefined ? [] : [{ text: printed.text, day: line.start_date }];
  });
  return [
    ...(date === undefined || read.invoice_date === null ? [] : [{ text: date.text, day: read.invoice_date }]),
    ...periods,
  ];
}

function shownOn({ lines, read, mark, days }: Sources): Parts["shown"] {
  const fields = findLabelled(lines, days, mark);
  const money = (field: "current_charges" | "amount_due") =>
    read?.[field] ?? readDecimal(fields.find(({ name }) => name === field)?.text ?? "", mark);
  const charges = findCharges(lines, {
    totals: [money("current_charges"), money("amount_due")].filter((total) => total !== null),
    labels: fields.map(({ label }) => label),
    mark,
  });
  const reads = findReads(lines, escaped);
  const unit = reads?.unit ?? lines.map(({ text }) => unitIn(text)).find((each) => each !== null) ?? null;
  return {
    fields,
    charges,
    reads,
    unit,
    period: findPeriod(lines, days),
    periods: countPeriods(lines, days),
    useLine: unit === null || reads !== null ? null : lineOfUse(lines, unit),
  };
}

/** The first cell of words, which on most bills is the name of the utility. */
const firstWords = (lines: readonly Line[]): string =>
  lines.flatMap(({ cells }) => cells.filter(({ text }) => /\p{L}{3}/u.test(text)))[0]?.text.slice(0, NAME_MAX) ??
  "Unknown utility";

function keyOf(name: string): string {
  const words = plainWords(name);
  return (words.length === 0 ? ["utility"] : words.slice(0, 5)).join("-");
}

function energyTypeOf([first]: readonly DraftMeter[], { unit }: Shown, lines: readonly Line[]): EnergyType {
  const type = first?.meter.energy_type ?? "OTHER";
  return type === "OTHER" ? energyOf(unit, lines) : type;
}

const DRAFT_LINE = "draft: true # bills wait in review until you have looked at each LOOK and removed this line";

function textOf(of: Sources, parts: Parts, doubt: Doubt): string {
  const { name, isNamed, forms, meters, shown } = parts;
  const { formats, language } = forms;
  const conventions = new Set(meters.map(({ period }) => period?.convention));
  const [convention = shown.period?.convention] = conventions;
  const isCounted = meters.length > 0 && of.read?.assumed_period_end === undefined && conventions.size === 1;
  const doubtOfDays =
    formats.length === 0
      ? doubt("no day was found")
      : !forms.areConfirmed && formats.some((format) => /^M.D/.test(format))
        ? doubt("month first; if the day is first, write D before M")
        : "";
  return `${[
    `# Drafted from one bill. Look at each line with LOOK, then: npx meterbook template try BILL --template THIS_FILE`,
    `id: ${keyOf(name)}`,
    "version: 1",
    `name: ${quoted(name)}${isNamed ? "" : doubt("the first words of the bill: is this the name of the utility?")}`,
    "",
    `match: # each fits a line of every bill of this layout, and of no other${doubt("these must not be words of one bill only")}`,
    "  all:",
    ...anchorsOf(parts).map((source) => `    - ${quoted(source)}`),
    "",
    "locale:",
    `  decimal_mark: "${of.mark}"`,
    `  language: ${language}${forms.isSureOfLanguage ? "" : doubt("the language of the dates: en, fr, de, es or pt")}`,
    `  date_formats: [${(formats.length === 0 ? ["M/D/YYYY"] : formats).map(quoted).join(", ")}]${doubtOfDays}`,
    "",
    `period_end: ${isCounted || meters.length === 0 ? (convention ?? "detect") : "detect"}`,
    "",
    "fields:",
    ...fieldLines(of, parts, doubt),
    "",
    ...unitLines(parts, doubt),
    "",
    ...sectionLines(of, parts, doubt),
    "",
    ...usageMap(parts),
    "",
    ...chargeMap(of, parts, doubt),
  ].join("\n")}\n`;
}

function anchorsOf({ title, shown }: Parts): string[] {
  const { charges, fields } = shown;
  const after = charges?.after ?? "";
  const due = fields.find(({ name }) => name === "amount_due")?.label;
  return [
    `^${escaped(title)}`,
    ...(after === "" || /\d/.test(after) ? [] : [escaped(after)]),
    ...(due ? [escaped(due)] : []),
  ];
}
