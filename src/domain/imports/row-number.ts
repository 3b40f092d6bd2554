/**
 * The number of a row within a whole file. Where several sheets of a workbook are read, it holds the number of the sheet too, so that
 * it is one number, unique in the file and in the order of the sheets.
 */

/** More rows than a sheet can have (2^20). */
export const ROWS_OF_SHEET = 2 ** 21;

/** `sheet`: its place in the workbook from 1; 0 when only one table of the file is read. `row`: as in the sheet, from 1. */
export const rowNumber = (sheet: number, row: number): number => sheet * ROWS_OF_SHEET + row;

export const sheetOfRow = (number: number): number => Math.floor(number / ROWS_OF_SHEET);

export const rowInSheet = (number: number): number => number % ROWS_OF_SHEET;

/** `row 17`, or `row 17 of sheet 2`. `word` begins it, as in a sentence. */
export function rowName(number: number, word: "row" | "Row" = "row"): string {
  const sheet = sheetOfRow(number);
  return sheet === 0 ? `${word} ${number}` : `${word} ${rowInSheet(number)} of sheet ${sheet}`;
}
