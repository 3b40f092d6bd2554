/** Drafts the fields of the head: each by the place where its value was read, else by its label, else as a question. */
import { readDecimal } from "../../parsers/template/numbers.ts";
import type { Shown } from "./by-labels.ts";
import type { DraftField } from "./labels.ts";
import { isSameAmount, placeFor, spotOf, takesIt, type DraftPlace } from "./places.ts";
import { doubtAbout, type Parts, type Sources } from "./sources.ts";
import { placeText, quoted, type Doubt } from "./text.ts";

const REQUIRED = ["acct_num", "invoice_date", "amount_due"] as const;
const MONEY_FIELDS = ["amount_due", "previous_balance", "amount_paid", "current_charges"] as const;
const READ_FIELDS = ["acct_num", "invoice_date", "due_date", "invoice_number", ...MONEY_FIELDS] as const;
type ReadField = (typeof READ_FIELDS)[number];

export function fieldLines(of: Sources, { shown, meters }: Parts, doubt: Doubt): string[] {
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
