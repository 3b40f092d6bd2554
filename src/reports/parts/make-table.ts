/** A table out of what its parts are read as: parts are read one by one, when the next is asked for. */
import type { Table, TableHead, TableRows } from "../../records/table.ts";

/** `read` ends when the reading of the table does. */
export function makeTable<Part>(head: TableHead, rows: TableRows<Part>, read: AsyncIterable<Part>): Table {
  async function* parts() {
    for await (const part of read) yield rows.rowsOf(part);
  }
  return { head, parts: parts(), tail: () => rows.tail() };
}
