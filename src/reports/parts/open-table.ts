/** How every report is opened: as a table whose parts are read one by one, on demand. */
import type { DayRange } from "../../domain/day-range.ts";
import type { Table, TableHead, TableRows } from "../../records/table.ts";
import type { Db } from "../../store/db.ts";
import type { PropertyRow } from "../../store/records/properties.ts";
import type { JournalType } from "../energy-journal/journal-event.ts";

export interface ReportOptions {
  range: DayRange;
  /** Only for the journal: entries of these types. */
  event_types?: readonly JournalType[] | undefined;
}

/** Opens one type of report. Reads data of the property only under its company. */
export type OpenTable = (db: Db, property: PropertyRow, options: ReportOptions) => Promise<Table>;

/** `read` ends when the reading of the table does. */
export function makeTable<Part>(
  head: TableHead,
  rows: TableRows<Part>,
  read: AsyncIterable<Part> | Iterable<Part>,
): Table {
  async function* parts() {
    for await (const part of read) yield rows.rowsOf(part);
  }
  return { head, parts: parts(), tail: () => rows.tail() };
}
