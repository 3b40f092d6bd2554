/**
 * Reads a bill that no template knows, by the words that bills have in common. What it is not sure of is null or an error, so
 * that a bill is accepted only when its figures confirm each other; what nothing on it confirms is listed for the records to confirm.
 */
import { inWords } from "../../domain/bills/in-words.ts";
import { GENERIC } from "../../domain/bills/reading.ts";
import type { EndConvention } from "../../domain/bills/period-convention.ts";
import { compareDecimals, subtractDecimals, addDecimals } from "../../domain/decimal.ts";
import type { Reading, Statement, StatementMeter } from "../../records/statement.ts";
import { error } from "../template/findings.ts";
import type { Page } from "../pdf/page-model.ts";
import { billWordsOf, type BillWords } from "./bill-words.ts";
import { energyTypeOf, meterPartsOf, type MeterPart } from "./find-meters.ts";
import { createLabels } from "./labels.ts";
import { labelledOf } from "./meter-labels.ts";
import { moneyRowsOf, type MoneyRow } from "./money-rows.ts";
import { associationOf, billedRows, chargesOf, linesOfWholeUse, rowsOfParts, type BilledRows } from "./read-charges.ts";
import { readPeriodOf, type PeriodRead } from "./read-days.ts";
import { readFields, type Field, type Fields } from "./read-fields.ts";
import { printedUsesOf, usagesOf, useMissing, type PrintedUse } from "./read-uses.ts";
import { useTablesOf } from "./use-tables.ts";
import { CORRECTED_LABELS } from "./vocabulary.ts";

/** A bill names at least so many of the values that readFields looks for. */
const FIELDS_MIN = 2;

/** Null when the pages have no words of a bill. Without an account number or a bill date the statement is incomplete. */
export function readGeneric(pages: Page[]): Reading | null {
  const bill = billWordsOf(pages);
  if (!("lines" in bill)) return bill.findings.length === 0 ? null : { statement: null, findings: bill.findings };
  const fields = readFields(bill);
  if (Object.values(fields).filter((field) => field !== null).length < FIELDS_MIN) return null;
  const unconfirmed: string[] = [];
  const read = readMeters(bill, fields, unconfirmed);
  return assembleReading(bill, fields, { template: GENERIC, ...read, unconfirmed });
}

export interface AssembledParts {
  template: Statement["template"];
  meters: StatementMeter[];
  /** The last days of all periods are assumed to belong to them. */
  assumed: boolean;
  /** What printed numbers of days show of all periods; null where they do not. */
  counted: EndConvention | null;
  billed: Pick<BilledRows, "rows">;
  /** The values of meters that nothing else on the bill confirms, by name. */
  unconfirmed: readonly string[];
}

/** The statement of what was found, with the findings on it: whoever found it, the same is asked of it. */
export function assembleReading(bill: BillWords, fields: Fields, parts: AssembledParts): Reading {
  const { meters, assumed, counted, billed } = parts;
  const { acct_num, invoice_date, due_date, amount_due } = fields;
  for (const [name, field] of Object.entries({ acct_num, invoice_date, amount_due })) {
    if (field === null) bill.findings.push(error("field_missing", `The ${inWords(name)} was not found.`));
  }
  const ofBill = unconfirmedFields({ acct_num, invoice_date, invoice_number: fields.invoice_number, due_date });
  const unconfirmed = [...ofBill, ...parts.unconfirmed];
  checkDue(bill, fields, billed);
  const read: Omit<Statement, "acct_num" | "invoice_date"> = {
    template: parts.template,
    invoice_number: fields.invoice_number?.value ?? null,
    ...(due_date !== null && { due_date: due_date.value }),
    account_holder_name: null,
    service_address: null,
    amount_due: amount_due?.value ?? null,
    previous_balance: fields.previous_balance?.value ?? null,
    amount_paid: paidOf(fields),
    current_charges: fields.current_charges?.value ?? null,
    estimated: meters.some(({ usages }) => usages.some(({ estimated_meter_read }) => estimated_meter_read)),
    corrected: isCorrected(bill),
    ...(assumed && { assumed_period_end: "inclusive" as const }),
    ...(counted !== null && { counted_period_end: counted }),
    unconfirmed,
    meters,
    printed: bill.printed,
  };
  const { findings } = bill;
  if (acct_num !== null && invoice_date !== null)
    return { statement: { ...read, acct_num: acct_num.value, invoice_date: invoice_date.value }, findings };
  const incomplete = { ...read, acct_num: acct_num?.value ?? null, invoice_date: invoice_date?.value ?? null };
  return { statement: null, incomplete, findings };
}

/** Payments are printed with and without a minus. */
const paidOf = ({ amount_paid }: Fields): string | null => amount_paid?.value.replace("-", "") ?? null;

const unconfirmedFields = (fields: Record<string, Field<string> | null>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field !== null && field.times < 2 ? [name] : []));

function readMeters(bill: BillWords, fields: Fields, unconfirmed: string[]) {
  const printed = moneyRowsOf(bill);
  const tables = useTablesOf(bill, new Set(printed.map(({ line }) => line.at)));
  const money = printed.filter(({ line }) => !tables.taken.has(line.at));
  const labelled = labelledOf(bill, tables.taken, money);
  const parts = meterPartsOf(bill.lines, tables.rows, labelled);
  const billed = billedRows(bill, money, fields);
  const charged = new Set(billed.rows.map(({ line }) => line.at));
  const charges = rowsOfParts(bill, parts, billed);
  const read = parts.map((part, at) => {
    const { rows, total } = charges[at] ?? { rows: [], total: null };
    return readMeter(bill, part, { name: `meters.${at}`, rows, total, charged, fields, unconfirmed });
  });
  return { ...joinMeters(bill, read), billed };
}

/** A meter, and whether the last day of its period is only assumed to belong to it. */
export interface ReadMeter {
  meter: StatementMeter;
  isAssumed: boolean;
  convention: EndConvention;
}

/** The meters whose period is known. The ends of the others cannot be assumed when some are certain. */
export function joinMeters(
  bill: BillWords,
  read: readonly (ReadMeter | null)[],
): Pick<AssembledParts, "meters" | "assumed" | "counted"> {
  const known = read.filter((one) => one !== null);
  const assumed = known.filter(({ isAssumed }) => isAssumed).length;
  if (assumed > 0 && assumed < known.length) {
    const detail = `The number of days is printed for ${known.length - assumed} of ${known.length} meters: the end of the other periods is not certain.`;
    bill.findings.push(error("field_missing", detail));
  }
  const [counted = null, ...others] = new Set(known.map(({ convention }) => (assumed > 0 ? null : convention)));
  return {
    meters: known.map(({ meter }) => meter),
    assumed: assumed > 0 && assumed === known.length,
    counted: others.length > 0 ? null : counted,
  };
}

interface MeterSources {
  name: string;
  rows: MoneyRow[];
  total: MoneyRow | null;
  charged: ReadonlySet<number>;
  fields: Fields;
  unconfirmed: string[];
}

function readMeter(
  bill: BillWords,
  part: MeterPart,
  { name, rows, total, charged, fields, unconfirmed }: MeterSources,
): ReadMeter | null {
  const invoiceDate = fields.invoice_date?.value ?? null;
  const ofUse = linesOfWholeUse(bill, rows);
  const period = readPeriodOf(bill, { ...part, all: bill.lines, charged, ofUse, invoiceDate }, name);
  const uses = printedUsesOf(bill, part, rows, name);
  return meterOf(bill, part, { name, rows, total, period, uses, unconfirmed });
}

export interface MeterFound extends Pick<MeterSources, "name" | "rows" | "unconfirmed"> {
  total: Pick<MoneyRow, "amount" | "found"> | null;
  period: PeriodRead | null;
  uses: readonly PrintedUse[];
}

/** Null when its period is unknown, because then its lines have no days. */
export function meterOf(
  bill: BillWords,
  part: MeterPart,
  { name, rows, total, period, uses, unconfirmed }: MeterFound,
): ReadMeter | null {
  const units = uses.map(({ unit }) => unit);
  const type = energyTypeOf(units, part.lines, bill.lines);
  if (type === null && units.length > 0) {
    const detail = `Neither the unit ${units[0]} nor the words of the bill tell the service of ${inWords(name)}.`;
    bill.findings.push(error("energy_type_unknown", detail, uses[0]?.found));
  }
  if (part.meter_num !== null) bill.printed[`${name}.meter_num`] = part.meter_num.found;
  if (part.number !== null && part.times < 2) unconfirmed.push(`${name}.meter_num`);
  if (period === null) return null;
  if (period.times < 2 || period.assumed !== null) unconfirmed.push(`${name}.period`);
  const energy_type = type ?? "OTHER";
  const of = { energy_type, period: { start_date: period.start_date, end_date: period.end_date }, charges: rows, name };
  const { usages, unconfirmed: ofUses } = usagesOf(bill, uses, of);
  unconfirmed.push(...ofUses);
  checkUnits(bill, usages, name);
  if (total !== null) bill.printed[`${name}.printed_total`] = total.found;
  const unitOf = (isDemand: boolean) =>
    usages.find(({ utility_usage_type }) => (utility_usage_type !== "usage_amount") === isDemand)?.measurement_unit ??
    null;
  const charges = chargesOf(bill, rows, { period, usages, name });
  const meter: StatementMeter = {
    meter_num: part.number,
    service_name: null,
    service_address: null,
    premise_num: null,
    energy_type,
    association_type: associationOf(charges),
    measurement_unit: unitOf(false),
    demand_measurement_unit: unitOf(true),
    charges,
    usages,
    printed_total: total?.amount ?? null,
  };
  return { meter, isAssumed: period.assumed !== null, convention: period.convention };
}

/** One meter has one unit of use; several are several services that could not be told apart. */
function checkUnits(bill: BillWords, usages: StatementMeter["usages"], name: string): void {
  const used = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const units = new Set(used.map(({ measurement_unit }) => measurement_unit));
  if (units.size > 1) {
    const detail = `The uses of ${inWords(name)} are in ${[...units].join(" and ")}: its services cannot be distinguished.`;
    bill.findings.push(error("services_not_told_apart", detail, used[0]?.place ? { place: used[0].place } : undefined));
  } else if (units.size === 0 && !bill.findings.some(({ detail }) => detail === useMissing(name))) {
    bill.findings.push(error("field_missing", `No use with a unit was found for ${inWords(name)}.`));
  }
}

/**
 * What is due is the balance, less what was paid, plus the charges. The rules of all bills leave out a bill that prints a total
 * of its charges and no balance; here the amount due must be confirmed, too.
 */
function checkDue(bill: BillWords, fields: Fields, { rows }: Pick<BilledRows, "rows">): void {
  const { amount_due, previous_balance, amount_paid, current_charges } = fields;
  if (amount_due === null || previous_balance !== null || amount_paid !== null) return;
  const charged = current_charges?.value ?? addDecimals(rows.map(({ amount }) => amount));
  if (compareDecimals(charged, amount_due.value) === 0) return;
  const off = subtractDecimals(amount_due.value, charged);
  const detail = `The bill asks for ${amount_due.value}, its charges are ${charged}, and nothing printed explains the other ${off}.`;
  bill.findings.push(error("balance_does_not_add_up", detail, amount_due.found));
}

const correctedLabels = createLabels({ corrected: CORRECTED_LABELS });

const isCorrected = ({ lines }: BillWords): boolean =>
  lines.some(({ folded, cellOf }) =>
    folded.some((_, at) => cellOf[at] !== cellOf[at - 1] && correctedLabels(folded, at) !== null),
  );
