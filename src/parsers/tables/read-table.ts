/** Reads the bytes of a spreadsheet into bills and refusals, as a stream of answers. Any fault of the file is an answer. */
import { billsOfRows, type Found } from "../../domain/imports/bills-of-rows.ts";
import { accountKey } from "../../domain/imports/row.ts";
import type { Refusal } from "../../records/import.ts";
import type { ImportedBill } from "../../records/imported-bill.ts";
import { sniff } from "../sniff.ts";
import type { TableAnswer, TableQuestion } from "./answer.ts";
import { createTextPool, isEmptyRow, type Sheet, type SheetRow } from "./cells.ts";
import {
  columnNames,
  headerOfField,
  foldName,
  HEADER_WITHIN,
  narrow,
  neededColumns,
  recognise,
  unreadColumns,
  type NamedMapping,
  type Recognised,
} from "./header.ts";
import { TableError } from "./limits.ts";
import { readCsv } from "./read-csv.ts";
import { createRowReader } from "./read-row.ts";
import { openXlsx } from "./read-xlsx.ts";
import { createWaitingRows } from "./waiting-rows.ts";

const PROGRESS_EVERY = 5000;
const REFUSALS_AT_ONCE = 1000;
const BILLS_AT_ONCE = 500;
/** Of the bills in one message, whose size is limited. */
const LINES_AT_ONCE = 10_000;

export async function* readTable(bytes: Uint8Array, question: TableQuestion): AsyncGenerator<TableAnswer> {
  try {
    yield* answersOf(await openSheets(bytes, question), question);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    yield { kind: "failed", detail: error.message };
  }
}

async function* answersOf(sheets: Sheet[], question: TableQuestion): AsyncGenerator<TableAnswer> {
  const table = await findTable(sheets, question.profiles);
  yield { kind: "profile", name: table.name, columns_unread: unreadColumns(table) };
  refuseMissing(table, question);
  const { constants, today, limits } = question;
  const { header, cellsOf } = narrow(table);
  const readRow = createRowReader(table.mapping, header, { constants, today, separator: table.sheet.separator });
  const waiting = createWaitingRows(readRow, createTextPool());
  const refusals: Refusal[] = [];
  let [count, skipped] = [0, 0];
  for await (const row of table.sheet.rows()) {
    if (row.row <= header.row) continue;
    count += 1;
    if (count > limits.rowsMax) throw new TableError(`The file has more than ${limits.rowsMax} rows. Split it.`);
    const cells = cellsOf(row);
    const read = isEmptyRow(row) ? null : readRow(cells);
    if (read === null) skipped += 1;
    else {
      waiting.add(cells, read.row);
      refusals.push(...read.refusals);
    }
    if (count % PROGRESS_EVERY === 0) yield { kind: "progress", rows: count };
  }
  yield { kind: "progress", rows: count };
  const rules = { ...table.mapping, profile: table.name, today, conventionOf: waiting.conventionOf(table.mapping) };
  const found = waiting.accounts().flatMap((rows) => billsOfRows(rows, rules));
  for (const bills of batchesOf(found, refusals)) yield { kind: "bills", bills: bills.map(withAccount) };
  // Refusals are found by account but reported by row.
  refusals.sort((a, b) => a.row - b.row);
  const headed = (refusal: Refusal) => ({ ...refusal, column: headerOfField(refusal.column, table) });
  for (const part of partsOf(refusals, REFUSALS_AT_ONCE)) yield { kind: "refusals", refusals: part.map(headed) };
  const rows_refused = new Set(refusals.map(({ row }) => row)).size;
  yield { kind: "end", rows: count, rows_skipped: skipped, rows_refused };
}

/** What is missing in the whole file is refused once, not for each row. @throws TableError that names it */
function refuseMissing({ name, mapping, header }: Recognised, { constants }: TableQuestion): void {
  const isThere = (field: "utility_company" | "acct_num" | "energy_type") => {
    const source = mapping.fields[field];
    if (field !== "energy_type" && constants[field] !== undefined) return true;
    if (typeof source === "object" && source.value !== undefined) return true;
    return columnNames(source).some((column) => header.places.has(foldName(column)));
  };
  const filter = mapping.rows.find(({ column }) => !header.places.has(foldName(column)));
  if (filter !== undefined)
    throw new TableError(
      `Row ${header.row} has no column ${filter.column}, by which the profile ${name} selects its rows.`,
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

async function openSheets(bytes: Uint8Array, { limits }: TableQuestion): Promise<Sheet[]> {
  const format = sniff(bytes);
  if (format === "empty") throw new TableError("The file is empty.");
  if (format === "zip" || format === "office") return openXlsx(bytes, limits);
  if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "\xd0\xcf\x11\xe0")
    throw new TableError(
      "The file is a workbook in the old format or locked with a password. Save it as .xlsx without a password.",
    );
  if (["pdf", "image", "html"].includes(format))
    throw new TableError(`The file is not a spreadsheet: it is ${format}.`);
  return readCsv(bytes, limits);
}

/** The first sheet with a header that a profile recognizes. @throws TableError when there is none */
async function findTable(sheets: Sheet[], profiles: NamedMapping[]): Promise<Recognised & { sheet: Sheet }> {
  let seen: readonly SheetRow[] = [];
  let wrong: TableError | null = null;
  for (const [index, sheet] of sheets.entries()) {
    const head = await firstRows(sheet).catch((error: unknown) => {
      // With another separator the quotation marks may be valid.
      if (sheet.name !== null || !(error instanceof TableError)) throw error;
      wrong ??= error;
      return [];
    });
    const found = recognise(head, profiles);
    if (found !== null) {
      if (sheet.name !== null) await refuseSecondTable(sheet.name, sheets.slice(index + 1), profiles);
      return { ...found, sheet };
    }
    if (seen.length === 0) seen = head;
  }
  if (wrong !== null) throw wrong;
  const [only, ...others] = profiles;
  const needs =
    only === undefined || others.length > 0
      ? "its columns match no profile. Name one, or use the template"
      : `the profile ${only.name} needs the columns ${neededColumns(only.mapping)
          .map((names) => names.join(" or "))
          .join(", ")}`;
  const first = seen.find((row) => !isEmptyRow(row));
  const has = first?.cells.flatMap((cell) => (cell === null || cell === "" ? [] : [String(cell)])).slice(0, 30) ?? [];
  throw new TableError(
    `No header row was found: ${needs}. The first row with text has: ${has.join(", ").slice(0, 1000)}.`,
  );
}

/** Rows of another sheet would be lost silently, and row numbers would be ambiguous. @throws TableError */
async function refuseSecondTable(name: string, others: Sheet[], profiles: NamedMapping[]): Promise<void> {
  for (const other of others) {
    const head = await firstRows(other);
    const found = recognise(head, profiles);
    if (found !== null && head.some((row) => row.row > found.header.row && !isEmptyRow(row)))
      throw new TableError(
        `The sheets ${JSON.stringify(name)} and ${JSON.stringify(other.name)} both have matching rows. Put all rows on one sheet, or send a workbook for each.`,
      );
  }
}

async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const head: SheetRow[] = [];
  for await (const row of sheet.rows()) {
    if (head.push(row) >= HEADER_WITHIN) break;
  }
  return head;
}

/** The bills in batches; refusals are added to the list. */
function* batchesOf(all: Iterable<Found>, refusals: Refusal[]): Generator<ImportedBill[]> {
  let batch: ImportedBill[] = [];
  let lines = 0;
  for (const found of all) {
    if ("refusals" in found) {
      refusals.push(...found.refusals);
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
