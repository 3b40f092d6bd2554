/** A table that tells of its rows as they are read: for the progress of what takes long. */
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
