/** Journal entries besides bills: added and removed meters, notes, and how far the data reaches. */
import { NoteEntry } from "../../records/metadata.ts";
import type { Day, Metadata, Month } from "../../records/scalars.ts";
import { addDays, nextMonth, spanOf } from "../../domain/calendar.ts";
import { endOfService } from "../../domain/property/service-points.ts";
import { meterEvent, type JournalEvent } from "./journal-event.ts";
import { figuresOf, type MeterBills } from "../../domain/bills/bill-figures.ts";
import type { ReportWords } from "../words/report-words.ts";

interface JournalNote {
  date: Day;
  text: string;
}

/** From `metadata.notes`, a list of {date, text}; other forms are reported, never guessed. `owner` names the record in a sentence. */
export function journalNotes(
  metadata: Metadata,
  owner: string,
  { sentence }: ReportWords,
): { notes: JournalNote[]; faults: string[] } {
  const { notes } = metadata;
  if (notes === undefined || notes === null) return { notes: [], faults: [] };
  if (!Array.isArray(notes)) return { notes: [], faults: [sentence("note.notesNoList", { owner })] };
  const read = notes.map((note) => NoteEntry.safeParse(note));
  return {
    notes: read.flatMap(({ data }) => data ?? []),
    faults: read.flatMap(({ success }, index) =>
      success ? [] : [sentence("note.noteLeftOut", { owner, place: index })],
    ),
  };
}

export function meterEvents(
  { meter, bills }: MeterBills,
  notes: readonly JournalNote[],
  { sentence }: ReportWords,
): JournalEvent[] {
  const billed = spanOf(bills.flatMap((bill) => figuresOf(bill).period ?? []));
  const service = sentence("entry.service", { utility: meter.utility_company_name, account: meter.acct_num });
  const ended = endOfService(meter, billed?.end_date ?? null);
  // Without a deactivation date, the last billed day is the meter's last day.
  const last = meter.deactivation_date ?? (ended === null ? null : addDays(ended, -1));
  const isRemoved = meter.status === "Inactive" || meter.deactivation_date !== null;
  return [
    ...(billed === null
      ? []
      : [
          meterEvent(meter, {
            type: "meter added",
            date: billed.start_date,
            description: sentence("entry.added", { service }),
          }),
        ]),
    ...(last === null
      ? []
      : [
          isRemoved
            ? meterEvent(meter, {
                type: "meter removed",
                date: last,
                description: sentence("entry.removed", { service }),
              })
            : meterEvent(meter, {
                type: "last bill",
                date: last,
                description: sentence("entry.lastBill", { service }),
              }),
        ]),
    ...notes.map(({ date, text }) => meterEvent(meter, { type: "note", date, description: text })),
  ];
}

export interface JournalProperty {
  data_current_through: Month | null;
  star_certified: boolean;
  notes: readonly JournalNote[];
}

export function propertyEvents(
  { data_current_through, star_certified, notes }: JournalProperty,
  { sentence, month }: ReportWords,
): JournalEvent[] {
  const whole = { meter: null, value: null, unit: null, change: null, bills: [] };
  const events: JournalEvent[] = notes.map(({ date, text }) => ({ ...whole, type: "note", date, description: text }));
  if (data_current_through !== null)
    events.push({
      ...whole,
      type: "data complete through",
      date: addDays(nextMonth(data_current_through), -1),
      description: sentence("entry.complete", { month: month(data_current_through) }),
    });
  if (star_certified)
    events.push({ ...whole, type: "certification", date: null, description: sentence("entry.certified") });
  return events;
}
