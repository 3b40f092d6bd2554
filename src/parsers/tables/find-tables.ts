/** Finds the tables of a file: the sheets with a header row that one profile recognizes. */
import { sniff } from "../sniff.ts";
import type { TableQuestion } from "./answer.ts";
import { isEmptyRow, textOf, type Sheet, type SheetRow } from "./cells.ts";
import { foldName, HEADER_WITHIN, neededColumns, recognise, type NamedMapping, type Recognised } from "./header.ts";
import { TableError } from "./limits.ts";
import { readCsv } from "./read-csv.ts";

/** A sheet that is read. */
export interface Table extends Recognised {
  sheet: Sheet;
  /** Its place in the workbook from 1; 0 when it is the only one that is read. */
  number: number;
}

/** All tables are read by the same profile. */
export interface Tables {
  tables: [Table, ...Table[]];
  /** The sheets of a workbook in their order; empty for a text file. */
  sheets: readonly Sheet[];
}

/** The sheets of a workbook; for a text file, the ways to split it. @throws TableError when it is no table */
export async function openSheets(bytes: Uint8Array, { limits }: TableQuestion): Promise<Sheet[]> {
  const format = sniff(bytes);
  if (format === "empty") throw new TableError("The file is empty.");
  if (format === "zip" || format === "office") {
    // Loaded when needed: it is a sixth of the time that the process of a text file takes.
    const { openXlsx } = await import("./read-xlsx.ts");
    return openXlsx(bytes, limits);
  }
  if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "\xd0\xcf\x11\xe0")
    throw new TableError(
      "The file is a workbook in the old format or locked with a password. Save it as .xlsx without a password.",
    );
  if (["pdf", "image", "html"].includes(format))
    throw new TableError(`The file is not a spreadsheet: it is ${format}.`);
  return readCsv(bytes, limits);
}

/** @throws TableError when no sheet has a header that a profile recognizes, or two need different profiles */
export async function findTables(sheets: Sheet[], profiles: readonly NamedMapping[]): Promise<Tables> {
  let seen: readonly SheetRow[] = [];
  let known: TableError | null = null;
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
      const first = { ...found, sheet, number: index + 1 };
      const others = sheet.name === null ? [] : await furtherTables(first, sheets, profiles);
      if (others.length > 0) return { tables: [first, ...others], sheets };
      return { tables: [{ ...first, number: 0 }], sheets: sheet.name === null ? [] : sheets };
    }
    if (seen.length === 0) seen = head;
    known ??= head.some(isMonthlyUse) ? monthlyUse(sheet) : null;
  }
  throw wrong ?? known ?? notRecognised(seen, profiles);
}

/** The header of the sheet "Monthly Usage" in reports of Portfolio Manager: a row for each property and month, a column for each fuel. */
function isMonthlyUse({ cells }: SheetRow): boolean {
  const names = cells.map((cell) => foldName(textOf(cell)));
  const isUse = (name: string) => name.includes(" use ") && (name.endsWith("(kbtu)") || name.endsWith("(gj)"));
  return names.includes("property id") && names.includes("month") && names.some(isUse);
}

const monthlyUse = ({ name }: Sheet): TableError =>
  new TableError(
    `${name === null ? "The file" : `The sheet ${JSON.stringify(name)}`} has the use of properties by calendar month, which Portfolio Manager calculated from their bills. Send the bills themselves: download the whole portfolio there, and send that workbook. Its sheet Meter Entries has them.`,
  );

function notRecognised(seen: readonly SheetRow[], profiles: readonly NamedMapping[]): TableError {
  const [only, ...others] = profiles;
  const needs =
    only === undefined || others.length > 0
      ? "its columns match no profile. Name one, or use the template"
      : `the profile ${only.name} needs the columns ${neededColumns(only.mapping)
          .map((names) => names.join(" or "))
          .join(", ")}`;
  const first = seen.find((row) => !isEmptyRow(row));
  const has = first?.cells.flatMap((cell) => (cell === null || cell === "" ? [] : [String(cell)])).slice(0, 30) ?? [];
  return new TableError(
    `No header row was found: ${needs}. The first row with text has: ${has.join(", ").slice(0, 1000)}.`,
  );
}

/**
 * The sheets after the first one that have rows under a header of its profile, such as one for each year. @throws TableError when
 * another profile reads one: its rows would be lost
 */
async function furtherTables(first: Table, sheets: Sheet[], profiles: readonly NamedMapping[]): Promise<Table[]> {
  const found: Table[] = [];
  for (const [index, sheet] of sheets.entries()) {
    if (index < first.number) continue;
    const head = await firstRows(sheet);
    const hasRows = (each: Recognised | null): each is Recognised =>
      each !== null && head.some((row) => row.row > each.header.row && !isEmptyRow(row));
    const same = recognise(head, [{ name: first.name, mapping: first.mapping }]);
    if (hasRows(same)) found.push({ ...same, sheet, number: index + 1 });
    else if (same === null && hasRows(recognise(head, profiles)))
      throw new TableError(
        `The sheets ${JSON.stringify(first.sheet.name)} and ${JSON.stringify(sheet.name)} both have matching rows, but for different profiles. Send a workbook for each.`,
      );
  }
  return found;
}

async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const head: SheetRow[] = [];
  for await (const row of sheet.rows()) {
    if (head.push(row) >= HEADER_WITHIN) break;
  }
  return head;
}
