/** What is typed in the form of a bill, as texts, and what is sent of it: for a saved bill its changes, for a document the whole bill. */
import type {
  KeyedInBill,
  Reading,
  ReadingCharge,
  ReadingMeter,
  ReadingRegister,
  ReadingUsage,
  UtilityBill,
  UtilityBillEdit,
} from "@meterbook/client";
import { ENTERED, LINE_KINDS, SAVED, type FormField, type FormShape, type LineKind } from "./bill-form-shape.ts";
import { readNumber } from "./read-number.ts";
import type { SummedBill } from "./sums.ts";

export type Typed = Record<string, string | boolean>;

export interface TypedLine {
  /** Stays the same while lines before it come and go. */
  key: string;
  /** Of a line of a saved bill. */
  id: number | null;
  values: Typed;
}

export interface TypedMeter {
  key: string;
  /** Of a saved bill; a meter that is entered has none. */
  id: number | null;
  name: string | null;
  values: Typed;
  usages: TypedLine[];
  registers: TypedLine[];
  charges: TypedLine[];
}

export interface TypedBill {
  values: Typed;
  meters: TypedMeter[];
}

function textOf(value: unknown, { kind, isRequired }: FormField): string | boolean {
  if (kind === "flag") return value === true;
  // A choice that must be made is not made by itself.
  if (value === null || value === undefined)
    return typeof kind === "string" || isRequired === true ? "" : (kind[0] ?? "");
  if (typeof value !== "string" && typeof value !== "number") return "";
  return kind === "day" ? String(value).slice(0, 10) : String(value);
}

// Fields are named as in the record.
const typedOf = (fields: FormField[], record: object): Typed =>
  Object.fromEntries(
    fields.map((field) => [field.name, textOf((record as Record<string, unknown>)[field.name], field)]),
  );

export function typedBill(bill: UtilityBill, nameOf: (meter: number) => string): TypedBill {
  const billed = new Set([...bill.usages, ...bill.charges].map(({ utility_meter_id }) => utility_meter_id));
  return {
    values: typedOf(SAVED.head, bill),
    meters: [...billed].map((id) => ({
      key: `meter ${id}`,
      id,
      name: nameOf(id),
      values: {},
      usages: bill.usages
        .filter(({ utility_meter_id }) => utility_meter_id === id)
        .map((usage) => ({ key: `usage ${usage.id}`, id: usage.id, values: typedOf(SAVED.usages, usage) })),
      registers: [],
      charges: bill.charges
        .filter(({ utility_meter_id }) => utility_meter_id === id)
        .map((charge) => ({ key: `charge ${charge.id}`, id: charge.id, values: typedOf(SAVED.charges, charge) })),
    })),
  };
}

export function typedReading(reading: Reading | null): TypedBill {
  if (reading === null || reading.meters.length === 0)
    return { values: typedOf(ENTERED.head, reading ?? {}), meters: [blankMeter([])] };
  return {
    values: typedOf(ENTERED.head, reading),
    meters: reading.meters.map((meter, at) => {
      const typedLine = (kind: LineKind, name: string) => (read: object, line: number) => ({
        key: `${name} ${at} ${line}`,
        id: null,
        values: typedOf(ENTERED[kind], read),
      });
      return {
        key: `meter ${at}`,
        id: null,
        name: null,
        values: typedOf(ENTERED.meter, meter),
        usages: meter.usages.map(typedLine("usages", "usage")),
        registers: (meter.registers ?? []).map(typedLine("registers", "register")),
        charges: meter.charges.map(typedLine("charges", "charge")),
      };
    }),
  };
}

let made = 0;

const newLine = (fields: FormField[], days: Typed): TypedLine => ({
  key: `new ${(made += 1)}`,
  id: null,
  values: { ...typedOf(fields, {}), ...days },
});

/** Of the first line that has both. */
function daysOf(meters: (TypedMeter | undefined)[]): Typed {
  const lines = meters.flatMap((meter) => (meter === undefined ? [] : LINE_KINDS.flatMap((kind) => meter[kind])));
  const like = lines.find(({ values }) => values["start_date"] !== "" && values["end_date"] !== "")?.values;
  return { start_date: like?.["start_date"] ?? "", end_date: like?.["end_date"] ?? "" };
}

/** A line that is not in the file, with the days of the others. */
export const blankLine = (shape: FormShape, kind: LineKind, { meters }: TypedBill, meter: number): TypedLine =>
  newLine(shape[kind], daysOf([meters[meter], ...meters]));

/** A meter beside others, with a use and a charge to begin with; what stays empty of them is left out. */
export function blankMeter(others: TypedMeter[]): TypedMeter {
  const days = daysOf(others);
  return {
    key: `new meter ${(made += 1)}`,
    id: null,
    name: null,
    values: typedOf(ENTERED.meter, {}),
    usages: [newLine(ENTERED.usages, days)],
    registers: [],
    charges: [newLine(ENTERED.charges, days)],
  };
}

/** What a new line has from the beginning. */
const PREFILLED = new Set(["start_date", "end_date", "utility_usage_type", "utility_charge_type"]);

const isBlank = ({ id, values }: TypedLine): boolean =>
  id === null &&
  Object.entries(values).every(
    ([name, typed]) => PREFILLED.has(name) || typed === false || (typeof typed === "string" && typed.trim() === ""),
  );

/** The same without lines in which nothing was typed. */
export const withoutBlanks = (bill: TypedBill): TypedBill => ({
  ...bill,
  meters: bill.meters.map((meter) => ({
    ...meter,
    usages: meter.usages.filter((line) => !isBlank(line)),
    charges: meter.charges.filter((line) => !isBlank(line)),
  })),
});

export type Fault = "missing" | "number" | "lines";

/** What cannot be sent, by its path in the form. */
export function faultsOf(shape: FormShape, bill: TypedBill): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  const check = (path: string, fields: FormField[], values: Typed) => {
    for (const { name, kind, isRequired } of fields) {
      const text = String(values[name] ?? "").trim();
      if (isRequired === true && text === "") faults[`${path}values.${name}`] = "missing";
      else if (kind === "number" && text !== "" && readNumber(text) === null)
        faults[`${path}values.${name}`] = "number";
    }
  };
  check("", shape.head, bill.values);
  for (const [at, meter] of bill.meters.entries()) {
    check(`meters.${at}.`, shape.meter, meter.values);
    for (const kind of LINE_KINDS)
      for (const [line, { values }] of meter[kind].entries())
        check(`meters.${at}.${kind}.${line}.`, shape[kind], values);
  }
  if (bill.meters.every(({ usages, charges }) => usages.length + charges.length === 0)) faults["lines"] = "lines";
  return faults;
}

const valueOf = (kind: FormField["kind"], typed: string | boolean | undefined): unknown => {
  if (kind === "flag") return typed === true;
  const text = String(typed ?? "").trim();
  if (text === "") return null;
  return kind === "number" ? readNumber(text) : text;
};

const recordOf = (fields: FormField[], values: Typed): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, valueOf(kind, values[name])]));

/** Only what was typed anew. */
function changesOf(fields: FormField[], values: Typed, before: object): Record<string, unknown> {
  const old = typedOf(fields, before);
  return recordOf(
    fields.filter(({ name }) => values[name] !== old[name]),
    values,
  );
}

/** The changes of a saved bill; null when there are none. */
export function editOf(typed: TypedBill, bill: UtilityBill): UtilityBillEdit | null {
  const head = changesOf(SAVED.head, typed.values, bill);
  const linesOf = (kind: "usages" | "charges") => {
    const stored: { id: number }[] = bill[kind];
    let hasChanged = false;
    const lines = typed.meters.flatMap((meter) =>
      meter[kind].map(({ id, values }) => {
        const old = stored.find((line) => line.id === id);
        if (old === undefined) {
          hasChanged = true;
          return { utility_meter_id: meter.id, ...recordOf(SAVED[kind], values) };
        }
        const changes = changesOf(SAVED[kind], values, old);
        hasChanged ||= Object.keys(changes).length > 0;
        return { id, ...changes };
      }),
    );
    return hasChanged || lines.length !== stored.length ? { [kind]: lines } : {};
  };
  const edit = { ...head, ...linesOf("usages"), ...linesOf("charges") };
  // Each field has the type that its kind says.
  return Object.keys(edit).length === 0 ? null : edit;
}

/** The whole bill over the reading that it was made from: a line keeps what the form does not show, such as its place. */
export function keyedInOf(shape: FormShape, typed: TypedBill, base: Reading | null): KeyedInBill {
  const meters = typed.meters.map((meter, at) => {
    const known: ReadingMeter | undefined = meter.key === `meter ${at}` ? base?.meters[at] : undefined;
    const lineOf = (
      kind: LineKind,
      { key, values }: TypedLine,
      lines: (ReadingUsage | ReadingRegister | ReadingCharge)[] | undefined,
    ) => {
      const place = /^\w+ \d+ (\d+)$/.exec(key)?.[1];
      const read = place === undefined || key.startsWith("new") ? undefined : lines?.[Number(place)];
      return { ...read, ...recordOf(shape[kind], values) };
    };
    return {
      ...known,
      ...recordOf(shape.meter, meter.values),
      usages: meter.usages.map((line) => lineOf("usages", line, known?.usages)),
      registers: meter.registers.map((line) => lineOf("registers", line, known?.registers)),
      charges: meter.charges.map((line) => lineOf("charges", line, known?.charges)),
    };
  });
  // Each field has the type that its kind says; what is missing was refused before.
  return { ...base, ...recordOf(shape.head, typed.values), meters } as KeyedInBill;
}

const numberOf = (values: Typed, name: string): number | null => readNumber(String(values[name] ?? "").trim());

/** What is summed of the typed texts; `printed` are the totals that the form does not show. */
export function summed(
  typed: TypedBill,
  printed: {
    current_charges: number | null;
    deferred_amount: number | null;
    adjustments: number | null;
    totals: (number | null)[];
  } | null,
): SummedBill {
  const { values, meters } = typed;
  return {
    meters: meters.map((meter, at) => ({
      charges: meter.charges.map((line) => numberOf(line.values, "amount")),
      printed_total: printed === null ? numberOf(meter.values, "printed_total") : (printed.totals[at] ?? null),
    })),
    current_charges: printed === null ? numberOf(values, "current_charges") : printed.current_charges,
    previous_balance: numberOf(values, "previous_balance"),
    amount_paid: numberOf(values, "amount_paid"),
    deferred_amount: printed?.deferred_amount ?? null,
    adjustments: printed === null ? numberOf(values, "adjustments") : printed.adjustments,
    amount_due: numberOf(values, "amount_due"),
  };
}

/** The paths in the form of what the service says about what was sent: /charges/3/amount, /meters/0/charges/1/amount. */
export function pathsOf(
  errors: readonly { pointer: string; detail: string }[],
  typed: TypedBill,
): Record<string, string> {
  const paths: Record<string, string> = {};
  for (const { pointer, detail } of errors) {
    const [first = "", ...rest] = pointer.split("/").slice(1);
    if (first === "usages" || first === "charges") {
      // Of a saved bill the lines of all meters are one list.
      let at = Number(rest[0]);
      const meter = typed.meters.findIndex((each) => {
        if (at < each[first].length) return true;
        at -= each[first].length;
        return false;
      });
      paths[`meters.${meter}.${first}.${at}.values.${rest[1] ?? "amount"}`] = detail;
    } else if (first === "meters" && rest.length >= 3)
      paths[`meters.${rest.slice(0, 3).join(".")}.values.${rest[3] ?? "amount"}`] = detail;
    else if (first === "meters" && rest.length === 2) paths[`meters.${rest[0]}.values.${rest[1]}`] = detail;
    else paths[`values.${first}`] = detail;
  }
  return paths;
}
