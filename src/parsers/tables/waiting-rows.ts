/**
 * Rows that wait until the whole file is read, stored as JSON of their cells: parsed rows of a large file would fill the
 * memory.
 */
import { accountKey, type Row } from "../../domain/imports/row.ts";
import { isRead } from "../../domain/imports/reads.ts";
import { conventionOfRows, printedOf, type PrintedRow } from "../../domain/imports/periods.ts";
import type { SheetRow } from "./cells.ts";
import type { RowReader } from "./read-row.ts";

type Conventions = Parameters<typeof conventionOfRows>[1];

export interface WaitingRows {
  add(cells: SheetRow, row: Row): void;
  /** The convention of last days, by all rows that were added. */
  conventionOf(rules: Conventions): ReturnType<typeof conventionOfRows>;
  /** The number of the first row that is a read, see `isRead`; null when there is none. */
  firstRead(): number | null;
  /** The rows of each account in turn, parsed again. */
  accounts(): Generator<Row[]>;
}

export function createWaitingRows(read: RowReader, pooled: (text: string) => string): WaitingRows {
  const accounts = new Map<string, string[]>();
  const printed: PrintedRow[] = [];
  let firstRead: number | null = null;
  return {
    add({ row: number, cells }, row) {
      const key = accountKey(row);
      const waiting = accounts.get(key);
      const text = JSON.stringify({ row: number, cells });
      if (waiting === undefined) accounts.set(key, [text]);
      else waiting.push(text);
      if (firstRead === null && isRead(row)) firstRead = number;
      const said = printedOf(row);
      if (said !== null) printed.push({ ...said, utility: pooled(said.utility), meter: pooled(said.meter) });
    },
    conventionOf: (rules) => conventionOfRows(printed, rules),
    firstRead: () => firstRead,
    *accounts() {
      for (const key of [...accounts.keys()].sort()) {
        // Serialized above.
        yield (accounts.get(key) ?? []).flatMap((text) => read(JSON.parse(text) as SheetRow)?.row ?? []);
        accounts.delete(key);
      }
    },
  };
}
