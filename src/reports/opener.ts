/** The interface for opening one type of report. */
import type { DayRange } from "../domain/day-range.ts";
import type { JournalType } from "./energy-journal/journal-event.ts";
import type { Table } from "../records/table.ts";
import type { Db } from "../store/db.ts";
import type { PropertyRow } from "../store/records/properties.ts";

/** The parameters of a report. */
export interface Asked {
  range: DayRange;
  /** Only for the journal: entries of these types. */
  event_types?: readonly JournalType[] | undefined;
}

/** Reads data of the property only under its company. */
export type OpenTable = (db: Db, property: PropertyRow, asked: Asked) => Promise<Table>;
