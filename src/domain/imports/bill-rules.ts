/** Checks the rows of one bill together: they agree with each other, and their charges add up to the totals, to the cent. */
import type { Refusal } from "../../records/import-refusals.ts";
import type { Decimal } from "../../records/statement.ts";
import { addDecimals, compareDecimals, roundDecimal, subtractDecimals } from "../decimal.ts";
import type { DatedRow } from "./periods.ts";
import { refuse } from "./refuse.ts";
import { rowName } from "./row-number.ts";

/** Checks the rows of one bill. */
export type BillRule = (rows: readonly DatedRow[]) => Refusal[];

const ONCE = ["invoice_date", "account_holder_name", "bill_total"] as const;

/** An empty cell agrees with every value. */
export const rowsAgree: BillRule = (rows) =>
  ONCE.flatMap((field) => {
    const first = rows.find((row) => row[field] !== null);
    return rows
      .filter((row) => row[field] !== null && row[field] !== first?.[field])
      .map(({ row, [field]: value }) =>
        refuse(row, "rows_disagree", {
          column: field,
          value,
          detail: `${rowName(first?.row ?? row, "Row")} of the same bill says ${JSON.stringify(first?.[field])}.`,
        }),
      );
  });

/** A total without charges is itself the charge, so there is nothing to compare. */
export const rowTotalsMatch: BillRule = (rows) =>
  rows.flatMap(({ row, charges, row_total }) => {
    if (row_total === null || charges.length === 0) return [];
    return totalRefusals([row], sumOf(charges), row_total, "row_total");
  });

export const billTotalMatches: BillRule = (rows) => {
  const total = rows.find(({ bill_total }) => bill_total !== null)?.bill_total ?? null;
  const amounts = rows.flatMap(chargesOf);
  if (total === null || amounts.length === 0) return [];
  return totalRefusals(
    rows.map(({ row }) => row),
    addDecimals(amounts),
    total,
    "bill_total",
  );
};

function chargesOf({ charges, row_total }: DatedRow): Decimal[] {
  if (charges.length > 0) return charges.map(({ amount }) => amount);
  return row_total === null ? [] : [row_total];
}

function totalRefusals(rows: readonly number[], sum: Decimal, total: Decimal, column: string): Refusal[] {
  const [charged, printed] = [roundDecimal(sum, 2), roundDecimal(total, 2)];
  if (compareDecimals(charged, printed) === 0) return [];
  const detail = `The charges add up to ${charged}, the total is ${printed}: ${subtractDecimals(charged, printed)} off.`;
  return rows.map((row) => refuse(row, "total_does_not_match", { column, value: total, detail }));
}

const sumOf = (charges: DatedRow["charges"]): Decimal => addDecimals(charges.map(({ amount }) => amount));
