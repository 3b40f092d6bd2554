/**
 * Opens the journal of a property. Its entries are in memory, because they are newest first over all meters; the bills are not.
 */
import { addDays } from "../../domain/calendar.ts";
import { isInRange } from "../../domain/day-range.ts";
import { billEvents, foldBills } from "./journal-bills.ts";
import { journalAnswer, journalCharts } from "./journal-answer.ts";
import type { JournalEvent } from "./journal-event.ts";
import { findingEvents } from "./journal-findings.ts";
import { journalNotes, meterEvents, propertyEvents } from "./journal-property.ts";
import { meterName } from "../../domain/bills/bill-figures.ts";
import { newestFirst, PROPERTY_ENERGY_JOURNAL, propertyEnergyJournalRows } from "./property-energy-journal.ts";
import type { Metadata, Period } from "../../records/scalars.ts";
import { atOneMoment } from "../../store/db.ts";
import { listBillVersions, listReportBills } from "../../store/reports/report-bills.ts";
import { listReportMeters } from "../../store/reports/report-meters.ts";
import { makeTable, type OpenTable } from "../parts/open-table.ts";

/** Rows per part. */
const PART = 500;

export const openPropertyEnergyJournal: OpenTable = async (db, property, options) => {
  const { range, words, event_types } = options;
  const { company_id, id, data_current_through, star_certified } = property;
  // The column contains only objects (check constraint).
  const ofProperty = journalNotes(property.metadata as Metadata, words.sentence("owner.theProperty"), words);
  const isAsked = ({ date }: JournalEvent) => date === null || isInRange(date, range);
  const events = propertyEvents({ data_current_through, star_certified, notes: ofProperty.notes }, words).filter(
    isAsked,
  );
  const faults = [...ofProperty.faults];
  for (const meter of await listReportMeters(db, company_id, id)) {
    const bills = await atOneMoment(db, async (trx) => ({
      bills: await listReportBills(trx, company_id, meter.id),
      versions: await listBillVersions(trx, company_id, meter.id),
    }));
    const ofMeter = journalNotes(meter.metadata, words.sentence("owner.theMeter", { meter: meterName(meter) }), words);
    const part = { meter, ...bills };
    const ofBills = [
      ...meterEvents(part, ofMeter.notes, words),
      ...billEvents(part, words),
      ...findingEvents(part, words),
    ];
    events.push(...ofBills.filter(isAsked));
    faults.push(...ofMeter.faults);
  }
  const folded = foldBills(events);
  const entries = newestFirst(folded.filter(({ type }) => event_types?.includes(type) ?? true));
  const isOfTypes = entries.length < folded.length;
  const { name } = property;
  return makeTable({
    head: { ...PROPERTY_ENERGY_JOURNAL, period: spanOfEvents(entries), charts: journalCharts(entries, words) },
    opening: () => journalAnswer(entries, data_current_through, { property: name, isOfTypes, ...options }),
    rows: propertyEnergyJournalRows(faults),
    read: inParts(entries),
  });
};

/** From the first to the last day with an entry. */
function spanOfEvents(events: readonly JournalEvent[]): Period | null {
  const dates = events.flatMap(({ date }) => date ?? []);
  const [last, first] = [dates[0], dates.at(-1)];
  return first === undefined || last === undefined ? null : { start_date: first, end_date: addDays(last, 1) };
}

function* inParts(events: readonly JournalEvent[]): Generator<readonly JournalEvent[]> {
  for (let from = 0; from < events.length; from += PART) yield events.slice(from, from + PART);
}
