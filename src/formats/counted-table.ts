/** A table that reports the number of its rows as they are read, for progress. */
import type { Row, Table } from "../records/table.ts";

export function counted(table: Table, onRows: (rows: number) => Promise<void> | void): Table {
  async function* parts(): AsyncGenerator<readonly Row[]> {
    for await (const rows of table.parts) {
      await onRows(rows.length);
      yield rows;
    }
  }
  return { head: table.head, parts: parts(), tail: () => table.tail() };
}
