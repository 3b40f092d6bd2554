/** The bills of a meter, newest first, with their days and what their lines are together: what accruals read of bills, in a form that is stored and read no further than an accrual looks back. */
import { dayYearBefore } from "../calendar.ts";
import type { BilledDays } from "../coverage/billed-days.ts";
import type { Stretch } from "../months/days-covered.ts";
import type { BillSums } from "./bill-sums.ts";

/** Days of a bill. */
export type DaysOfBill = Omit<BilledDays, "estimated">;

export interface BillOfHistory extends DaysOfBill {
  /** For `sumsOfBill`: an accrual needs those of a handful of bills. */
  sums: string;
}

export interface SumsOfBill extends BillSums {
  /** All its billed days. */
  days: number;
}

/** Both are empty for a meter without bills. */
export interface BillHistory {
  recent: string;
  older: string;
}

/** Two years of monthly bills, and some more: what accruals of the last months read. */
const RECENT_LINES = 30;

/**
 * A line for each of the billed days: the end, the number of days, the bill, 1 with a use, and four numbers of the bill (its days,
 * cents, kBtu and gallons); nothing stands for null.
 */
export function writeBillHistory(billed: readonly BilledDays[], sums: readonly BillSums[]): BillHistory {
  const sumsOf = new Map(sums.map((each) => [each.utility_bill_id, each]));
  const daysOf = new Map<number, number>();
  for (const { utility_bill_id, start, end } of billed)
    daysOf.set(utility_bill_id, (daysOf.get(utility_bill_id) ?? 0) + end - start);
  const lines = billed
    .toSorted((a, b) => b.end - a.end || b.start - a.start || b.utility_bill_id - a.utility_bill_id)
    .map(({ start, end, utility_bill_id, has_use }) => {
      const { cents, kbtus, gallons } = sumsOf.get(utility_bill_id) ?? NO_SUMS;
      const figures = [daysOf.get(utility_bill_id), cents ?? "", kbtus ?? "", gallons ?? ""].join(" ");
      return `${end} ${end - start} ${utility_bill_id} ${has_use ? 1 : 0} ${figures}\n`;
    });
  return { recent: lines.slice(0, RECENT_LINES).join(""), older: lines.slice(RECENT_LINES).join("") };
}

const NO_SUMS = { cents: null, kbtus: null, gallons: null };

/**
 * The bills on which accruals within the window can depend (`unbilledDays`, `planAccrual`): those of the window, the last one
 * before it, and those of the same days a year earlier. `text` is a whole history, or its recent part: then null when older bills
 * are needed, too. @throws Error for a text that ends within a line
 */
export function readBillHistory(text: string, window: Stretch, part: "whole" | "recent"): BillOfHistory[] | null {
  const bills: BillOfHistory[] = [];
  /** Bills that end on this day or before it are not read. */
  let from = Infinity;
  /** The end of the last bill before the window. */
  let last: number | null = null;
  for (let at = 0; at < text.length;) {
    const close = text.indexOf("\n", at);
    if (close === -1) throw new Error("a history of bills ends within a line");
    const bill = billOf(text.slice(at, close));
    at = close + 1;
    const { start, end } = bill;
    if (last !== null && end <= from) return bills;
    if (last === null && end <= window.start) last = end;
    if (last === null || end === last) from = Math.min(from, dayYearBefore(start));
    bills.push(bill);
  }
  return part === "whole" ? bills : null;
}

function billOf(line: string): BillOfHistory {
  const first = line.indexOf(" ");
  const second = line.indexOf(" ", first + 1);
  const third = line.indexOf(" ", second + 1);
  const end = Number(line.slice(0, first));
  return {
    start: end - Number(line.slice(first + 1, second)),
    end,
    utility_bill_id: Number(line.slice(second + 1, third)),
    has_use: line[third + 1] === "1",
    sums: line.slice(third + 3),
  };
}

export function sumsOfBill({ utility_bill_id, sums }: BillOfHistory): SumsOfBill {
  const [days, cents, kbtus, gallons] = sums.split(" ");
  return {
    utility_bill_id,
    days: Number(days),
    cents: numberOf(cents),
    kbtus: numberOf(kbtus),
    gallons: numberOf(gallons),
  };
}

const numberOf = (text = ""): number | null => (text === "" ? null : Number(text));
