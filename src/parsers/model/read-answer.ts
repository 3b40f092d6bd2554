/**
 * Turns the answer of a language model into a reading. Only words of the pages count; the reader without templates reads them, and
 * asks of them what it asks of its own. Whatever the answer says, the result is a reading or findings.
 */
import { inWords } from "../../domain/bills/in-words.ts";
import { modelTemplate } from "../../domain/bills/reading.ts";
import { addDecimals, absoluteDecimal, compareDecimals } from "../../domain/decimal.ts";
import type { Decimal, Finding, Reading } from "../../records/statement.ts";
import { billWordsOf, foundWords, type BillWords, type Placed } from "../generic/bill-words.ts";
import { dayCounts } from "../generic/joined-days.ts";
import type { MoneyRow } from "../generic/money-rows.ts";
import { assembleReading, joinMeters, meterOf, type ReadMeter } from "../generic/read-generic.ts";
import { periodOf, RANK_OF_ANY_DAYS, type PeriodRead } from "../generic/read-days.ts";
import { numberIn, readFields, type Field, type Fields } from "../generic/read-fields.ts";
import { printedUsesOf } from "../generic/read-uses.ts";
import type { UseRow } from "../generic/use-tables.ts";
import type { Page } from "../pdf/page-model.ts";
import { checkConfidence } from "../pictures/low-confidence.ts";
import { error, quote, warning } from "../template/findings.ts";
import { amountsLeftOut, createClaims, leftOut, seenOn, type Claims, type Seen } from "./check-answer.ts";
import type { BillAnswer, Printed } from "./answer.ts";
import { createPointers, dayOfPointed, type Pointed, type Pointers } from "./pointed.ts";
import { chargeRow, useRow } from "./pointed-rows.ts";

const METERS_MAX = 20;
/** Of uses or charges of a bill. */
const ROWS_MAX = 300;

type MeterAnswer = BillAnswer["meters"][number];

const unread = (findings: Finding[]): Reading => ({ statement: null, findings });

/** `model` is the name of the model, which the bill keeps. */
export function readModelAnswer(pages: Page[], answer: BillAnswer, model: string): Reading {
  const bill = billWordsOf(pages);
  if (!("lines" in bill)) return unread(bill.findings);
  const { meters } = answer;
  const rows = meters.flatMap(({ uses, charges }) => [...uses, ...charges]).length;
  if (!answer.is_bill || meters.length === 0 || meters.length > METERS_MAX || rows > ROWS_MAX)
    return unread([
      error("no_bill_in_answer", "The language model found no bill in this file, or no meter on the bill."),
    ]);
  const point = createPointers(bill);
  const claims = createClaims(bill);
  const fields = fieldsOf(bill, { point, claims, answer });
  const seen = seenOn(bill, fields);
  const unconfirmed: string[] = [];
  const read = meters.map((meter, at) =>
    readMeter(bill, { meter, name: `meters.${at}`, isOnly: meters.length === 1, point, claims, fields, seen }),
  );
  const billed = { rows: read.flatMap(({ rows: own }) => own) };
  const assembled = read.map((one, at) => assembleMeter(bill, one, { name: `meters.${at}`, of: read, unconfirmed }));
  const numbers = new Set(read.flatMap(({ number }) => number ?? []));
  const template = modelTemplate(model);
  const { findings, ...reading } = assembleReading(bill, fields, {
    template,
    ...joinMeters(bill, assembled),
    billed,
    unconfirmed,
  });
  const totals = read.flatMap(({ total }) => total?.value ?? []);
  const more = [
    ...leftOut(seen, { numbers, uses: read.flatMap(({ uses }) => uses) }),
    ...amountsLeftOut(bill, fields, { rows: billed.rows, totals, used: claims.used }),
  ];
  const by = `No template matches this bill, and no rule read it: it was read by the language model ${model}, and every value is on the page.`;
  const all = [warning("read_by_model", by), ...stricter(findings, fields, billed.rows), ...more];
  return checkConfidence({ ...reading, findings: all }, pages);
}

/** A model may give any value any name. What is only a warning for a reader that goes by printed labels is therefore an error here. */
function stricter(findings: readonly Finding[], { current_charges }: Fields, rows: readonly MoneyRow[]): Finding[] {
  // One row that is the total by another name would add up, too.
  const isTotalKnown = current_charges !== null && current_charges.times > 0 && rows.length > 1;
  const strict = new Set(["not_confirmed", ...(isTotalKnown ? [] : ["unknown_charge"])]);
  return findings.map((finding) => (strict.has(finding.name) ? { ...finding, severity: "error" } : finding));
}

interface Sources {
  point: Pointers;
  claims: Claims;
}

/**
 * What stands beside a known label counts; an answer that differs from it is an error. A value without a label is confirmed
 * nowhere.
 */
function fieldsOf(bill: BillWords, { point, claims, answer }: Sources & { answer: BillAnswer }): Fields {
  const own = readFields(bill);
  const money = (name: "amount_due" | "previous_balance" | "amount_paid" | "current_charges") => {
    const pointed = point.money(name, answer[name]);
    if (pointed !== null && !claims.claim(name, pointed)) return own[name];
    return merged(
      bill,
      name,
      own[name],
      pointed,
      (one, other) => compareDecimals(plain(name, one), plain(name, other)) === 0,
    );
  };
  const number = (name: "acct_num" | "invoice_number") =>
    merged(
      bill,
      name,
      own[name],
      pointedNumber(bill, point, name, answer[name]),
      (one, other) => bare(one) === bare(other),
    );
  const dated = point.day("invoice_date", answer.invoice_date);
  const day = dayOfPointed(bill, dated);
  if (own.invoice_date === null && day !== null) {
    const detail = `No known label says that ${day} is the date of the bill.`;
    bill.findings.push(error("not_confirmed", detail, dated?.found));
  }
  const pointedDay = dated === null || day === null ? null : { value: day, found: dated.found };
  return {
    acct_num: number("acct_num"),
    // Nothing checks it, so a label must.
    invoice_number: own.invoice_number,
    invoice_date: merged(bill, "invoice_date", own.invoice_date, pointedDay, (one, other) => one === other),
    due_date: own.due_date,
    amount_due: money("amount_due"),
    previous_balance: money("previous_balance"),
    amount_paid: money("amount_paid"),
    current_charges: money("current_charges"),
  };
}

/** Payments are printed with and without a minus. */
const plain = (name: string, value: Decimal): Decimal => (name === "amount_paid" ? absoluteDecimal(value) : value);
const bare = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();

function merged<Value extends string>(
  bill: BillWords,
  name: string,
  own: Field<Value> | null,
  pointed: Placed<Value> | null,
  isSame: (one: Value, other: Value) => boolean,
): Field<Value> | null {
  if (pointed === null) return own;
  if (own === null) {
    bill.printed[name] = pointed.found;
    return { value: pointed.value, found: pointed.found, times: 0 };
  }
  if (!isSame(own.value, pointed.value)) {
    const detail = `The language model read the ${inWords(name)} as ${quote(pointed.found)}, beside its label stands ${quote(own.found)}.`;
    bill.findings.push(error("values_differ", detail, pointed.found));
  }
  return own;
}

/** All words of a number of an account: a part of it is another account. */
function pointedNumber(bill: BillWords, point: Pointers, name: string, printed: Printed | null): Placed<string> | null {
  const pointed = point.text(name, printed);
  if (pointed === null) return null;
  const { line, from, to } = pointed;
  const read = numberIn(bill)({ line, from, to: line.folded.length });
  if (read !== null && read.to === to) return { value: read.value, found: pointed.found };
  const detail = `The language model read the ${inWords(name)} as ${quote(pointed.found)}: these words are no such number, or a part of one.`;
  bill.findings.push(error("not_on_page", detail, pointed.found));
  return null;
}

interface PointedMeter {
  number: string | null;
  numberAt: Pointed<string> | null;
  /** On how many places its number stands beside a known label. */
  times: number;
  rows: MoneyRow[];
  uses: UseRow[];
  total: Pointed<Decimal> | null;
  period: PeriodRead | null;
  /** The lines of its words: the first and the last. */
  lines: [number, number];
}

interface MeterSources extends Sources {
  meter: MeterAnswer;
  name: string;
  isOnly: boolean;
  fields: Fields;
  seen: Seen;
}

function readMeter(bill: BillWords, sources: MeterSources): PointedMeter {
  const { meter, name, isOnly, point, claims, seen } = sources;
  const numberAt = point.text(`${name}.meter_num`, meter.meter_num);
  const [only, ...others] = seen.meters.keys();
  const number = numberAt?.value ?? (isOnly && others.length === 0 ? only : undefined) ?? null;
  const uses = meter.uses.flatMap((use, at) => useRow(bill, point, { name: `${name}.uses.${at}`, use, claims }) ?? []);
  const rows = meter.charges.flatMap(
    (charge, at) => chargeRow(bill, point, { name: `${name}.charges.${at}`, charge, claims }) ?? [],
  );
  const total = point.money(`${name}.printed_total`, meter.printed_total);
  if (total !== null) claims.claim(`${name}.printed_total`, total);
  const at = [...uses, ...rows, ...[numberAt, total].filter((pointed) => pointed !== null)].map(({ line }) => line.at);
  return {
    number,
    numberAt,
    times: number === null ? 0 : (seen.meters.get(number) ?? 0),
    rows,
    uses,
    total,
    period: readPeriod(bill, sources),
    lines: [Math.min(...at), Math.max(...at)],
  };
}

/** The two days of a period, compared with the days that stand on the bill as a period, and with the printed number of days. */
function readPeriod(bill: BillWords, { meter, name, isOnly, point, fields, seen }: MeterSources): PeriodRead | null {
  const [from, to] = [point.day(`${name}.start`, meter.start), point.day(`${name}.end`, meter.end)];
  const days = point.number(`${name}.days`, meter.days);
  const end = dayOfPointed(bill, to, fields.invoice_date?.value ?? null);
  const start = dayOfPointed(bill, from, end);
  if (from === null || to === null || start === null || end === null || start >= end) {
    const detail = `The period of ${inWords(name)} was not found, or does not run forward.`;
    bill.findings.push(error("field_missing", detail, to?.found));
    return null;
  }
  const found =
    from.line === to.line ? foundWords(from.line, Math.min(from.from, to.from), Math.max(from.to, to.to)) : to.found;
  bill.printed[`${name}.period`] = found;
  const own = seen.periods.filter((period) => period.start === start && period.end === end);
  const other = seen.periods.find((period) => period.rank < RANK_OF_ANY_DAYS && !own.includes(period));
  if (other !== undefined && isOnly) {
    const detail = `The language model read the period of ${inWords(name)} as ${start} to ${end}, the bill prints ${quote(other.found)}.`;
    bill.findings.push(error("values_differ", detail, other.found));
  }
  const labelled = seen.labelled
    .filter(({ name: label }) => label === "days" && isOnly)
    .map(({ value }) => Number(value));
  const counts = [
    ...(days === null ? [] : [Number(days.value)]),
    ...labelled,
    ...dayCounts(from.line),
    ...dayCounts(to.line),
  ];
  const known = counts.filter((count) => count > 0);
  if (own.length === 0 && known.length === 0) {
    const detail = `Nothing on the bill says that ${start} to ${end} is the period of ${inWords(name)}.`;
    bill.findings.push(error("not_confirmed", detail, found));
  }
  return periodOf(bill, { start, end, found, times: own.length, counts: known }, name);
}

/** As the reader without templates does it; with several meters each needs a total of its own. */
function assembleMeter(
  bill: BillWords,
  { number, numberAt, times, rows, uses, total, period, lines }: PointedMeter,
  { name, of, unconfirmed }: { name: string; of: readonly PointedMeter[]; unconfirmed: string[] },
): ReadMeter | null {
  const sum = addDecimals(rows.map(({ amount }) => amount));
  if (of.length > 1 && (total === null || rows.length === 0 || compareDecimals(total.value, sum) !== 0)) {
    const detail = `The bill has ${of.length} meters, and ${inWords(name)} has no charges with a total of its own.`;
    bill.findings.push(error("charges_not_assigned", detail, total?.found));
  }
  const [first, last] = lines;
  const own = of.length === 1 ? bill.lines : bill.lines.slice(Math.max(0, first - HEADING_LINES), last + 1);
  const part = { meter_num: numberAt, number, lines: own, rows: uses, labelled: [], times };
  const printedUses = printedUsesOf(bill, part, rows, name);
  const totalRow = total === null ? null : { amount: total.value, found: total.found };
  return meterOf(bill, part, { name, rows, total: totalRow, period, uses: printedUses, unconfirmed });
}

/** A heading that names the service stands above the meter. */
const HEADING_LINES = 2;
