/** Finds the fields of an unknown bill by the labels that bills usually have, with the code that will read them. */
import { compilePattern } from "../../domain/pattern.ts";
import type { DayReader } from "../../parsers/template/dates.ts";
import { findField, type ReadText } from "../../parsers/template/find-field.ts";
import type { Line } from "../../parsers/template/lines.ts";
import { readDecimal, type DecimalMark } from "../../parsers/template/numbers.ts";
import type { Locator } from "../../parsers/template/locator.ts";

export interface DraftField {
  name: string;
  /** As the bill prints it. */
  label: string;
  where: Locator["where"];
  text: string;
  /** On so many lines below each other; not given for one. */
  lines?: number;
  /** Printed as a negative number. */
  isNegative: boolean;
}

const ADDRESS_LINES_MAX = 4;

type Kind = "text" | "number" | "money" | "day";

/** Labels in the order of how much they say; in capitals or not. */
const LABELS: { name: string; kind: Kind; labels: string[] }[] = [
  {
    name: "acct_num",
    kind: "number",
    labels: [
      "account number",
      "account no",
      "account #",
      "acct number",
      "acct no",
      "acct #",
      "customer account",
      "compte de facturation",
    ],
  },
  { name: "acct_num", kind: "number", labels: ["account", "customer number", "customer no", "customer id"] },
  {
    name: "invoice_date",
    kind: "day",
    labels: [
      "bill date",
      "billing date",
      "invoice date",
      "statement date",
      "date of bill",
      "date billed",
      "date issued",
    ],
  },
  { name: "invoice_date", kind: "day", labels: ["issued", "date mailed", "bill prepared", "date"] },
  {
    name: "amount_due",
    kind: "money",
    labels: ["total amount due", "amount due", "total due", "please pay", "pay this amount", "current bill due"],
  },
  { name: "amount_due", kind: "money", labels: ["amount to pay", "balance due", "total balance", "account balance"] },
  { name: "invoice_number", kind: "number", labels: ["invoice number", "invoice no", "bill number", "bill no"] },
  {
    name: "previous_balance",
    kind: "money",
    labels: ["previous balance", "prior balance", "balance brought forward", "previous amount due"],
  },
  {
    name: "previous_balance",
    kind: "money",
    labels: ["last bill amount", "last bill", "amount of last bill", "balance from last bill"],
  },
  // Where the last bill is printed as well, this is what its payments left of it.
  { name: "previous_balance", kind: "money", labels: ["balance forward"] },
  {
    name: "amount_paid",
    kind: "money",
    labels: ["payments received", "payment received", "your payment", "total payments", "payments", "payment", "paid"],
  },
  {
    name: "current_charges",
    kind: "money",
    labels: ["total current charges", "current charges", "total new charges", "new charges", "total charges"],
  },
  { name: "account_holder_name", kind: "text", labels: ["account holder", "customer name", "service for"] },
  { name: "service_address", kind: "text", labels: ["service address", "service location", "service at"] },
  {
    name: "due_date",
    kind: "day",
    labels: [
      "due date",
      "payment due date",
      "payment due",
      "current bill due",
      "pay by",
      "due by",
      "date limite de paiement",
      "date d'échéance",
      "fällig am",
      "zahlbar bis",
      "fecha de vencimiento",
      "fecha límite de pago",
      "vencimiento",
      "vencimento",
    ],
  },
  { name: "meter_num", kind: "number", labels: ["meter number", "meter no", "meter #", "meter id", "meter"] },
];

const PLACES: Record<Kind, Locator["where"][]> = {
  text: ["right_of", "below"],
  number: ["right_of", "below"],
  day: ["right_of", "below", "same_row"],
  money: ["right_of", "same_row", "below"],
};

/** Each field that is found, by the first of its labels. */
export function findLabelled(lines: Line[], days: DayReader, mark: DecimalMark): DraftField[] {
  const readers: Record<Kind, ReadText<string>> = {
    text: (text) => (/\p{L}/u.test(text) ? text : null),
    // Numbers of accounts and meters have digits and no unit after them.
    number: (text) => (isNumber(text) ? text : null),
    money: (text) => (/\d/.test(text) ? readDecimal(text, mark) : null),
    day: (text) => days.read(text),
  };
  const found = new Map<string, DraftField>();
  for (const { name, kind, labels } of LABELS) {
    if (found.has(name)) continue;
    const field = firstOf(lines, { name, labels, places: PLACES[kind], read: readers[kind] });
    if (field !== null) found.set(name, { ...field, isNegative: kind === "money" && isNegative(field.text, mark) });
  }
  return [...found.values()];
}

/** Such as `4711-08`, `L-77` or `12 3456 78`. */
function isNumber(text: string): boolean {
  const [first = "", ...others] = text.split(/[ .]/);
  return /\d/.test(first) && /^[\w-]+$/.test(first) && others.every((part) => /^[\d-]+$/.test(part));
}

const isNegative = (text: string, mark: DecimalMark): boolean => readDecimal(text, mark)?.startsWith("-") === true;

function firstOf(
  lines: Line[],
  {
    name,
    labels,
    places,
    read,
  }: { name: string; labels: string[]; places: Locator["where"][]; read: ReadText<string> },
): Omit<DraftField, "isNegative"> | null {
  for (const label of labels.flatMap((each) => printedLabels(lines, each))) {
    for (const where of places) {
      const locator: Locator = { label: [label], where, take: "first", in: "section", negate: false, optional: false };
      const result = findField(lines, locator, read);
      if (result.state !== "found") continue;
      const whole = name === "service_address" ? wholeAddress(lines, locator) : null;
      return { name, label, where, ...(whole ?? { text: result.found.text }) };
    }
  }
  return null;
}

/** The last line of an address: town, state and ZIP code, or postal code and town. */
const TOWN = compilePattern(String.raw`(?:, [A-Z]{2},? \d{5}(?:-\d{4})?|(?:^|, )\d{4,5} \p{Lu}[\p{L} -]+)$`, {
  ignoreCase: false,
});

/** An address that goes on below up to its town; null when its first line has the town, or none of the next ones. */
function wholeAddress(lines: Line[], locator: Locator): { text: string; lines?: number } | null {
  for (let count = 1; count <= ADDRESS_LINES_MAX; count++) {
    const result = findField(lines, count === 1 ? locator : { ...locator, lines: count }, (text) => text);
    if (result.state !== "found" || !TOWN.test(result.found.text)) continue;
    return count === 1 ? null : { text: result.found.text, lines: count };
  }
  return null;
}

/** The label as it is printed, with the full stop or colon after it, in each cell that begins with it. */
function printedLabels(lines: Line[], label: string): string[] {
  const printed = lines
    .flatMap(({ cells }) => cells)
    .filter(({ text }) => text.toLowerCase().startsWith(label) && !/^[\p{L}\d]/u.test(text.slice(label.length)))
    .map(({ text }) => text.slice(0, label.length) + (/^ ?[.:]+/.exec(text.slice(label.length))?.[0] ?? ""));
  // The one with a colon is the label; without it the words may be a heading.
  return [...new Set(printed)].toSorted((one, other) => Number(other.endsWith(":")) - Number(one.endsWith(":")));
}
