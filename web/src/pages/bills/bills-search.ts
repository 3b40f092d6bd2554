/** What the address of the list of bills says: search, filters and order. */
import { isDay } from "../../parts/is-day.ts";

export const BILL_SORTS = ["invoice_date", "due_date", "amount_due"] as const;
export type BillSortColumn = (typeof BILL_SORTS)[number];
export type BillSort = BillSortColumn | `-${BillSortColumn}`;

export interface BillsSearch {
  q?: string;
  property?: number;
  /** Its name. */
  utility?: string;
  account?: number;
  /** Without it those in use. */
  archived?: "only" | "all";
  /** Which days `from` and `to` are; without it those of the bill itself. */
  days?: "due";
  /** Days: 2026-01-31, both included. */
  from?: string;
  to?: string;
  sort?: BillSort;
}

const isSort = (text: unknown): text is BillSort =>
  typeof text === "string" && BILL_SORTS.some((column) => text === column || text === `-${column}`);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isText = (text: unknown): text is string => typeof text === "string" && text !== "" && text.length <= 100;

export function validateBillsSearch(search: Record<string, unknown>): BillsSearch {
  const { property, utility, account, archived, days, from, to, sort } = search;
  // A number that was searched for is one in the address.
  const q = typeof search["q"] === "number" ? String(search["q"]) : search["q"];
  return {
    ...(isText(q) ? { q } : {}),
    ...(isId(property) ? { property } : {}),
    ...(isId(account) ? { account } : {}),
    ...(isText(utility) ? { utility } : {}),
    ...(archived === "only" || archived === "all" ? { archived } : {}),
    ...(days === "due" ? { days } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(isSort(sort) ? { sort } : {}),
  };
}
