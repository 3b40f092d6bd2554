/** Tables of records, for deliveries: rows as the tables have them, streamed, under the names of the API. */
import type { App } from "../../app.ts";
import type { DeliveredRecords } from "../../records/data-delivery.ts";
import { DELIVERED_COLUMNS } from "../../records/delivered-columns.ts";
import type { Row, Table } from "../../records/table.ts";
import { readRecords, type RecordSelection } from "../../store/deliveries/record-rows.ts";

const NEWS =
  "What was created or edited since the last delivery. Archived bills are among it: they no longer count, and `archived` says so.";
const IN_USE = "What is in use: archived bills are left out.";

/** What a table of them is called. */
const TITLES: Record<DeliveredRecords, string> = {
  bills: "Bills",
  charges: "Charges",
  usages: "Usages",
  meter_months: "Months of meters",
  property_months: "Months of properties",
  energy_type_months: "Months of properties by energy type",
  snapshots: "Snapshots",
  properties: "Properties",
  meters: "Meters",
  accounts: "Utility accounts",
};

/** The rows of a selection. Used once. */
export function openRecords({ db }: Pick<App, "db">, companyId: number, selection: RecordSelection): Table {
  const { records, months, news } = selection;
  const columns = DELIVERED_COLUMNS[records];
  let estimated = 0;
  const tells = columns.some(({ key }) => key === "estimated");
  async function* parts(): AsyncGenerator<readonly Row[]> {
    for await (const rows of readRecords(db, companyId, selection)) {
      if (tells) estimated += rows.filter((row) => row["estimated"] === true).length;
      yield rows;
    }
  }
  return {
    head: {
      title: TITLES[records],
      basis: null,
      period: months,
      columns,
      rule: `${news === null ? IN_USE : NEWS} Days are calendar dates without a time zone; an end is the first day that is not covered.`,
      charts: [],
    },
    parts: parts(),
    tail: () => ({ totals: {}, estimated: tells ? estimated : null, missing: null, notes: [] }),
  };
}
