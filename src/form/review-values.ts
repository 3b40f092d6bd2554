/** The values of a reading as texts of a form, and back: what is typed in the form replaces what was read, line by line. */
import type { z } from "zod";
import { withPlacesOf } from "../domain/bills/places.ts";
import { ASSOCIATION_TYPES, CHARGE_TYPES, ENERGY_TYPES, USAGE_TYPES } from "../records/codes.ts";
import { KeyedInBill, type Reading } from "../records/reading.ts";
import type { Typed } from "./submitted.ts";

export interface ValueField {
  name: string;
  label: string;
  kind: "text" | "long" | "day" | "number" | "flag" | readonly string[];
  /** Must be filled in; in a line, when the line is. */
  isRequired: boolean;
  hint?: string;
}

const field = (
  name: string,
  label: string,
  kind: ValueField["kind"] = "text",
  more: { isRequired?: boolean; hint?: string } = {},
): ValueField => ({ name, label, kind, isRequired: false, ...more });
const REQUIRED = { isRequired: true };
/** Of every line. */
export const LINE_DAYS = [
  field("start_date", "First day", "day", REQUIRED),
  field("end_date", "First day after", "day", REQUIRED),
];

export const UTILITY_FIELD = field("utility_company", "Utility", "text", REQUIRED);
/** Of a bill whose account is not known; for a known account it may stay empty. */
const ACCOUNT_FIELD = field("acct_num", "Account number");
export const NEW_ACCOUNT_FIELD: ValueField = { ...ACCOUNT_FIELD, isRequired: true };

export const BILL_FIELDS: readonly ValueField[] = [
  ACCOUNT_FIELD,
  field("invoice_number", "Bill number"),
  field("invoice_date", "Date of the bill", "day", {
    isRequired: true,
    hint: "If none is printed, the last day of its period.",
  }),
  field("due_date", "Due date", "day"),
  field("service_address", "Service address", "long"),
  field("previous_balance", "Previous balance", "number"),
  field("amount_paid", "Amount paid", "number"),
  field("adjustments", "Adjustments", "number", { hint: "Late fees and the like; a credit is negative." }),
  field("current_charges", "Current charges", "number"),
  field("amount_due", "Amount due", "number"),
  field("corrected", "Replaces an earlier bill of its days", "flag"),
];
export const METER_FIELDS: readonly ValueField[] = [
  field("energy_type", "Service", ENERGY_TYPES, REQUIRED),
  field("association_type", "Billed by", ASSOCIATION_TYPES),
  field("meter_num", "Meter number"),
  field("service_address", "Service address, if its own", "long"),
  field("printed_total", "Printed total", "number"),
];
export const LINE_FIELDS = {
  usages: [
    field("description", "Description", "long", REQUIRED),
    field("utility_usage_type", "Type", USAGE_TYPES),
    field("amount", "Amount", "number", REQUIRED),
    field("measurement_unit", "Unit", "text", REQUIRED),
    ...LINE_DAYS,
    field("previous_read", "Previous read", "number"),
    field("current_read", "Current read", "number"),
    field("multiplier", "Multiplier", "number"),
    field("estimated_meter_read", "Estimated", "flag"),
  ],
  charges: [
    field("description", "Description", "long", REQUIRED),
    field("utility_charge_type", "Type", CHARGE_TYPES),
    field("amount", "Amount", "number", REQUIRED),
    ...LINE_DAYS,
    field("quantity", "Quantity", "number"),
    field("rate", "Rate", "number"),
  ],
} as const satisfies Record<string, readonly ValueField[]>;
export type LineKind = keyof typeof LINE_FIELDS;
export const LINE_KINDS = ["usages", "charges"] as const satisfies readonly LineKind[];

/** More lines than this are entered by the API: a page of forms with thousands of fields helps nobody. */
export const FORM_LINES_MAX = 200;
/** With the lines that its buttons add, a page holds no more than this. */
export const PAGE_LINES_MAX = 5 * FORM_LINES_MAX;
const METERS_MAX = 200;
/** Blank lines after those that were read. */
const SPARE: Record<LineKind, number> = { usages: 1, charges: 2 };
/** Blank lines that one button adds. */
export const MORE_LINES: Record<LineKind, number> = { usages: 5, charges: 10 };

export const linesIn = (reading: Reading): number =>
  reading.meters.reduce((sum, { charges, usages }) => sum + charges.length + usages.length, 0);

/** A ticked box sends "on", one that is not sends nothing. */
function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function put(values: Typed, path: string, fields: readonly ValueField[], record: object): void {
  // Fields are named as in the record.
  for (const { name } of fields) values[path + name] = textOf((record as Record<string, unknown>)[name]);
}

/** A reading as the texts of the form; without a meter one to fill in. */
export function valuesOf(reading: Reading | null): Typed {
  const values: Typed = {};
  put(values, "", BILL_FIELDS, reading ?? {});
  for (const [at, meter] of (reading?.meters ?? []).entries()) {
    put(values, `meters.${at}.`, METER_FIELDS, meter);
    for (const kind of LINE_KINDS)
      for (const [place, line] of meter[kind].entries())
        put(values, `meters.${at}.${kind}.${place}.`, LINE_FIELDS[kind], line);
  }
  return withSpareLines((reading?.meters.length ?? 0) === 0 ? withMeter(values) : values);
}

/** The numbers of lines and meters that the texts have, whatever is missing between them. */
export function shapeOf(values: Typed): Record<LineKind, number>[] {
  const shape: Record<LineKind, number>[] = [];
  for (const name of Object.keys(values)) {
    const [, meter, kind, line] = /^meters\.(\d{1,3})\.(?:(usages|charges)\.(\d{1,3})\.)?/.exec(name) ?? [];
    if (meter === undefined || Number(meter) >= METERS_MAX || Number(line ?? 0) >= FORM_LINES_MAX) continue;
    while (shape.length <= Number(meter)) shape.push({ usages: 0, charges: 0 });
    const lines = shape[Number(meter)];
    if (lines === undefined || kind === undefined) continue;
    // The expression allows only the two kinds.
    lines[kind as LineKind] = Math.max(lines[kind as LineKind], Number(line) + 1);
  }
  return shape;
}

export const hasTooManyLines = (values: Typed): boolean =>
  shapeOf(values).reduce((sum, { usages, charges }) => sum + usages + charges, 0) > PAGE_LINES_MAX;

/** The first days that are filled in for a meter, else for the first meter: those of its other lines, as a rule. */
function daysOf(
  values: Typed,
  shape: readonly Record<LineKind, number>[],
  meter: number,
): { start_date: string; end_date: string } {
  const [day = { start_date: "", end_date: "" }] = [meter, 0].flatMap((at) =>
    LINE_KINDS.flatMap((kind) =>
      Array.from({ length: shape[at]?.[kind] ?? 0 }, (_, place) => {
        const dayOf = (name: string) => (values[`meters.${at}.${kind}.${place}.${name}`] ?? "").trim();
        return { start_date: dayOf("start_date"), end_date: dayOf("end_date") };
      }),
    ).filter(({ start_date, end_date }) => start_date !== "" && end_date !== ""),
  );
  return day;
}

/** With more blank lines for each meter, or of one kind for one of them; they have the days of the other lines. */
export function withSpareLines(
  values: Typed,
  spare: Record<LineKind, number> = SPARE,
  only: { meter: number; kind: LineKind } | null = null,
): Typed {
  const more = { ...values };
  const shape = shapeOf(values);
  for (const [at, lines] of shape.entries()) {
    const days = daysOf(values, shape, at);
    for (const kind of LINE_KINDS) {
      if (only !== null && (only.meter !== at || only.kind !== kind)) continue;
      for (let place = lines[kind]; place < Math.min(lines[kind] + spare[kind], FORM_LINES_MAX); place += 1)
        put(more, `meters.${at}.${kind}.${place}.`, LINE_FIELDS[kind], days);
    }
  }
  return more;
}

/** With one more meter, without lines. */
export function withMeter(values: Typed): Typed {
  const more = { ...values };
  const at = shapeOf(values).length;
  if (at < METERS_MAX) put(more, `meters.${at}.`, METER_FIELDS, {});
  return more;
}

/** The button of a form that adds lines: `meters.0.charges`. Null for any other. */
export function linesAsked(button: string): { meter: number; kind: LineKind } | null {
  const [, meter, kind] = /^meters\.(\d{1,3})\.(usages|charges)$/.exec(button) ?? [];
  // The expression allows only the two kinds.
  return meter === undefined ? null : { meter: Number(meter), kind: kind as LineKind };
}

export type ValueErrors = Record<string, string>;

/** Commas between groups of three digits: two of them, or one before a decimal point. */
const COMMAS_GROUP = /^-?\d{1,3}(,\d{3})+(\.\d+|,\d{3})$/;
/** A decimal comma: not before just three digits, unless a 0 or groups with points stand before it. */
const COMMA_IS_DECIMAL = /^-?(\d{1,3}(\.\d{3})+,\d+|0,\d+|\d+,(\d{1,2}|\d{4,}))$/;

/**
 * A number as people type it: 1234.56, 1,234.56, 1 234,56, $12.50, -3. Null for anything else, also for 1,234, whose comma may group
 * digits or be a decimal mark.
 */
export function readNumber(text: string): number | null {
  const plain = text.replace(/[\s$€£]/gu, "");
  const whole = COMMAS_GROUP.test(plain)
    ? plain.replaceAll(",", "")
    : COMMA_IS_DECIMAL.test(plain)
      ? plain.replaceAll(".", "").replace(",", ".")
      : plain;
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(whole) ? Number(whole) : null;
}

interface Reader {
  values: Typed;
  errors: ValueErrors;
}

/** The typed values of a record; what is left blank is null. */
function recordOf({ values, errors }: Reader, path: string, fields: readonly ValueField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const text = (values[path + name] ?? "").trim();
      if (kind === "flag") return [name, text !== ""];
      if (text === "") return [name, null];
      if (kind !== "number") return [name, text];
      const number = readNumber(text);
      if (number === null) errors[path + name] = "Write this as 1234.56.";
      return [name, number ?? 0];
    }),
  );
}

const isBlank = (values: Typed, path: string, names: readonly string[]): boolean =>
  names.every((name) => (values[path + name] ?? "").trim() === "");

/** The bill that the texts say, over the reading that they were made from; or what is wrong with them, by the name of the field. */
export function billOf(
  values: Typed,
  base: Reading | null,
  more: Pick<z.input<typeof KeyedInBill>, "document_id" | "utility_company" | "accept" | "note">,
): { bill: KeyedInBill; errors: null } | { bill: null; errors: ValueErrors } {
  const reader: Reader = { values, errors: {} };
  /** Where each kept meter and line stands in the form: blank ones are left out. */
  const places: { meter: number; lines: Record<LineKind, number[]> }[] = [];
  const shape = shapeOf(values);
  const meters = shape.flatMap((count, at) => {
    const firstDays = daysOf(values, shape, at);
    const known = base?.meters[at];
    const path = `meters.${at}.`;
    const lines: Record<LineKind, number[]> = { usages: [], charges: [] };
    const linesOf = (kind: LineKind) =>
      Array.from({ length: count[kind] }, (_, place) => place).flatMap((place) => {
        const line = `${path}${kind}.${place}.`;
        if (isBlank(values, line, ["description", "amount"])) return [];
        lines[kind].push(place);
        const typed = recordOf(reader, line, LINE_FIELDS[kind]);
        const days = typed["start_date"] === null && typed["end_date"] === null ? firstDays : {};
        const read = known?.[kind][place];
        // With another description and amount it is another line, which was read at no place.
        const isRead = read?.description === typed["description"] || read?.amount === typed["amount"];
        return [{ ...(isRead && read), ...typed, ...days }];
      });
    const [usages, charges] = [linesOf("usages"), linesOf("charges")];
    if (usages.length + charges.length === 0 && isBlank(values, path, ["meter_num", "printed_total"])) return [];
    places.push({ meter: at, lines });
    return [{ ...known, ...recordOf(reader, path, METER_FIELDS), usages, charges }];
  });
  const bill = { ...base, ...recordOf(reader, "", BILL_FIELDS), ...more, meters };
  const parsed = KeyedInBill.safeParse(bill);
  for (const issue of parsed.error?.issues ?? []) reader.errors[nameOf(issue.path, places)] ??= sentenceOf(issue);
  if (!parsed.success || Object.keys(reader.errors).length > 0) return { bill: null, errors: reader.errors };
  return { bill: base === null ? parsed.data : withPlacesOf(parsed.data, base), errors: null };
}

/** What is wrong with a field, for the person who fills it in. */
function sentenceOf({ path, code, message }: z.core.$ZodIssue): string {
  const name = String(path.at(-1));
  if (path.length === 1 && name === "meters") return "Enter at least one line: a charge, or a use.";
  const isEmpty = code === "invalid_type" && message.endsWith("received null");
  if (isEmpty) return "Fill this in.";
  if (code === "invalid_value") return "Choose one.";
  if (name.endsWith("_date")) return "Write a day as 2026-01-31.";
  if (code === "too_big") return "This is too long, or too large.";
  return message;
}

/** The name in the form of a path in the bill. */
function nameOf(path: readonly PropertyKey[], places: { meter: number; lines: Record<LineKind, number[]> }[]): string {
  const [first, meter, kind, line, ...rest] = path.map(String);
  if (first === "meters" && meter === undefined) return "meters.0.charges.0.description";
  const place = places[Number(meter)];
  if (first !== "meters" || place === undefined) return path.map(String).join(".");
  const at = kind === "usages" || kind === "charges" ? place.lines[kind][Number(line)] : line;
  return [first, place.meter, kind, at, ...rest].filter((step) => step !== undefined).join(".");
}
