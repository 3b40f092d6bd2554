/** Lists the months of properties that imported bills change, and the meters that end with them. Nothing is written. */
import type { PropertyMonthsReached } from "../../records/import.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Month, Period } from "../../records/scalars.ts";
import type { StatementMeter } from "../../records/statement.ts";
import { monthOf, monthsTouched, spanOf } from "../calendar.ts";
import type { MeterSite } from "./new-records.ts";

/** At most this many properties are listed: a larger portfolio is too long to be read row by row. */
export const PROPERTIES_LISTED = 100;

/** A meter of a bill that would be written. */
export interface ReachedMeter {
  /** Distinguishes the meter from all others of the import. */
  key: string;
  /** Null when its place is unknown. */
  site: MeterSite | null;
  /** More bills of its account will arrive, so the meter does not end with the last bill of the file. */
  isCollected: boolean;
  /** The meter would be created. */
  isNew: boolean;
  lines: Pick<StatementMeter, "energy_type" | "usages" | "charges">;
}

interface Reached {
  site: MeterSite;
  /** The span of all bills of each meter. */
  meters: Map<string, { span: Period; isEnding: boolean; isNew: boolean }>;
  types: Set<EnergyType>;
}

const PARTIAL_MONTHS_LISTED = 24;

/** An existing property has no name here. */
export type ReachedProperty = Omit<PropertyMonthsReached, "property_name" | "new_energy_types"> & {
  property_name: string | null;
  energy_types: EnergyType[];
};

export interface ReachedMonths {
  add(meter: ReachedMeter): void;
  /** In the order of the file. */
  list(): ReachedProperty[];
}

export function reachedMonths(): ReachedMonths {
  const bySite = new Map<number | MeterSite, Reached>();
  return {
    add({ key, site, isCollected, isNew, lines }) {
      const span = spanOf([...lines.usages, ...lines.charges]);
      if (site === null || span === null) return;
      // A new property is always the same object.
      const of = "id" in site ? site.id : site;
      if (!bySite.has(of) && bySite.size === PROPERTIES_LISTED) return;
      const { meters, types } = bySite.getOrInsertComputed(of, () => ({ site, meters: new Map(), types: new Set() }));
      const known = meters.get(key);
      meters.set(key, {
        span: known === undefined ? span : (spanOf([known.span, span]) ?? span),
        isEnding: !isCollected,
        isNew: known?.isNew ?? isNew,
      });
      types.add(lines.energy_type);
    },
    list: () => [...bySite.values()].map(listed),
  };
}

function listed({ site, meters, types }: Reached): ReachedProperty {
  const all = [...meters.values()];
  const span = spanOf(all.map((meter) => meter.span)) ?? { start_date: "", end_date: "" };
  const partial = new Set(all.filter(({ isNew }) => isNew).flatMap(partialMonths));
  return {
    property_id: "id" in site ? site.id : null,
    property_name: "id" in site ? null : site.name,
    first_month: monthOf(span.start_date),
    last_month: lastMonth(span),
    energy_types: [...types],
    meters: all.length,
    meters_ending: all.filter(({ isEnding }) => isEnding).length,
    partial_months: [...partial].sort().slice(0, PARTIAL_MONTHS_LISTED),
  };
}

/** The months in which its bills begin and end, when that is within the month; a collected meter does not end. */
function partialMonths({ span, isEnding }: { span: Period; isEnding: boolean }): Month[] {
  const isWhole = (day: string) => day.endsWith("-01");
  return [
    ...(isWhole(span.start_date) ? [] : [monthOf(span.start_date)]),
    ...(isWhole(span.end_date) || !isEnding ? [] : [monthOf(span.end_date)]),
  ];
}

const lastMonth = (span: Period): Month => monthsTouched(span).at(-1) ?? monthOf(span.start_date);
