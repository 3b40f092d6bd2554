/** Compares what a template reads from a damaged bill with what it reads from the bill, and says what the service would make of it. */
import { useOf, type KnownUse } from "../../domain/bills/confirm-reading.ts";
import { checkReading, isAccepted } from "../../domain/bills/reconcile.ts";
import { unlikeAccount } from "../../domain/bills/unlike-account.ts";
import { addDays, daysBetween, spanOf } from "../../domain/calendar.ts";
import { billedPeriods } from "../../domain/findings/billed-period.ts";
import { checkMeter, rulesInUse } from "../../domain/findings/rules.ts";
import type { MeterBill } from "../../domain/months/meter-bill.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { Reading, Statement, StatementMeter } from "../../records/statement.ts";
import type { PrintedDay } from "../damage.fixtures.ts";
import type { Outcome } from "../generic/measure.fixtures.ts";
import type { Page, Row } from "../pdf/page-model.ts";
import { createDayReader } from "./dates.ts";
import type { Template } from "./template.ts";

/** A bill, its template, what that reads of it, and the three bills before it. */
export interface TemplateBill {
  name: string;
  template: Template;
  pages: Page[];
  statement: Statement;
  before: Statement[];
}

const WORDS_OF_DAY = 4;

/** The days that a row prints in the formats of a template. */
export const daysOn =
  ({ locale: { date_formats, language } }: Template) =>
  (row: Row): PrintedDay[] =>
    date_formats.flatMap((format) => {
      const reader = createDayReader([format], language);
      return row.words.flatMap((_, from) => {
        for (let to = from + 1; to <= Math.min(from + WORDS_OF_DAY, row.words.length); to++) {
          const words = row.words.slice(from, to);
          const text = words
            .map((word) => word.text)
            .join(" ")
            .replace(/[,.);:]+$/, "");
          const day = reader.read(text) ?? reader.readBefore(text, "2026-12-31");
          if (day !== null) return [{ words, day, print: (other: Day) => printedAs(format, other, language) }];
        }
        return [];
      });
    });

function printedAs(format: string, day: Day, language: string): string {
  const date = Temporal.PlainDate.from(day);
  const name = (month: "long" | "short") => date.toLocaleString(language, { month });
  const parts: Record<string, string> = {
    YYYY: String(date.year),
    YY: String(date.year % 100).padStart(2, "0"),
    MMMM: name("long"),
    MMM: name("short"),
    MM: String(date.month).padStart(2, "0"),
    M: String(date.month),
    DD: String(date.day).padStart(2, "0"),
    D: String(date.day),
  };
  return format.replaceAll(/YYYY|YY|MMMM|MMM|MM|M|DD|D/g, (token) => parts[token] ?? token);
}

/** Every value of a statement that a figure or a record is made of, by the name that findings use for it. */
export function valuesOf(statement: Statement): Map<string, string> {
  const { acct_num, invoice_number, invoice_date, amount_due, previous_balance, amount_paid, current_charges } =
    statement;
  const values = new Map<string, string | null>(
    Object.entries({
      acct_num,
      invoice_number,
      invoice_date,
      amount_due,
      previous_balance,
      amount_paid,
      current_charges,
    }),
  );
  values.set("due_date", statement.due_date ?? null);
  for (const [at, meter] of statement.meters.entries()) {
    const name = `meters.${at}`;
    values.set(`${name}.meter_num`, meter.meter_num);
    for (const [index, charge] of meter.charges.entries()) {
      const { amount, quantity, rate, start_date, end_date } = charge;
      values.set(`${name}.charges.${index}.amount`, Number(amount).toString());
      values.set(`${name}.charges.${index}.price`, `${quantity} at ${rate}`);
      values.set(`${name}.charges.${index}.days`, `${start_date} ${end_date}`);
    }
    for (const [index, usage] of meter.usages.entries()) {
      const { amount, measurement_unit, start_date, end_date, previous_read, current_read, multiplier } = usage;
      values.set(`${name}.usages.${index}.amount`, `${Number(amount)} ${measurement_unit}`);
      values.set(`${name}.usages.${index}.reads`, `${previous_read} ${current_read} ${multiplier}`);
      values.set(`${name}.usages.${index}.days`, `${start_date} ${end_date}`);
    }
  }
  return new Map([...values].filter((entry): entry is [string, string] => entry[1] !== null));
}

/** What findings name. */
const NAMED_BY: Record<string, RegExp> = {
  line_math_differs: /charges\.\d+\.(price|amount)/,
  row_not_understood: /charges\.\d+\.(price|amount)/,
  price_columns_exchanged: /charges\.\d+\.price/,
  priced_quantity_differs: /charges\.\d+\.price|usages\.\d+\.amount/,
  unusual_period: /days$/,
  usage_ends_after_invoice: /days$|invoice_date/,
  reads_unlike_use: /reads$|usages\.\d+\.amount/,
  use_not_found: /usages/,
  meter_unlike_account: /meter_num/,
  days_unlike_account: /days$/,
  dates_unlike_account: /invoice_date|due_date|days$/,
  use_unlike_account: /usages/,
  first_of_account: /^(acct_num|invoice_number|invoice_date|due_date)$|meter_num$|days$/,
  gap: /days$/,
  overlap: /days$/,
  duplicate: /days$/,
};

export interface MeasuredTemplate {
  /** `wrong, price`: only a printed quantity or rate of a charge is wrong, of which no figure is made. */
  outcome: Outcome | "wrong, price";
  wrong: string[];
}

export function measuredByTemplate(bill: TemplateBill, reading: Reading, isKnown: boolean): MeasuredTemplate {
  const { statement } = reading;
  const acct_num = isKnown ? bill.statement.acct_num : null;
  const findings = [
    ...checkReading(reading, { acct_num, today: null }),
    ...(statement === null
      ? []
      : unlikeAccount(statement, { isListed: isKnown, uses: isKnown ? usesFrom(bill.before) : [] })),
  ];
  if (statement === null || !isAccepted(findings)) return { outcome: "review", wrong: [] };
  const [is, was] = [valuesOf(statement), valuesOf(bill.statement)];
  const names = new Set([...was.keys(), ...is.keys()]);
  // A value of the head that was not found is missing, not wrong; a line that was not found is.
  const isMissing = (name: string) => !name.startsWith("meters.") && !is.has(name);
  const wrong = [...names].filter((name) => is.get(name) !== was.get(name) && !isMissing(name));
  const named = [...findings.map(({ name }) => name), ...(isKnown ? recordsOn(bill, statement) : [])];
  const details = findings.map(({ detail }) => detail).join(" ");
  // A day of the bill that is the end of its use, too, is printed once and named once.
  const isEnd = [statement.invoice_date, addDays(statement.invoice_date, -1)].some((day) => details.includes(day));
  const isNamed = (field: string) =>
    named.some((name) => NAMED_BY[name]?.test(field)) ||
    (field === "invoice_date" && isEnd) ||
    (/usages\.\d+\.amount$/.test(field) && details.includes(is.get(field) ?? field)) ||
    (/usages\./.test(field) && !is.has(field) && details.includes(" has no use"));
  if (wrong.length === 0) return { outcome: "right", wrong };
  const silent = wrong.filter((field) => !isNamed(field));
  if (silent.length > 0 && silent.every((field) => field.endsWith(".price"))) return { outcome: "wrong, price", wrong };
  return { outcome: silent.length === 0 ? "wrong, named" : "wrong, silent", wrong };
}

/** The rules that find something on the bill among those before it. */
function recordsOn({ before }: TemplateBill, statement: Statement): string[] {
  const rules = rulesInUse({});
  return statement.meters.flatMap((meter) => {
    const own = (each: Statement) => each.meters.filter(({ meter_num }) => meter_num === meter.meter_num);
    const bills = [...before.map(own), own(statement)].map((meters, id): MeterBill => ({
      id,
      estimated: false,
      charges: meters
        .flatMap(({ charges }) => charges)
        .map((charge, at) => ({ ...charge, id: at, amount: Number(charge.amount) })),
      usages: meters
        .flatMap(({ usages }) => usages)
        .map((usage, at) => ({
          ...usage,
          id: at,
          amount: Number(usage.amount),
          kbtus: null,
          lbs_co2: null,
          gallons: null,
          supply: false,
        })),
    }));
    const periods = billedPeriods(bills.filter(({ usages }) => usages.length > 0));
    return checkMeter({ energy_type: meter.energy_type, periods, leftOutOf: null }, rules)
      .filter(({ billId }) => billId === before.length)
      .map(({ rule }) => rule);
  });
}

/** What the records know after these bills. */
export const usesFrom = (statements: readonly Statement[]): KnownUse[] =>
  statements.flatMap(({ invoice_date, due_date = null, assumed_period_end = null, meters }) =>
    meters.flatMap((meter): KnownUse[] => {
      const span = spanOf(usesOf(meter));
      const { meter_num, energy_type } = meter;
      if (span === null) return [];
      const ends = { assumed_period_end, counted_period_end: null };
      return [{ ...span, meter_num, energy_type, invoice_date, due_date, use: useOf(meter), ...ends }];
    }),
  );

/** The same bill so many periods earlier. */
export function earlier(statement: Statement, periods: number): Statement {
  const span = spanOf(statement.meters.flatMap(usesOf));
  const days = span === null ? 0 : periods * daysBetween(span.start_date, span.end_date);
  const moved = <Line extends Period>(line: Line): Line => ({
    ...line,
    start_date: addDays(line.start_date, -days),
    end_date: addDays(line.end_date, -days),
  });
  return {
    ...statement,
    invoice_date: addDays(statement.invoice_date, -days),
    ...(statement.due_date && { due_date: addDays(statement.due_date, -days) }),
    meters: statement.meters.map((meter) => ({
      ...meter,
      charges: meter.charges.map(moved),
      usages: meter.usages.map(moved),
    })),
  };
}

const usesOf = ({ usages }: StatementMeter) =>
  usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
