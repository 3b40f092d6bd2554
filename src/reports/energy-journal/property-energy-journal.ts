/** Property energy journal: what happened to the bills and meters of a property and what stands out in them, newest first. */
import { COLUMNS, date, number, text } from "../parts/columns.ts";
import { JOURNAL_RULES, JOURNAL_TYPES, type JournalEvent, type JournalType } from "./journal-event.ts";
import type { Column, Row, TableHead, TableRows } from "../../records/table.ts";

export const PROPERTY_ENERGY_JOURNAL = {
  title: "Property energy journal",
  basis: null,
  counted: { estimated: "read", missing: "gap" },
  rule:
    "Events and findings, newest first; what has no day stands last. Findings come from live bills: archived ones are told " +
    "where they were edited. A finding says that a bill is worth a look, not that it is wrong.",
  columns: [
    date("date", "Date", "Day of the event; which day that is, the rules of Type say."),
    text("type", "Type", `${JOURNAL_TYPES.map((type) => `${type}: ${JOURNAL_RULES[type]}`).join(". ")}.`),
    {
      ...COLUMNS.meter,
      meaning:
        "Number on the meter, else its id; nothing where the whole property or a bill of several meters is meant.",
    },
    COLUMNS.energyType,
    text("description", "Description", "What happened, in words."),
    number("value", "Value", null, 2, "The figure that the event is about."),
    text("unit", "Unit", "Of the value."),
    {
      key: "change",
      label: "Change (%)",
      unit: "%",
      type: "percent",
      digits: 1,
      meaning: "Of the value against what it is compared with.",
    },
    COLUMNS.bills,
  ] satisfies Column[],
  charts: [],
} as const satisfies Omit<TableHead, "period">;

/** Newest first; those of one day in the order of the types, then as they came. */
export const newestFirst = (events: readonly JournalEvent[]): JournalEvent[] =>
  events.toSorted((a, b) =>
    a.date === b.date
      ? JOURNAL_TYPES.indexOf(a.type) - JOURNAL_TYPES.indexOf(b.type)
      : (a.date ?? "") > (b.date ?? "")
        ? -1
        : 1,
  );

/** `notes` are told in the end. */
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
