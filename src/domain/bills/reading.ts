/** Readings and statements are the same bill: numbers and days for clients on one side, decimals with their places inside on the other. */
import { eachMeterText } from "../../records/meter-texts.ts";
import type { Reader } from "../../records/codes.ts";
import type { KeyedInBill, Reading } from "../../records/reading.ts";
import type {
  Decimal,
  IncompleteStatement,
  SourcePlace,
  Statement,
  StatementMeter,
  StatementUsage,
} from "../../records/statement.ts";
import { canonicalDecimal, toNumber } from "../decimal.ts";

/** The template id of a bill that a user entered. */
export const KEYED_IN = { id: "keyed-in", version: 1 } as const;

/** The template id of a bill that was read without a template. */
export const GENERIC = { id: "generic", version: 1 } as const;

/** The template of a bill that a language model read: its id holds the name of the model. */
export const modelTemplate = (name: string): { id: string; version: number } => ({
  id: `${MODEL_PREFIX}${name}`,
  version: 1,
});
const MODEL_PREFIX = "model:";

/** The template ids of files that state their values as data: Green Button feeds and X12. */
export const ESPI = { id: "espi", version: 1 } as const;
export const X12 = { id: "x12", version: 1 } as const;

const READER_OF: Readonly<Record<string, Reader>> = {
  [KEYED_IN.id]: "person",
  [GENERIC.id]: "generic",
  [ESPI.id]: "data_file",
  [X12.id]: "data_file",
};

/** How a statement was read, by the id of its template; an import profile is written `import:…`. */
export function readerOf({ template: { id } }: Pick<Statement, "template">): Reader {
  if (id.startsWith("import:")) return "spreadsheet";
  return id.startsWith(MODEL_PREFIX) ? "model" : (READER_OF[id] ?? "template");
}

type ReadingMeter = Reading["meters"][number];

const numberOf = (value: Decimal | null): number | null => (value === null ? null : toNumber(value));

/** A row of a spreadsheet is no place on a page. */
const placeOf = (place: SourcePlace | null): ReadingMeter["charges"][number]["place"] =>
  place !== null && "page" in place ? place : null;

/** The reading that a client sees of a statement. */
export function readingOf(statement: Statement | IncompleteStatement): Reading {
  const { acct_num, invoice_number, invoice_date, account_holder_name, service_address } = statement;
  return {
    acct_num,
    invoice_number,
    invoice_date,
    due_date: statement.due_date ?? null,
    late_fee_date: statement.late_fee_date ?? null,
    account_holder_name,
    service_address,
    amount_due: numberOf(statement.amount_due),
    previous_balance: numberOf(statement.previous_balance),
    amount_paid: numberOf(statement.amount_paid),
    budget_amount: numberOf(statement.budget_amount ?? null),
    deferred_amount: numberOf(statement.deferred_amount ?? null),
    adjustments: numberOf(statement.adjustments ?? null),
    currency: statement.currency ?? null,
    current_charges: numberOf(statement.current_charges),
    estimated: statement.estimated,
    corrected: statement.corrected,
    meters: statement.meters.map((meter) => ({
      ...eachMeterText((name) => meter[name]),
      energy_type: meter.energy_type,
      association_type: meter.association_type,
      tariff: meter.tariff ?? null,
      printed_total: numberOf(meter.printed_total),
      charges: meter.charges.map((charge) => ({
        ...charge,
        amount: toNumber(charge.amount),
        quantity: numberOf(charge.quantity),
        rate: numberOf(charge.rate),
        part_of: numberOf(charge.part_of ?? null),
        place: placeOf(charge.place),
      })),
      usages: meter.usages.map(readingOfUsage),
      registers: (meter.registers ?? []).map((register) => ({
        ...readingOfUsage(register),
        not_added: register.not_added,
      })),
    })),
  };
}

const readingOfUsage = (usage: StatementUsage): ReadingMeter["usages"][number] => ({
  description: usage.description,
  start_date: usage.start_date,
  end_date: usage.end_date,
  group: usage.group,
  amount: toNumber(usage.amount),
  measurement_unit: usage.measurement_unit,
  utility_usage_type: usage.utility_usage_type,
  estimated_meter_read: usage.estimated_meter_read,
  previous_read: numberOf(usage.previous_read),
  current_read: numberOf(usage.current_read),
  multiplier: numberOf(usage.multiplier),
  exported: usage.exported ?? false,
  kbtu_per_unit: numberOf(usage.kbtu_per_unit ?? null),
  place: placeOf(usage.place),
});

/** As typed: JSON numbers have at most 17 digits, and their text is exact. */
const decimalOf = (value: number): Decimal => canonicalDecimal(fixed(value));
const decimalOrNull = (value: number | null): Decimal | null => (value === null ? null : decimalOf(value));

/** Whole cents, which a sum of binary fractions only approximates. */
const moneyOf = (value: number): Decimal => canonicalDecimal(value.toFixed(2));
const moneyOrNull = (value: number | null): Decimal | null => (value === null ? null : moneyOf(value));

/** Without an exponent, which `String` writes for small numbers; no column keeps more than ten places. */
const fixed = (value: number): string => (/e/.test(String(value)) ? value.toFixed(10) : String(value));

const sourceOf = (place: ReadingMeter["charges"][number]["place"]): SourcePlace | null => {
  if (place === null) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = place.box;
  return { page: place.page, box: [left, top, right, bottom] };
};

/** The fields that are known: a statement leaves out the others. */
const known = <Fields extends object>(fields: Fields) =>
  // Only nulls are removed.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [name in keyof Fields]?: NonNullable<Fields[name]>;
  };

/** The statement of a bill that a user entered for an account. */
export function statementOf(bill: KeyedInBill, acct_num: string): Statement {
  return {
    template: KEYED_IN,
    acct_num: bill.acct_num ?? acct_num,
    invoice_number: bill.invoice_number,
    invoice_date: bill.invoice_date,
    ...known({ due_date: bill.due_date, late_fee_date: bill.late_fee_date, currency: bill.currency }),
    ...known({
      budget_amount: moneyOrNull(bill.budget_amount),
      deferred_amount: moneyOrNull(bill.deferred_amount),
      adjustments: moneyOrNull(bill.adjustments),
    }),
    account_holder_name: bill.account_holder_name,
    service_address: bill.service_address,
    amount_due: moneyOrNull(bill.amount_due),
    previous_balance: moneyOrNull(bill.previous_balance),
    amount_paid: moneyOrNull(bill.amount_paid),
    current_charges: moneyOrNull(bill.current_charges),
    estimated: bill.estimated,
    corrected: bill.corrected,
    meters: bill.meters.map(meterOf),
    printed: {},
  };
}

const meterOf = (meter: ReadingMeter): StatementMeter => ({
  ...eachMeterText((name) => meter[name]),
  energy_type: meter.energy_type,
  association_type: meter.association_type,
  ...known({ tariff: meter.tariff }),
  measurement_unit: null,
  demand_measurement_unit: null,
  printed_total: moneyOrNull(meter.printed_total),
  charges: meter.charges.map(({ part_of, ...charge }) => ({
    ...charge,
    ...known({ part_of: moneyOrNull(part_of) }),
    amount: moneyOf(charge.amount),
    quantity: decimalOrNull(charge.quantity),
    rate: decimalOrNull(charge.rate),
    place: sourceOf(charge.place),
  })),
  usages: meter.usages.map(statementOfUsage),
  ...(meter.registers.length === 0
    ? {}
    : {
        registers: meter.registers.map(({ not_added, ...register }) => ({
          ...statementOfUsage(register),
          not_added,
        })),
      }),
});

const statementOfUsage = ({ kbtu_per_unit, exported, ...usage }: ReadingMeter["usages"][number]): StatementUsage => ({
  ...usage,
  ...known({ kbtu_per_unit: decimalOrNull(kbtu_per_unit) }),
  ...(exported && { exported }),
  amount: decimalOf(usage.amount),
  previous_read: decimalOrNull(usage.previous_read),
  current_read: decimalOrNull(usage.current_read),
  multiplier: decimalOrNull(usage.multiplier),
  place: sourceOf(usage.place),
});
