/** How a rule refuses a row: the reason's code with a sentence about the case. */
import type { Day } from "../../records/scalars.ts";
import { rowInSheet, sheetOfRow } from "./row-number.ts";
import { REFUSAL_REASONS, VALUE_LENGTH_MAX, type Refusal, type RefusalReason } from "../../records/import-refusals.ts";

/** `detail` describes the case; without it the reason's own sentence is used. */
export function refuse(
  row: number,
  reason: RefusalReason,
  of: { column?: string | null; value?: string | null; detail?: string } = {},
): Refusal {
  const { column = null, value = null, detail = REFUSAL_REASONS[reason] } = of;
  return { row, column, value: value === null ? null : cut(value), reason, detail };
}

/** Never between the halves of a surrogate pair, which no database stores. */
export function cut(text: string): string {
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX - 1).toWellFormed()}…` : text;
}

/** A bill that states the use of the same meters. */
export interface OverlappedBill {
  /** Null for a bill that is not saved yet. */
  id: number | null;
  first_day: Day;
  last_day: Day;
}

const OVERLAPS = {
  overlaps_imported_bill: (those: string) =>
    `The use of the same meter on some of these days is already on ${those}, imported before. Void the wrong bill, and import the row again.`,
  overlaps_other_row: (those: string) =>
    `Another bill of the file states the use of the same meter from ${those}, and both would count. Write the meter the same way in all rows, give a corrected bill with all its meters, or leave out the duplicate.`,
} satisfies Partial<Record<RefusalReason, (those: string) => string>>;
export type Overlap = keyof typeof OVERLAPS;

const BILLS_NAMED = 5;

/**
 * Refuses each row of a bill that overlaps other bills, naming those to look at. No document is stored, so the bill can be
 * imported again when the others are archived.
 */
export function refuseOverlap(rows: readonly number[], reason: Overlap, others: readonly OverlappedBill[]): Refusal[] {
  const named = others.slice(0, BILLS_NAMED);
  const those = named.map(({ id, first_day, last_day }) =>
    id === null ? `${first_day} to ${last_day}` : `bill ${id} (${first_day} to ${last_day})`,
  );
  if (others.length > named.length) those.push(`${others.length - named.length} more`);
  const detail = OVERLAPS[reason](those.join(", "));
  return rows.map((row) => refuse(row, reason, { detail }));
}

/** `17`, `17-19`, `17, 19-21`, `4 of sheet 2, 7-9 of sheet 3`: row numbers for readers. */
export function rowsText(rows: readonly number[]): string {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  const runs: { first: number; last: number }[] = [];
  for (const row of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && run.last + 1 === row) run.last = row;
    else runs.push({ first: row, last: row });
  }
  const sheets = [...Map.groupBy(runs, ({ first }) => sheetOfRow(first))];
  return sheets
    .map(([sheet, of]) => `${of.map(runText).join(", ")}${sheet === 0 ? "" : ` of sheet ${sheet}`}`)
    .join(", ");
}

function runText({ first, last }: { first: number; last: number }): string {
  const [from, to] = [rowInSheet(first), rowInSheet(last)];
  return from === to ? `${from}` : `${from}-${to}`;
}
