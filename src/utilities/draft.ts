/**
 * Drafts a template from an unknown bill: rules that take what the reader without templates found, each tried on the bill, and by
 * the bill's labels, tables and totals what it did not find. Everything that nothing confirms has a comment, LOOK.
 */
import { addDecimals, compareDecimals } from "../domain/decimal.ts";
import { billWordsOf } from "../parsers/generic/bill-words.ts";
import { inWords } from "../domain/bills/in-words.ts";
import { readGeneric } from "../parsers/generic/read-generic.ts";
import type { Page } from "../parsers/pdf/page-model.ts";
import { createDayReader } from "../parsers/template/dates.ts";
import { findRows } from "../parsers/template/find-rows.ts";
import { linesOf, type Line } from "../parsers/template/lines.ts";
import { readDecimal } from "../parsers/template/numbers.ts";
import { Charges } from "../parsers/template/rows.ts";
import type { EnergyType } from "../records/codes.ts";
import {
  chargeBounds,
  energyOf,
  lineOfUse,
  noUse,
  shownCharges,
  shownFields,
  shownUses,
  wideRow,
  withoutFigures,
  type Shown,
} from "./draft-by-labels.ts";
import { dayFormsOf, type ReadDay } from "./draft-days.ts";
import { countPeriods, escaped, findDecimalMark, findPeriod, plainWords } from "./draft-formats.ts";
import { findLabelled, type DraftField } from "./draft-labels.ts";
import { chargeMap, otherServices, unitLines, usageMap, type Parts, type Read, type Sources } from "./draft-maps.ts";
import { metersOf, type DraftMeter } from "./draft-meters.ts";
import { placeFor, spotOf, takesIt, type DraftPlace } from "./draft-places.ts";
import { findCharges, findReads, unitIn } from "./draft-rows.ts";
import { daysLines, meterFields, note, placeText, quoted, ruleLines, type Doubt } from "./draft-text.ts";

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
const REQUIRED = ["acct_num", "invoice_date", "amount_due"] as const;
const MONEY_FIELDS = ["amount_due", "previous_balance", "amount_paid", "current_charges"] as const;
const READ_FIELDS = ["acct_num", "invoice_date", "due_date", "invoice_number", ...MONEY_FIELDS] as const;
type ReadField = (typeof READ_FIELDS)[number];

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

/** What the findings say about a value; nothing when it is confirmed. */
function doubtAbout({ read, findings }: Sources, name: string, doubt: Doubt): string {
  const said = findings.find(({ detail }) => detail.startsWith(`The ${inWords(name)} `));
  if (said !== undefined) return doubt(said.detail.replace(/\.$/, ""));
  return read?.unconfirmed?.includes(name) === true ? doubt("nothing else on the bill confirms it") : "";
}

function fieldLines(of: Sources, { shown, meters }: Parts, doubt: Doubt): string[] {
  const read = READ_FIELDS.flatMap((name) => {
    const place = placeOfField(of, name, shown.fields);
    const printed = of.read?.printed[name]?.text ?? "";
    if (place === null) return [];
    const isNegative = name === "amount_paid" && readDecimal(printed, of.mark)?.startsWith("-") === true;
    return [{ name, line: `  ${name}: ${placeText(place, isNegative)} # ${printed}${doubtAbout(of, name, doubt)}` }];
  });
  const isRead = (name: string) => read.some((field) => field.name === name);
  const labelled = shown.fields.filter(({ name }) => name !== "meter_num" && !isRead(name));
  const byLabel = labelled.map(
    ({ name, label, where, lines, text, isNegative }) =>
      `  ${name}: ${placeText({ label, where, lines }, isNegative && name === "amount_paid")} # ${text}${doubt("only its label shows it")}`,
  );
  const missing = REQUIRED.filter((name) => !isRead(name) && !labelled.some((field) => field.name === name)).map(
    (name) => {
      const periodEnd = name === "invoice_date" ? (meters[0]?.period?.end ?? endShown(shown)) : null;
      if (periodEnd !== null)
        return `  invoice_date: ${placeText({ ...periodEnd, in: undefined })}${doubt("no date of the bill was found; this is the last day of its period")}`;
      return `  ${name}: { label: ${quoted(name)} }${doubt(`${name} was not found: name its label, or a pattern`)}`;
    },
  );
  return [...read.map(({ line }) => line), ...byLabel, ...missing];
}

const endShown = ({ period }: Shown): DraftPlace | null => (period === null ? null : { pattern: period.end });

function placeOfField(
  { lines, read, mark, days }: Sources,
  name: ReadField,
  labelled: DraftField[],
): DraftPlace | null {
  const value = read?.[name] ?? null;
  const found = read?.printed[name];
  if (value === null || found === undefined) return null;
  const decimal = (text: string) => readDecimal(text, mark);
  const wanted = MONEY_FIELDS.some((money) => money === name)
    ? { read: decimal, isRight: (text: string) => isSameAmount(decimal(text), value, name === "amount_paid") }
    : name === "invoice_date" || name === "due_date"
      ? { read: (text: string) => days.read(text), isRight: (text: string) => days.read(text) === value }
      : { read: (text: string) => text, isRight: (text: string) => text === value };
  const own = labelled.find((field) => field.name === name);
  const place: DraftPlace | null = own === undefined ? null : { label: own.label, where: own.where };
  if (place !== null && takesIt(lines, place, wanted)) return place;
  const spot = spotOf(lines, found);
  return spot === null ? null : placeFor(lines, spot, wanted);
}

const isSameAmount = (one: string | null, other: string, isEitherSign: boolean): boolean =>
  one !== null && compareDecimals(isEitherSign ? one.replace("-", "") : one, other) === 0;

function sectionLines(of: Sources, parts: Parts, doubt: Doubt): string[] {
  const { meters, shown, energy_type } = parts;
  const unsure = of.findings.find(({ name }) => /not_(?:assigned|told_apart)$/.test(name));
  const more =
    unsure?.detail.replace(/\.$/, "") ??
    (meters.length < 2 && shown.periods > 1 && !isOneMeter(of, parts)
      ? `the bill prints ${shown.periods} periods: each meter may need its own section, with start and end`
      : null);
  const apart = meters.length > 1 && meters.some(({ start }) => start === null);
  const comment = more !== null ? doubt(more) : apart ? doubt("each section looks at the whole bill") : "";
  if (meters.length === 0)
    return [
      `meters:${comment}`,
      `  - energy_type: ${energy_type}${doubt("what the meter measures")}`,
      ...shownFields(shown, doubt),
      ...shownDays(of, shown, doubt),
      ...shownUses(shown, doubt),
      ...otherServices(
        (shown.charges?.rows ?? []).map(({ description }) => description),
        energy_type,
        doubt,
      ),
      ...shownCharges(shown, doubt),
    ];
  return [`meters:${comment}`, ...meters.flatMap((meter) => meterLines(of, parts, meter, doubt))];
}

/** One meter is named, and its charges, which may have days of their own, are all that the bill asks for. */
const isOneMeter = ({ findings }: Sources, { meters: [first] }: Parts): boolean =>
  first !== undefined &&
  first.meterNum !== null &&
  first.charges !== null &&
  findings.every(({ severity }) => severity === "warning");

function shownDays({ read }: Sources, { period }: Shown, doubt: Doubt): string[] {
  if (period === null) return daysLines(null, "", doubt);
  const { start, end, days, convention, text } = period;
  const of = { start: { pattern: start }, end: { pattern: end }, days: days === null ? null : { pattern: days }, text };
  const isDoubted = read !== null;
  return daysLines(
    { ...of, convention: convention === "detect" ? "inclusive" : convention },
    isDoubted ? doubt("is this the period of the charges?") : "",
    doubt,
  );
}

function meterLines(of: Sources, { shown, energy_type, meters }: Parts, draft: DraftMeter, doubt: Doubt): string[] {
  const { meter, name, start, uses, charges } = draft;
  const about = (field: string) => doubtAbout(of, `${name}.${field}`, doubt);
  const type = meter.energy_type === "OTHER" ? energy_type : meter.energy_type;
  const isWhole = meters.length === 1;
  const ofUses = meter.usages.map((_, at) => about(`usages.${at}`)).find((text) => text !== "") ?? "";
  const unsureUse = of.findings.find(
    (finding) => finding.name.startsWith("use") && finding.detail.includes(inWords(name)),
  );
  const useDoubt = unsureUse === undefined ? ofUses : doubt(unsureUse.detail.replace(/\.$/, ""));
  const usages =
    uses === null
      ? isWhole
        ? shownUses(shown, doubt)
        : noUse(doubt)
      : [`    usages:${useDoubt}`, ...uses.rules.flatMap((rule) => ruleLines(rule, false))];
  const wrong = of.findings.find((finding) => finding.name === "charges_not_found");
  const isWideOne = isWide(of, shown, draft, isWhole);
  const label = isWideOne ? (shown.charges?.totalLabel ?? null) : null;
  const total: DraftPlace | null = label === null ? null : { label: withoutFigures(label), where: "same_row" };
  const withTotal = { ...draft, printedTotal: draft.printedTotal ?? total };
  const sum = addDecimals(meter.charges.map(({ amount }) => amount));
  const isPriced = meter.charges.some(({ quantity }) => quantity !== null);
  const ofCharges =
    wrong === undefined
      ? isPriced || meter.charges.length === 0
        ? ""
        : doubt("none of these lines states a quantity: are they charges, and not sums of them?")
      : doubt(wrong.detail.replace(/\.$/, ""));
  return [
    `  - energy_type: ${type}${meter.energy_type === "OTHER" ? doubt("what the meter measures") : ""}`,
    ...(meter.association_type === "STANDARD" ? [] : [`    association_type: ${meter.association_type}`]),
    ...(start === null ? [] : [`    start: ${quoted(start)}`]),
    ...meterFields(withTotal, about),
    ...(meter.meter_num === null || draft.meterNum === null
      ? [note("    ", "no number of a meter was found", doubt)]
      : []),
    ...(draft.period === null && isWhole
      ? shownDays(of, shown, doubt)
      : daysLines(draft.period, about("period"), doubt)),
    ...usages,
    ...otherServices(
      meter.charges.map(({ description }) => description),
      type,
      doubt,
    ),
    ...(isWideOne
      ? shownCharges(shown, doubt, ofCharges)
      : charges === null
        ? isWhole
          ? shownCharges(shown, doubt)
          : [note("    ", "no charges were found", doubt)]
        : [
            `    charges: # they add up to ${sum}; a charge with another description needs it here${ofCharges}`,
            ...charges.flatMap((rule, at) => ruleLines(rule, at > 0)),
          ]),
  ];
}

/** Whether the form of all lines between two others takes just the charges that were read: then it takes new ones, too. */
function isWide({ lines, mark }: Sources, { charges }: Shown, { meter }: DraftMeter, isWhole: boolean): boolean {
  if (!isWhole || charges === null) return false;
  const rule = Charges.safeParse({ ...chargeBounds(charges), row: wideRow(charges) });
  if (!rule.success) return false;
  const taken = findRows(lines, rule.data).entries.map(({ parts }) => parts);
  return (
    taken.length === meter.charges.length &&
    meter.charges.every(({ description, amount, quantity }, at) => {
      const { description: text, amount: printed, quantity: count } = taken[at] ?? {};
      const isAmount = isSameAmount(readDecimal(printed?.text ?? "", mark), amount, false);
      return text?.text === description && isAmount && (quantity === null || count !== undefined);
    })
  );
}
