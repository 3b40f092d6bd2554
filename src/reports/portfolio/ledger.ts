/** General ledger: the charges of each bill by property, service and class, where they are booked, and the reversals of bills that no longer count. */
import type { ChargeType } from "../../records/codes.ts";
import type { BookingEntry } from "../../records/portfolio-report.ts";
import { MONEY } from "../../records/report.ts";
import type { Column, Opening, Row, TableRows } from "../../records/table.ts";
import { costingOf, type Costing } from "../../domain/bills/booked-to.ts";
import { CENTS, runningSum } from "../../domain/exact.ts";
import { fromUnits, toUnits } from "../../domain/whole-units.ts";
import type { BookedBill } from "../../store/bills/booked-bills.ts";
import type { Booking } from "../../store/bills/bookings.ts";
import type { BookedLine, MeterPlace } from "../../store/reports/booked-lines.ts";
import type { LedgerSums } from "../../store/reports/ledger-sums.ts";
import { namedColumn, type NamelessColumn, type PortfolioWords } from "./words/words.ts";

/** One part: bills in the order of their dates, with all that was booked of them. */
export interface BookingsPart {
  bills: readonly BookedBill[];
  bookings: readonly Booking[];
  lines: readonly BookedLine[];
  /** Of the meters of the lines. */
  places: ReadonlyMap<number, MeterPlace>;
}

export function ledgerColumns(words: PortfolioWords): Column[] {
  const columns: NamelessColumn[] = [
    { key: "posting_date", type: "date", isKey: true },
    { key: "booked_on", type: "date" },
    { key: "entry", type: "text", words: words.entries },
    { key: "property", type: "text", isKey: true },
    { key: "energy_type", type: "text", words: words.energyWords },
    { key: "charge_type", type: "text", words: words.charges },
    { key: "cost_center", type: "text" },
    { key: "gl_account", type: "text" },
    { key: "amount", type: "money", unit: MONEY, digits: 2, isAnswer: true },
    { key: "currency", type: "text" },
    { key: "utility", type: "text" },
    { key: "account_number", type: "text" },
    { key: "invoice_number", type: "text" },
    { key: "period_start", type: "date" },
    { key: "period_end", type: "date" },
    { key: "bills", type: "bills" },
  ];
  return columns.map((column) => namedColumn(column, words));
}

export interface LedgerOptions {
  /** Only the charges of this property. */
  property_id: number | null;
  /** Said in a note. */
  nextSince: string;
}

export function ledgerRows(
  { property_id, nextSince }: LedgerOptions,
  { sentence }: PortfolioWords,
): TableRows<BookingsPart> {
  const total = runningSum(CENTS);
  let unassigned = 0;
  return {
    rowsOf({ bills, bookings, lines, places }) {
      const chargedTo = new Map([...places].map(([id, place]) => [id, { ...place, ...costingOf(place) }]));
      const ofBill = Map.groupBy(bookings, ({ utility_bill_id }) => utility_bill_id);
      const linesOfBill = Map.groupBy(lines, ({ utility_bill_id }) => utility_bill_id);
      return bills.flatMap((bill) => {
        const postings = postingsOf(linesOfBill.get(bill.id) ?? [], chargedTo, property_id);
        return (ofBill.get(bill.id) ?? []).flatMap((booking) =>
          postings.map((posting) => {
            const row = rowOf(bill, booking, posting);
            total.add(row.amount);
            if (row.cost_center === null || row.gl_account === null) unassigned++;
            return row;
          }),
        );
      });
    },
    tail: () => ({
      totals: { amount: total.total() },
      estimated: null,
      missing: null,
      notes: [
        ...(unassigned === 0 ? [] : [sentence("ledger.unassigned", { count: unassigned })]),
        ...(property_id === null ? [] : [sentence("ledger.ofProperty")]),
        sentence("payable.next", { place: nextSince }),
      ],
    }),
  };
}

/** What is booked together: the charges of a bill for one property, service and class, and for one cost center and ledger account. */
interface Posting {
  property: string | null;
  energy_type: string;
  charge_type: ChargeType;
  cost_center: string | null;
  gl_account: string | null;
  cents: number;
}

/** In the order of the lines. Their sums are those of the lines, to the cent. */
function postingsOf(
  lines: readonly BookedLine[],
  chargedTo: ReadonlyMap<number, MeterPlace & Costing>,
  propertyId: number | null,
): Posting[] {
  const postings = new Map<string, Posting>();
  for (const { utility_meter_id, utility_charge_type: charge_type, amount } of lines) {
    const place = chargedTo.get(utility_meter_id);
    if (place === undefined) throw new Error(`meter ${utility_meter_id} of a line has no place`);
    const { property_id, property_name, energy_type, cost_center, gl_account } = place;
    if (propertyId !== null && property_id !== propertyId) continue;
    const key = JSON.stringify([property_id, energy_type, charge_type, cost_center, gl_account]);
    const cents = toUnits(amount, CENTS);
    const before = postings.get(key);
    if (before !== undefined) before.cents += cents;
    else postings.set(key, { property: property_name, energy_type, charge_type, cost_center, gl_account, cents });
  }
  return [...postings.values()];
}

const entryOf = ({ sign }: Booking): BookingEntry => (sign === 1 ? "bill" : "reversal");

function rowOf(bill: BookedBill, booking: Booking, { cents, ...posting }: Posting) {
  return {
    posting_date: bill.invoice_date,
    booked_on: booking.booked_on,
    entry: entryOf(booking),
    ...posting,
    amount: fromUnits(booking.sign * cents, CENTS),
    currency: bill.currency,
    utility: bill.utility_company_name,
    account_number: bill.acct_num,
    invoice_number: bill.invoice_number,
    period_start: bill.period_start,
    period_end: bill.period_end,
    bills: [bill.id],
  } satisfies Row;
}

/** What the report says first. */
export function ledgerOpening(sums: LedgerSums, words: PortfolioWords): Opening {
  const { sentence } = words;
  const bills = sentence("ledger.answer", { count: sums.bills, amount: words.money(sums.amount ?? 0) });
  const tile = { unit: MONEY, type: "money" as const, digits: 2, change: null, comparison: null, mark: null };
  return {
    answer:
      sums.bills + sums.reversals === 0
        ? sentence("ledger.answer.none")
        : sums.reversals === 0
          ? sentence("ledger.answer.noneReversed", { bills })
          : sentence("ledger.answer.reversed", { bills, count: sums.reversals }),
    tiles: [
      {
        ...tile,
        key: "booked",
        label: sentence("tile.booked"),
        value: sums.bills + sums.reversals === 0 ? 0 : sums.amount,
      },
      { ...tile, key: "reversed", label: sentence("tile.reversed"), value: sums.reversals === 0 ? 0 : sums.reversed },
      { ...tile, key: "bills", label: sentence("tile.newBills"), value: sums.bills, type: "integer", unit: null },
    ],
  };
}
