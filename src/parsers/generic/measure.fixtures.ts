/** Compares a reading with the true values of its bill, and says what the service would make of it. */
import { addDays } from "../../domain/calendar.ts";
import {
  confirmFindings,
  unconfirmedOf,
  type KnownRecords,
  type KnownUse,
} from "../../domain/bills/confirm-reading.ts";
import { checkReading, isAccepted } from "../../domain/bills/reconcile.ts";
import type { Finding, Reading, Statement } from "../../records/statement.ts";
import type { PrintedDay } from "../damage.fixtures.ts";
import type { Row } from "../pdf/page-model.ts";
import type { Layout, TrueBill, TrueMeter } from "./bills.fixtures.ts";

/** A value of the bill by the name that findings use for it. */
export interface Compared {
  field: string;
  kind: "amount" | "day" | "due_day" | "unit" | "number" | "service" | "charge_type";
  expected: string | null;
  read: string | null;
}

const text = (cents: number): string => (cents / 100).toFixed(2);
const unitNames: Record<string, string> = { therms: "therm", "m³": "m3" };

/** Every value that was printed; `read` is null where the statement has none. */
export function compared(bill: TrueBill, statement: Statement | null): Compared[] {
  const header: Compared[] = [
    { field: "acct_num", kind: "number", expected: bill.acct_num, read: statement?.acct_num ?? null },
    { field: "invoice_number", kind: "number", expected: bill.invoice_number, read: statement?.invoice_number ?? null },
    { field: "invoice_date", kind: "day", expected: bill.invoice_date, read: statement?.invoice_date ?? null },
    { field: "due_date", kind: "due_day", expected: bill.due_date, read: statement?.due_date ?? null },
    { field: "amount_due", kind: "amount", expected: text(bill.due), read: statement?.amount_due ?? null },
    {
      field: "previous_balance",
      kind: "amount",
      expected: text(bill.previous),
      read: statement?.previous_balance ?? null,
    },
    { field: "amount_paid", kind: "amount", expected: text(bill.paid), read: statement?.amount_paid ?? null },
  ];
  return [...header, ...bill.meters.flatMap((meter, at) => comparedMeter(meter, at, statement))];
}

function comparedMeter(meter: TrueMeter, at: number, statement: Statement | null): Compared[] {
  const name = `meters.${at}`;
  const read = statement?.meters.find(({ meter_num }) => meter_num === meter.meter_num) ?? statement?.meters[at];
  const [line] = [...(read?.usages ?? []), ...(read?.charges ?? [])];
  const { energy_type } = meter.service;
  return [
    { field: `${name}.meter_num`, kind: "number", expected: meter.meter_num, read: read?.meter_num ?? null },
    { field: `${name}.period`, kind: "day", expected: meter.start, read: line?.start_date ?? null },
    { field: `${name}.period`, kind: "day", expected: meter.end, read: line?.end_date ?? null },
    { field: `${name}.energy_type`, kind: "service", expected: energy_type, read: read?.energy_type ?? null },
    ...meter.uses.flatMap((use, index): Compared[] => {
      const usage = read?.usages[index];
      const field = `${name}.usages.${index}`;
      const unit = unitNames[use.unit] ?? use.unit;
      const reads: Compared[] =
        use.previous === null
          ? []
          : [
              { field, kind: "number", expected: String(use.previous), read: usage?.previous_read ?? null },
              { field, kind: "number", expected: String(use.current), read: usage?.current_read ?? null },
            ];
      return [
        { field, kind: "amount", expected: String(use.amount), read: usage?.amount ?? null },
        { field, kind: "unit", expected: unit, read: usage?.measurement_unit ?? null },
        ...reads,
      ];
    }),
    ...meter.charges.flatMap((charge, index): Compared[] => {
      const found = read?.charges[index];
      const field = `${name}.charges.${index}`;
      const isPriced = charge.quantity !== null && found !== undefined && found.rate !== null;
      return [
        { field, kind: "amount", expected: text(charge.cents), read: found?.amount ?? null },
        { field, kind: "charge_type", expected: charge.type, read: found?.utility_charge_type ?? null },
        ...(isPriced
          ? [
              { field, kind: "number" as const, expected: charge.quantity, read: found.quantity },
              {
                field,
                kind: "number" as const,
                expected: String(Number(charge.rate)),
                read: String(Number(found.rate)),
              },
            ]
          : []),
      ];
    }),
  ];
}

/** What became of a bill: in review, or a bill with every value right, with a wrong one that a finding names, or with one in silence. */
export type Outcome = "review" | "right" | "wrong, named" | "wrong, silent";

export interface Measured {
  outcome: Outcome;
  findings: Finding[];
  /** Values that were read and are not those of the bill. */
  wrong: Compared[];
}

/**
 * What the service would make of a reading. A value that is null is missing, not wrong; the type of a charge is found by words, not
 * by figures that could be damaged.
 */
export function measured(bill: TrueBill, reading: Reading | null, known: KnownRecords): Measured {
  if (reading === null) return { outcome: "review", findings: [], wrong: [] };
  const { statement } = reading;
  const ofRecords = statement === null ? [] : confirmFindings(statement, known);
  const findings = [...checkReading(reading, { acct_num: null, today: null }), ...ofRecords];
  const wrong = compared(bill, statement).filter(
    ({ kind, read, expected }) => kind !== "charge_type" && read !== null && read !== expected,
  );
  if (statement === null || !isAccepted(findings)) return { outcome: "review", findings, wrong };
  const named = new Set(unconfirmedOf(statement, known).usual);
  const isSilent = wrong.some(({ field }) => !named.has(field));
  return { outcome: wrong.length === 0 ? "right" : isSilent ? "wrong, silent" : "wrong, named", findings, wrong };
}

/** The three bills before this one, as the records know them; the ends of their periods as sure as that of this bill. */
export function knownBefore(bill: TrueBill, reading: Reading | null): KnownRecords {
  const { assumed_period_end = null, counted_period_end = null } = reading?.statement ?? {};
  const uses = bill.meters.flatMap(({ meter_num, service: { energy_type }, start }) => {
    let end_date = start;
    return [30, 32, 29].map((days, at): KnownUse => {
      const period = { start_date: addDays(end_date, -days), end_date };
      end_date = period.start_date;
      return {
        ...period,
        meter_num,
        energy_type,
        invoice_date: addDays(period.end_date, 2 + at),
        due_date: null,
        use: null,
        assumed_period_end,
        counted_period_end,
      };
    });
  });
  return { acct_num: bill.acct_num, uses };
}

/** The days of a bill that a row prints. */
export const daysOn =
  ({ style }: Layout, bill: TrueBill) =>
  (row: Row): PrintedDay[] => {
    const days = [bill.invoice_date, ...bill.meters.flatMap(({ start, end }) => [start, end, addDays(end, -1)])];
    return days.flatMap((day) => {
      const printed = style.day(day).split(" ");
      return row.words.flatMap((_, at) =>
        printed.every(
          (word, index) => row.words[at + index]?.text.replace(/[,):;]+$/, "") === word.replace(/[,]+$/, ""),
        )
          ? [{ words: row.words.slice(at, at + printed.length), day, print: style.day }]
          : [],
      );
    });
  };
