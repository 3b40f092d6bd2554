/** Reads workbooks row by row, so that a large one is never fully in memory. A formula counts by its saved value. */
import { readXlsx, streamXlsxRows, type CellValue } from "hucre/xlsx";
import { ROWS_OF_SHEET } from "../../domain/imports/row-number.ts";
import { tidyText, type Cell, type Sheet, type SheetRow } from "./cells.ts";
import { TableError, type TableLimits } from "./limits.ts";

/** The sheets in the order of their tabs. @throws TableError when the file is not a workbook */
export async function openXlsx(bytes: Uint8Array, limits: TableLimits): Promise<Sheet[]> {
  const names = await sheetNames(bytes);
  if (names.length === 0) throw new TableError("The workbook has no sheet.");
  if (names.length > limits.sheetsMax)
    throw new TableError(`The workbook has more than ${limits.sheetsMax} sheets. Split it.`);
  return names.map((name, sheet) => ({ name, separator: null, rows: () => rowsOf(bytes, sheet, limits) }));
}

async function sheetNames(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  await asTableError(() => readXlsx(bytes, { sheets: ({ name }) => names.push(tidyText(name)) < 0 }));
  return names;
}

async function* rowsOf(bytes: Uint8Array, sheet: number, { columnsMax }: TableLimits): AsyncGenerator<SheetRow> {
  const rows = streamXlsxRows(bytes, { sheet });
  for (;;) {
    const next = await asTableError(() => rows.next());
    if (next.done === true) return;
    const row = next.value.index + 1;
    // A program of spreadsheets writes at most 2^20 rows; a file can claim any number.
    if (!(row > 0 && row < ROWS_OF_SHEET)) throw new TableError(`A row of the workbook says that it is row ${row}.`);
    yield { row, cells: next.value.values.slice(0, columnsMax).map(cellOf) };
  }
}

function cellOf(value: CellValue): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return dayText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? value : tidyText(value);
}

/** A date without a time is a day; an invalid date is empty. */
function dayText(value: Date): string {
  return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10);
}

/** Any error of the library is a fault of the file. Running out of memory is not: it ends the process. */
async function asTableError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new TableError(
      "The file is not a readable workbook: it is damaged, locked with a password, or of another kind.",
      {
        cause: error,
      },
    );
  }
}
