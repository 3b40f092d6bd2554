/** Accounts payable: each bill with what is due until when, to whom, and where it is booked. */
import type { ArchiveReason } from "../../records/codes.ts";
import { MONEY } from "../../records/report.ts";
import type { Day } from "../../records/scalars.ts";
import type { Column, Opening, Row, TableRows } from "../../records/table.ts";
import { costingOf } from "../../domain/bills/booked-to.ts";
import { daysToDue, payableState } from "../../domain/bills/payable.ts";
import { CENTS, runningSum } from "../../domain/exact.ts";
import type { BookedBill } from "../../store/bills/booked-bills.ts";
import type { Booking } from "../../store/bills/bookings.ts";
import type { PayableSums } from "../../store/reports/payable-sums.ts";
import type { BilledPlace } from "../../store/reports/booked-lines.ts";
import { UNKNOWN } from "../../formats/cell-text.ts";
import { together } from "./costing.ts";
import { namedColumn, type NamelessColumn, type PortfolioWords } from "./words/words.ts";

/** One part: bills in the order of their due dates. */
export interface BillsPart {
  bills: readonly BookedBill[];
  bookings: readonly Booking[];
  places: readonly BilledPlace[];
  charges: ReadonlyMap<number, number>;
  /** Bills whose balance a later bill states. */
  carried: ReadonlySet<number>;
}

/** What is soon. */
export const SOON_DAYS = 14;

export function payableColumns(words: PortfolioWords): Column[] {
  const money = { type: "money", unit: MONEY, digits: 2 } as const;
  const columns: NamelessColumn[] = [
    { key: "due_date", type: "date", isKey: true },
    { key: "days_to_due", type: "integer", unit: "days" },
    { key: "to_pay", ...money, isAnswer: true },
    { key: "amount_due", ...money },
    { key: "current_charges", ...money },
    { key: "late_fee_date", type: "date" },
    { key: "utility", type: "text", isKey: true },
    { key: "account_number", type: "text", isKey: true },
    { key: "invoice_number", type: "text" },
    { key: "invoice_date", type: "date" },
    { key: "property", type: "text" },
    { key: "cost_center", type: "text" },
    { key: "gl_account", type: "text" },
    { key: "state", type: "text", words: words.states },
    { key: "saved_on", type: "date" },
    { key: "currency", type: "text" },
    { key: "bills", type: "bills" },
  ];
  return columns.map((column) => namedColumn(column, words));
}

export interface PayableOptions {
  today: Day;
  /** Said in a note. */
  nextSince: string;
}

export function payableRows({ today, nextSince }: PayableOptions, words: PortfolioWords): TableRows<BillsPart> {
  const { sentence } = words;
  const toPay = runningSum(CENTS);
  const charged = runningSum(CENTS);
  let bills = 0;
  return {
    rowsOf(part) {
      const bookings = Map.groupBy(part.bookings, ({ utility_bill_id }) => utility_bill_id);
      const places = Map.groupBy(part.places, ({ utility_bill_id }) => utility_bill_id);
      return part.bills.flatMap((bill) => {
        const of = bookings.get(bill.id) ?? [];
        // What was booked and taken back since the last export is no news.
        if (of.reduce((sum, { sign }) => sum + sign, 0) === 0) return [];
        const row = rowOf(bill, of.at(-1)?.booked_on ?? null, places.get(bill.id) ?? [], part);
        bills++;
        toPay.add(row.to_pay);
        if (row.state === "to_pay" || row.state === "carried") charged.add(row.current_charges);
        return [row];
      });
    },
    tail: () => ({
      totals: { to_pay: toPay.total(), current_charges: charged.total() },
      estimated: null,
      missing: null,
      notes:
        bills === 0
          ? [sentence("payable.next", { place: nextSince })]
          : [sentence("payable.unpaid"), sentence("payable.next", { place: nextSince })],
    }),
  };

  function rowOf(bill: BookedBill, saved_on: Day | null, places: readonly BilledPlace[], part: BillsPart) {
    const { id, due_date, late_fee_date, amount_due, invoice_number, invoice_date, acct_num, currency } = bill;
    const state = payableState({
      // The column holds the closed list of records/codes.
      archive_reason: bill.archive_reason as ArchiveReason | null,
      is_covered: bill.is_covered,
      is_carried: part.carried.has(id),
    });
    const costing = places.map(costingOf);
    return {
      due_date,
      days_to_due: daysToDue(due_date, today),
      to_pay: state === "to_pay" ? amount_due : null,
      amount_due,
      current_charges: part.charges.get(id) ?? null,
      late_fee_date,
      utility: bill.utility_company_name,
      account_number: acct_num,
      invoice_number,
      invoice_date,
      property: together(places.map(({ property_name }) => property_name)),
      cost_center: together(costing.map(({ cost_center }) => cost_center)),
      gl_account: together(costing.map(({ gl_account }) => gl_account)),
      state,
      saved_on,
      currency,
      bills: [id],
    } satisfies Row;
  }
}

/** What the report says first. */
export function payableOpening(sums: PayableSums, words: PortfolioWords): Opening {
  const { sentence } = words;
  const money = (amount: number | null) => (amount === null ? UNKNOWN : words.money(amount, 0));
  const tile = (key: string, label: string, value: number | null) => ({
    key,
    label,
    value,
    type: "money" as const,
    unit: MONEY,
    digits: 0,
    change: null,
    comparison: null,
    mark: null,
  });
  // Of no bill the amount is known: nothing.
  const of = (bills: number, amount: number | null) => (bills === 0 ? 0 : amount);
  const soon = of(sums.soon, sums.soon_amount);
  const due =
    sums.soon === 0
      ? sentence("payable.answer.noneDue", { days: SOON_DAYS })
      : sentence("payable.answer.due", { count: sums.soon, amount: money(sums.soon_amount), days: SOON_DAYS });
  const first =
    sums.overdue === 0
      ? sentence("payable.answer.noneOverdue", { due })
      : sentence("payable.answer.overdue", { due, count: sums.overdue, amount: money(sums.overdue_amount) });
  const second = sums.without_date === 0 ? "" : ` ${sentence("payable.answer.noDue", { count: sums.without_date })}`;
  return {
    answer: sums.bills === 0 ? sentence("payable.answer.none") : first + second,
    tiles: [
      tile("due_soon", sentence("tile.soon", { days: SOON_DAYS }), soon),
      tile("overdue", sentence("tile.overdue"), of(sums.overdue, sums.overdue_amount)),
      tile("to_pay", sentence("tile.toPay"), of(sums.bills, sums.amount)),
      { ...tile("bills", sentence("tile.bills"), sums.bills), type: "integer", unit: null },
    ],
  };
}
