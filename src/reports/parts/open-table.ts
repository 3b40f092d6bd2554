/** How every report is opened: as a table whose parts are read one by one, on demand. */
import type { DayRange } from "../../domain/day-range.ts";
import type { Opening, Table, TableHead, TableRows } from "../../records/table.ts";
import type { Db } from "../../store/db.ts";
import type { PropertyRow } from "../../store/records/properties.ts";
import type { JournalType } from "../energy-journal/journal-event.ts";
import type { ReportWords } from "../words/report-words.ts";

export interface ReportOptions {
  range: DayRange;
  /** The sentences of the language of the report. */
  words: ReportWords;
  /** Only for the journal: entries of these types. */
  event_types?: readonly JournalType[] | undefined;
}

/** Opens one type of report. Reads data of the property only under its company. */
export type OpenTable = (db: Db, property: PropertyRow, options: ReportOptions) => Promise<Table>;

/** What a report is made of: `opening` is called only by formats that people read, and `read` ends when the reading of the table does. */
export interface ReportParts<Part> {
  head: TableHead;
  opening: () => Promise<Opening> | Opening;
  rows: TableRows<Part>;
  read: AsyncIterable<Part> | Iterable<Part>;
}

export function makeTable<Part>({ head, opening, rows, read }: ReportParts<Part>): Table {
  async function* parts() {
    for await (const part of read) yield rows.rowsOf(part);
  }
  return { head, opening: async () => opening(), parts: parts(), tail: () => rows.tail() };
}
