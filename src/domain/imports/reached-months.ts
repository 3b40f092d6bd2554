/** Which months of which properties the bills of a spreadsheet change, and whose meters end with them. Nothing is written. */
import type { PropertyMonthsReached } from "../../records/import.ts";
import type { Month } from "../../records/scalars.ts";
import type { StatementMeter } from "../../records/statement.ts";
import { monthOf, monthsTouched, spanOf } from "../calendar.ts";
import type { MeterSite } from "./new-records.ts";

/** As many properties are told of; a spreadsheet of more is of a portfolio, which no person reads row by row. */
export const PROPERTIES_TOLD = 100;

/** A meter of a bill that would be written. */
export interface ReachedMeter {
  /** Tells it from all other meters of the import. */
  key: string;
  /** Null: nothing says where it is. */
  site: MeterSite | null;
  /** Of its account: bills go on coming in, so that the meter does not end with the last of the file. */
  isCollected: boolean;
  lines: Pick<StatementMeter, "usages" | "charges">;
}

interface Reached {
  site: MeterSite;
  first: Month;
  last: Month;
  meters: Set<string>;
  ending: Set<string>;
}

/** One that is there already has no name here. */
export type ReachedProperty = Omit<PropertyMonthsReached, "property_name"> & { property_name: string | null };

export interface ReachedMonths {
  add(meter: ReachedMeter): void;
  /** In the order of the file. */
  list(): ReachedProperty[];
}

export function reachedMonths(): ReachedMonths {
  const bySite = new Map<number | MeterSite, Reached>();
  return {
    add({ key, site, isCollected, lines }) {
      const span = spanOf([...lines.usages, ...lines.charges]);
      if (site === null || span === null) return;
      const first = monthOf(span.start_date);
      const last = monthsTouched(span).at(-1) ?? first;
      // Of a property that is to be made there is one object.
      const of = "id" in site ? site.id : site;
      const known = bySite.get(of);
      if (known === undefined && bySite.size === PROPERTIES_TOLD) return;
      const reached = known ?? { site, first, last, meters: new Set(), ending: new Set() };
      bySite.set(of, reached);
      if (first < reached.first) reached.first = first;
      if (last > reached.last) reached.last = last;
      reached.meters.add(key);
      if (!isCollected) reached.ending.add(key);
    },
    list: () =>
      [...bySite.values()].map(({ site, first, last, meters, ending }) => ({
        property_id: "id" in site ? site.id : null,
        property_name: "id" in site ? null : site.name,
        first_month: first,
        last_month: last,
        meters: meters.size,
        meters_ending: ending.size,
      })),
  };
}
