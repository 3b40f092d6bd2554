/** Reads workbooks row by row, so that a large one is never in memory as a whole. Formulas count by the value that was saved with them. */
import { readXlsx, streamXlsxRows, type CellValue } from "hucre/xlsx";
import { tidyText, type Cell, type Sheet, type SheetRow } from "./cells.ts";
import { TableError, type TableLimits } from "./limits.ts";

/** The sheets in the order of their tabs. @throws TableError for what is no workbook */
export async function openXlsx(bytes: Uint8Array, limits: TableLimits): Promise<Sheet[]> {
  const names = await sheetNames(bytes);
  if (names.length === 0) throw new TableError("The workbook has no sheet.");
  if (names.length > limits.sheetsMax)
    throw new TableError(`The workbook has more than ${limits.sheetsMax} sheets. Split it.`);
  return names.map((name, sheet) => ({ name, separator: null, rows: () => rowsOf(bytes, sheet, limits) }));
}

async function sheetNames(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  await asTableError(() => readXlsx(bytes, { sheets: ({ name }) => names.push(name) < 0 }));
  return names;
}

async function* rowsOf(bytes: Uint8Array, sheet: number, { columnsMax }: TableLimits): AsyncGenerator<SheetRow> {
  const rows = streamXlsxRows(bytes, { sheet });
  for (;;) {
    const next = await asTableError(() => rows.next());
    if (next.done === true) return;
    yield { row: next.value.index + 1, cells: next.value.values.slice(0, columnsMax).map(cellOf) };
  }
}

function cellOf(value: CellValue): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return dayText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? value : tidyText(value);
}

/** A date without a time of day is a day; years that no calendar of ours has are no date. */
function dayText(value: Date): string {
  return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10);
}

/** Whatever the library says of a file is a matter of the file. Memory that ran out is none of it: the process ends. */
async function asTableError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new TableError(
      "The file is no workbook that can be read: it is damaged, locked with a password, or of another kind.",
      {
        cause: error,
      },
    );
  }
}
