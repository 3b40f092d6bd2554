/** Property energy journal: events of a property's bills and meters, and findings in them, newest first. */
import { COLUMNS, date, keyed, number, percent, text } from "../parts/columns.ts";
import { JOURNAL_RULES, JOURNAL_TYPES, type JournalEvent, type JournalType } from "./journal-event.ts";
import type { Column, Row, TableHead, TableRows } from "../../records/table.ts";

export const PROPERTY_ENERGY_JOURNAL = {
  title: "Property energy journal",
  basis: null,
  counted: { estimated: "read", missing: "gap" },
  rule:
    "Events and findings, newest first; entries without a day are last. Findings come from live bills; archived bills are listed " +
    "when they were edited. A finding means that a bill is worth checking, not that it is wrong.",
  columns: [
    keyed(date("date", "Date", "Day of the event, as defined by the rules of Type.")),
    text("type", "Type", `${JOURNAL_TYPES.map((type) => `${type}: ${JOURNAL_RULES[type]}`).join(". ")}.`),
    {
      ...COLUMNS.meter,
      meaning:
        "Number on the meter, else that of its account in brackets; empty for the whole property or a bill of several meters.",
    },
    COLUMNS.energyType,
    text("description", "Description", "What happened, in words."),
    number("value", "Value", null, 2, "The figure that the event is about."),
    text("unit", "Unit", "Unit of the value."),
    percent("change", "Change (%)", "Change of the value against its comparison."),
    COLUMNS.bills,
  ] satisfies Column[],
  charts: [],
} as const satisfies Omit<TableHead, "period">;

/** Newest first; entries of one day in the order of the types, then in the given order. */
export const newestFirst = (events: readonly JournalEvent[]): JournalEvent[] =>
  events.toSorted((a, b) =>
    a.date === b.date
      ? JOURNAL_TYPES.indexOf(a.type) - JOURNAL_TYPES.indexOf(b.type)
      : (a.date ?? "") > (b.date ?? "")
        ? -1
        : 1,
  );

/** `notes` are added at the end. */
export function propertyEnergyJournalRows(notes: readonly string[]): TableRows<readonly JournalEvent[]> {
  const counts = new Map<JournalType, number>();
  return {
    rowsOf: (events) =>
      events.map((event): Row => {
        counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
        return {
          date: event.date,
          type: event.type,
          meter_number: event.meter?.name ?? null,
          energy_type: event.meter?.energy_type ?? null,
          description: event.description,
          value: event.value,
          unit: event.unit,
          change: event.change,
          bills: event.bills,
        };
      }),
    tail: () => ({
      totals: {},
      estimated: counts.get("estimated read") ?? 0,
      missing: counts.get("gap") ?? 0,
      notes,
    }),
  };
}
