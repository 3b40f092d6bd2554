/** Drafts the sections of meters: their days, their uses and their charges. */
import { inWords } from "../../domain/bills/in-words.ts";
import { addDecimals } from "../../domain/decimal.ts";
import { findRows } from "../../parsers/template/find-rows.ts";
import { readDecimal } from "../../parsers/template/numbers.ts";
import { Charges } from "../../parsers/template/rows.ts";
import {
  chargeBounds,
  noUse,
  shownCharges,
  shownFields,
  shownUses,
  wideRow,
  withoutFigures,
  type Shown,
} from "./by-labels.ts";
import { otherServices } from "./maps.ts";
import type { DraftMeter } from "./meters.ts";
import { isSameAmount, type DraftPlace } from "./places.ts";
import { doubtAbout, type Parts, type Sources } from "./sources.ts";
import { daysLines, meterFields, note, quoted, ruleLines, type Doubt } from "./text.ts";

export function sectionLines(of: Sources, parts: Parts, doubt: Doubt): string[] {
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

function meterLines(of: Sources, parts: Parts, draft: DraftMeter, doubt: Doubt): string[] {
  const { shown, energy_type, meters } = parts;
  const { meter, name, start } = draft;
  const isWhole = meters.length === 1;
  const about = (field: string) => doubtAbout(of, `${name}.${field}`, doubt);
  const type = meter.energy_type === "OTHER" ? energy_type : meter.energy_type;
  const usages = usesOfMeter(of, parts, draft, doubt);
  const isWideOne = isWide(of, shown, draft, isWhole);
  const label = isWideOne ? (shown.charges?.totalLabel ?? null) : null;
  const total: DraftPlace | null = label === null ? null : { label: withoutFigures(label), where: "same_row" };
  const withTotal = { ...draft, printedTotal: draft.printedTotal ?? total };
  const ofCharges = doubtOfCharges(of, draft, doubt);
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
    ...(isWideOne ? shownCharges(shown, doubt, ofCharges) : chargesOfMeter(parts, draft, ofCharges, doubt)),
  ];
}

function usesOfMeter(of: Sources, { shown, meters }: Parts, { meter, name, uses }: DraftMeter, doubt: Doubt): string[] {
  const ofUses =
    meter.usages.map((_, at) => doubtAbout(of, `${name}.usages.${at}`, doubt)).find((text) => text !== "") ?? "";
  const unsure = of.findings.find(
    (finding) => finding.name.startsWith("use") && finding.detail.includes(inWords(name)),
  );
  const comment = unsure === undefined ? ofUses : doubt(unsure.detail.replace(/\.$/, ""));
  if (uses !== null) return [`    usages:${comment}`, ...uses.rules.flatMap((rule) => ruleLines(rule, false))];
  return meters.length === 1 ? shownUses(shown, doubt) : noUse(doubt);
}

function doubtOfCharges({ findings }: Sources, { meter: { charges } }: DraftMeter, doubt: Doubt): string {
  const wrong = findings.find((finding) => finding.name === "charges_not_found");
  if (wrong !== undefined) return doubt(wrong.detail.replace(/\.$/, ""));
  if (charges.length === 0 || charges.some(({ quantity }) => quantity !== null)) return "";
  return doubt("none of these lines states a quantity: are they charges, and not sums of them?");
}

function chargesOfMeter(
  { shown, meters }: Parts,
  { meter, charges }: DraftMeter,
  comment: string,
  doubt: Doubt,
): string[] {
  if (charges === null)
    return meters.length === 1 ? shownCharges(shown, doubt) : [note("    ", "no charges were found", doubt)];
  const sum = addDecimals(meter.charges.map(({ amount }) => amount));
  return [
    `    charges: # they add up to ${sum}; a charge with another description needs it here${comment}`,
    ...charges.flatMap((rule, at) => ruleLines(rule, at > 0)),
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
