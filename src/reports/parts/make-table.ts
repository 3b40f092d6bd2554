/** A table out of what its parts are read as: parts are read and told one by one, when somebody asks for the next. */
import type { Table, TableHead, Teller } from "../../records/table.ts";

/** `read` ends when whoever reads the table ends. */
export function tell<Part>(head: TableHead, teller: Teller<Part>, read: AsyncIterable<Part>): Table {
  async function* parts() {
    for await (const part of read) yield teller.rowsOf(part);
  }
  return { head, parts: parts(), tail: () => teller.tail() };
}
