/** How every report over all properties is opened: as a table whose parts are read one by one, on demand. */
import type { BookingPlace } from "../../domain/bills/booking-place.ts";
import type { DayRange } from "../../domain/day-range.ts";
import type { PageLanguage } from "../../records/company.ts";
import type { Day } from "../../records/scalars.ts";
import type { Table } from "../../records/table.ts";
import type { Db } from "../../store/db.ts";

export interface PortfolioReportOptions {
  /** Months that begin, and bills dated, in these days. */
  range: DayRange;
  /** Only for reports of bills: those due in these days. */
  due?: DayRange | undefined;
  /** Only for reports of bills: what was booked from this place on, and before that one. */
  since?: BookingPlace | undefined;
  until?: BookingPlace | undefined;
  /** Only what belongs to this property. */
  property_id?: number | undefined;
  /** Only for reports of bills: key or name of the utility. */
  utility?: string | undefined;
  /** The day on which the report is made. */
  today: Day;
  language: PageLanguage;
}

/** Opens one type of report. Reads data only under the company. @throws Problem when the options contradict each other */
export type OpenPortfolioTable = (db: Db, companyId: number, options: PortfolioReportOptions) => Promise<Table>;
