/** How one type of report is opened. */
import type { DayRange } from "../domain/day-range.ts";
import type { JournalType } from "./energy-journal/journal-event.ts";
import type { Table } from "../records/table.ts";
import type { Db } from "../store/db.ts";
import type { PropertyRow } from "../store/records/properties.ts";

/** What is asked of a report. */
export interface Asked {
  range: DayRange;
  /** Of the journal: only entries of these types. */
  event_types?: readonly JournalType[] | undefined;
}

/** What is read of the property is read under its company. */
export type OpenTable = (db: Db, property: PropertyRow, asked: Asked) => Promise<Table>;
