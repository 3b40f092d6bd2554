/** Makes a table whose parts are read one by one, on demand. */
import type { Table, TableHead, TableRows } from "../../records/table.ts";

/** `read` ends when the reading of the table does. */
export function makeTable<Part>(head: TableHead, rows: TableRows<Part>, read: AsyncIterable<Part>): Table {
  async function* parts() {
    for await (const part of read) yield rows.rowsOf(part);
  }
  return { head, parts: parts(), tail: () => rows.tail() };
}
