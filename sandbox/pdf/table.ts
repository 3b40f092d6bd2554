/** Tables on a sheet: columns at fixed positions, with the header repeated when a table continues on a new page. */
import type { Sheet, TextStyle } from "./sheet.ts";

/** `x` is the left edge of a left column, the right edge of a right one. */
export interface Column {
  header: string;
  x: number;
  align: "left" | "right";
}

export interface TableStyle {
  left: number;
  right: number;
  rowHeight: number;
  header: TextStyle;
  headerFill: string | null;
  row: TextStyle;
}

/** Where the next line goes, and how to make room for it. */
export interface Cursor {
  y: number;
  /** Starts a new page when fewer than `height` points are left; true when it did. */
  makeRoom(height: number): boolean;
}

export function writeCells(
  sheet: Sheet,
  columns: readonly Column[],
  cells: readonly string[],
  y: number,
  style: TextStyle,
): void {
  columns.forEach((column, at) => {
    const text = cells[at] ?? "";
    if (text === "") return;
    if (column.align === "right") sheet.textRight(text, column.x, y, style);
    else sheet.text(text, column.x, y, style);
  });
}

/** Draws a table at the cursor and leaves the cursor under it. */
export function drawTable(
  sheet: Sheet,
  cursor: Cursor,
  table: { columns: readonly Column[]; rows: readonly (readonly string[])[]; style: TableStyle },
): void {
  const { columns, rows, style } = table;
  const drawHeader = () => {
    if (style.headerFill !== null) {
      sheet.box(style.left, cursor.y - 3, style.right - style.left, style.rowHeight + 1, style.headerFill);
    }
    const headers = columns.map(({ header }) => header);
    writeCells(sheet, columns, headers, cursor.y, style.header);
    cursor.y += style.rowHeight + 2;
    if (style.headerFill === null) sheet.rule(style.left, style.right, cursor.y - 4);
  };
  cursor.makeRoom(style.rowHeight * 3);
  drawHeader();
  for (const cells of rows) {
    if (cursor.makeRoom(style.rowHeight)) drawHeader();
    writeCells(sheet, columns, cells, cursor.y, style.row);
    cursor.y += style.rowHeight;
  }
}
