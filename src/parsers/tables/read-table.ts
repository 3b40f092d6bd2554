/** Reads the bytes of a spreadsheet into bills and refusals, as a stream of answers. Any fault of the file is an answer. */
import { addDays } from "../../domain/calendar.ts";
import { billsOfRows, type Found } from "../../domain/imports/bills-of-rows.ts";
import type { ReadPeriod } from "../../domain/imports/periods.ts";
import { cut } from "../../domain/imports/refuse.ts";
import { rowInSheet, rowName, rowNumber, sheetOfRow } from "../../domain/imports/row-number.ts";
import { accountKey } from "../../domain/imports/row.ts";
import { READ_PERIODS_SHOWN, type Refusal } from "../../records/import-refusals.ts";
import type { ReadPeriods, UnreadColumn } from "../../records/import.ts";
import type { ImportedBill } from "../../records/imported-bill.ts";
import type { TableAnswer, TableQuestion } from "./answer.ts";
import { createTextPool, isEmptyRow, type Sheet } from "./cells.ts";
import { findTables, openSheets, type Table } from "./find-tables.ts";
import { columnNames, foldName, headerOfField, narrow, unreadColumns, type Recognised } from "./header.ts";
import { COLUMNS_UNREAD_MAX, TableError } from "./limits.ts";
import { createRowReader, readDateIs } from "./read-row.ts";
import { createWaitingRows } from "./waiting-rows.ts";

const PROGRESS_EVERY = 5000;
const REFUSALS_AT_ONCE = 1000;
const BILLS_AT_ONCE = 500;
/** Of the bills in one message, whose size is limited. */
const LINES_AT_ONCE = 10_000;

export async function* readTable(bytes: Uint8Array, question: TableQuestion): AsyncGenerator<TableAnswer> {
  try {
    yield* answersOf(question, bytes);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    yield { kind: "failed", detail: error.message };
  }
}

async function* answersOf(question: TableQuestion, bytes: Uint8Array): AsyncGenerator<TableAnswer> {
  const { tables, sheets } = await findTables(await openSheets(bytes, question), question.profiles);
  const [{ name, mapping }] = tables;
  yield { kind: "profile", name, columns_unread: unreadOf(tables) };
  for (const table of tables) refuseMissing(table, question);
  const { constants, today, limits } = question;
  const readers = new Map(
    tables.map((table) => {
      const { header, cellsOf } = narrow(table);
      const read = createRowReader(mapping, header, { constants, today, separator: table.sheet.separator });
      return [table.number, { read, cellsOf }];
    }),
  );
  const waiting = createWaitingRows((row) => readers.get(sheetOfRow(row.row))?.read(row) ?? null, createTextPool());
  const refusals: Refusal[] = [];
  const rowsOf = new Map<Sheet, number>();
  let [count, skipped] = [0, 0];
  for (const { sheet, header, number } of tables) {
    const before = count;
    const reader = readers.get(number);
    for await (const { row, cells } of sheet.rows()) {
      if (row <= header.row || reader === undefined) continue;
      count += 1;
      if (count > limits.rowsMax) throw new TableError(`The file has more than ${limits.rowsMax} rows. Split it.`);
      const kept = reader.cellsOf({ row: rowNumber(number, row), cells });
      const read = isEmptyRow({ row, cells }) ? null : reader.read(kept);
      if (read === null || read.row.isBoundary) skipped += 1;
      if (read !== null) {
        waiting.add(kept, read.row);
        refusals.push(...read.refusals);
      }
      if (count % PROGRESS_EVERY === 0) yield { kind: "progress", rows: count };
    }
    rowsOf.set(sheet, count - before);
  }
  yield { kind: "progress", rows: count };
  const read_date_is = readDateIs(mapping);
  if (read_date_is === null && waiting.firstRead() !== null) throw askForReadDateIs(name, waiting.firstRead() ?? 0);
  const rules = { ...mapping, profile: name, today, read_date_is, conventionOf: waiting.conventionOf(mapping) };
  const found = waiting.accounts().flatMap((rows) => billsOfRows(rows, rules));
  const made: ReadPeriod[] = [];
  for (const bills of batchesOf(found, refusals, made)) yield { kind: "bills", bills: bills.map(withAccount) };
  yield {
    kind: "tables",
    sheets: sheets.map((sheet) => ({ name: nameOf(sheet) ?? "", rows_read: rowsOf.get(sheet) ?? null })),
    reads: read_date_is === null || made.length === 0 ? null : { read_date_is, ...firstPeriods(made, sheets) },
  };
  // Refusals are found by account but reported by row.
  refusals.sort((a, b) => a.row - b.row);
  const tableOf = (row: number) => tables.find(({ number }) => number === sheetOfRow(row)) ?? tables[0];
  const headed = (refusal: Refusal) => ({ ...refusal, column: headerOfField(refusal.column, tableOf(refusal.row)) });
  for (const part of partsOf(refusals, REFUSALS_AT_ONCE)) yield { kind: "refusals", refusals: part.map(headed) };
  const rows_refused = new Set(refusals.map(({ row }) => row)).size;
  yield { kind: "end", rows: count, rows_skipped: skipped, rows_refused };
}

const nameOf = (sheet: Sheet | undefined): string | null => (sheet?.name ?? null) && cut(sheet?.name ?? "");

/** A column counts once, also when several sheets have it. */
const unreadOf = (tables: readonly Table[]): UnreadColumn[] =>
  [...new Map(tables.flatMap(unreadColumns).map((each) => [each.column, each])).values()].slice(0, COLUMNS_UNREAD_MAX);

const askForReadDateIs = (profile: string, row: number): TableError =>
  new TableError(
    `${rowName(row, "Row")} has the date of a read and no period, and the profile ${profile} does not say which end of its period that is. Set "read_date_is" in the profile: "period_end" when the amounts are those since the previous read, which is usual, or "period_start" when they are those until the next one.`,
  );

/** The first periods in the order of the file, with the number of all. */
function firstPeriods(made: readonly ReadPeriod[], sheets: readonly Sheet[]): Omit<ReadPeriods, "read_date_is"> {
  const first = made.toSorted((a, b) => a.row - b.row).slice(0, READ_PERIODS_SHOWN);
  const periods = first.map(({ row, start_date, end_date }) => ({
    sheet: nameOf(sheets[sheetOfRow(row) - 1]),
    row: rowInSheet(row),
    first_day: start_date,
    last_day: addDays(end_date, -1),
  }));
  return { rows: made.length, periods };
}

/** What is missing in the whole file is refused once, not for each row. @throws TableError that names it */
function refuseMissing({ name, mapping, header }: Recognised, { constants }: TableQuestion): void {
  const isThere = (field: "utility_company" | "acct_num" | "energy_type") => {
    const source = mapping.fields[field];
    if (field !== "energy_type" && constants[field] !== undefined) return true;
    if (typeof source === "object" && source.value !== undefined) return true;
    return columnNames(source).some((column) => header.places.has(foldName(column)));
  };
  const filter = mapping.rows.find(({ column }) => ![column].flat().some((each) => header.places.has(foldName(each))));
  if (filter !== undefined)
    throw new TableError(
      `Row ${header.row} has no column ${[filter.column].flat().join(" or ")}, by which the profile ${name} selects its rows.`,
    );
  const missing = (["utility_company", "acct_num", "energy_type"] as const).filter((field) => !isThere(field));
  if (missing.length > 0)
    throw new TableError(
      `Row ${header.row} has no column for ${missing.join(" and ")}, which the profile ${name} requires. The utility company and the account can be given with the file.`,
    );
}

function withAccount(bill: ImportedBill): Extract<TableAnswer, { kind: "bills" }>["bills"][number] {
  const { utility_company, statement } = bill;
  return { account_key: accountKey({ utility_company, acct_num: statement.acct_num }), bill: { ...bill } };
}

/** The bills in batches; refusals and the periods made of reads are added to the lists. */
function* batchesOf(all: Iterable<Found>, refusals: Refusal[], made: ReadPeriod[]): Generator<ImportedBill[]> {
  let batch: ImportedBill[] = [];
  let lines = 0;
  for (const found of all) {
    if ("refusals" in found) {
      for (const refusal of found.refusals) refusals.push(refusal);
      for (const period of found.made ?? []) made.push(period);
      continue;
    }
    const { bill } = found;
    const own = linesOf(bill);
    if (batch.length === BILLS_AT_ONCE || (batch.length > 0 && lines + own > LINES_AT_ONCE)) {
      yield batch;
      [batch, lines] = [[], 0];
    }
    batch.push(bill);
    lines += own;
  }
  if (batch.length > 0) yield batch;
}

const linesOf = ({ statement: { meters } }: ImportedBill): number =>
  meters.reduce((sum, { charges, usages }) => sum + charges.length + usages.length, 0);

function* partsOf<Each>(all: readonly Each[], size: number): Generator<Each[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
