/** Journal entries about the bills of a meter: received, edited, estimated, gaps and overlaps. */
import { MONEY } from "../../records/report.ts";
import { coverageFaultsOf } from "../parts/coverage-faults.ts";
import { daysText, lastDayOf } from "../../domain/day-range.ts";
import { CENTS, changePercent, runningSum } from "../../domain/exact.ts";
import { figureText } from "../parts/energy-totals.ts";
import { meterEvent, type JournalEvent } from "./journal-event.ts";
import {
  billsInRange,
  type BillFigures,
  type BillVersion,
  type MeterBills,
  type ReportMeter,
} from "../../domain/bills/bill-figures.ts";

export interface JournalMeter extends MeterBills {
  versions: readonly BillVersion[];
}

export function billEvents(part: JournalMeter): JournalEvent[] {
  const bills = billsInRange(part, {});
  return [
    ...bills.map((figures) => received(part.meter, figures)),
    ...bills.filter(({ estimated }) => estimated).map((figures) => estimated(part.meter, figures)),
    ...edited(part),
    ...daysEvents(part),
  ];
}

const received = (meter: ReportMeter, { bill, period, usage, unit, total_cost }: BillFigures): JournalEvent =>
  meterEvent(meter, {
    type: "bill received",
    date: bill.invoice_date,
    description:
      (period === null ? "Bill without a period" : `Bill for ${daysText(period)}`) +
      (usage === null || unit === null ? "." : `: ${figureText(usage)} ${unit}.`),
    value: total_cost,
    unit: total_cost === null ? null : MONEY,
    bills: [bill.id],
  });

const estimated = (meter: ReportMeter, { bill, period, usage, unit }: BillFigures): JournalEvent =>
  meterEvent(meter, {
    type: "estimated read",
    date: period === null ? bill.invoice_date : lastDayOf(period),
    description: "The utility estimated what was used.",
    value: usage,
    unit,
    bills: [bill.id],
  });

/** Each archived bill with its successor; the date is the day on which the successor arrived, else the bill's own last change. */
function edited({ meter, versions }: JournalMeter): JournalEvent[] {
  const families = [...Map.groupBy(versions, ({ first_id }) => first_id).values()];
  return families.flatMap((family) => {
    const ascending = family.toSorted((a, b) => a.id - b.id);
    return ascending.flatMap((bill, index) => {
      if (bill.archive_reason === null) return [];
      const next = ascending[index + 1] ?? ascending.find(({ archive_reason }) => archive_reason === null);
      const successor = next === undefined ? "No bill replaces it." : `Bill ${next.id} replaces it.`;
      return meterEvent(meter, {
        type: "bill edited",
        date: next !== undefined && next.id > bill.id ? next.received_on : bill.changed_on,
        description: `The bill of ${bill.invoice_date} was archived: ${bill.archive_reason}. ${successor}${acceptedText(next)}`,
        isUnchanged: next?.lines === bill.lines,
        value: next?.total_cost ?? null,
        unit: (next?.total_cost ?? null) === null ? null : MONEY,
        change: next === undefined ? null : changePercent(next.total_cost, bill.total_cost),
        bills: next === undefined ? [bill.id] : [bill.id, next.id],
      });
    });
  });
}

const acceptedText = (next: BillVersion | undefined): string =>
  next === undefined || next.accepted.length === 0
    ? ""
    : ` Accepted although it does not add up: ${next.accepted.join(", ")}.`;

/**
 * One entry for each received bill, whatever the number of its meters, and one for each meter whose lines an edit changed. An
 * edit that changed the lines of no meter is an entry of the whole property. `events` are those of all meters.
 */
export function foldBills(events: readonly JournalEvent[]): JournalEvent[] {
  const isOfBill = ({ type }: JournalEvent) => type === "bill received" || type === "bill edited";
  const groups = Map.groupBy(events.filter(isOfBill), ({ type, bills }) => `${type} ${bills.join(" ")}`);
  return [...events.filter((event) => !isOfBill(event)), ...[...groups.values()].flatMap(foldBill)];
}

function foldBill(events: readonly JournalEvent[]): readonly JournalEvent[] {
  const [first] = events;
  if (first === undefined) return [];
  const ofProperty = { ...first, meter: null, value: null, unit: null, change: null };
  if (first.type === "bill edited") {
    const changed = events.filter(({ isUnchanged }) => isUnchanged !== true);
    return changed.length > 0 ? changed : [ofProperty];
  }
  if (events.length === 1) return events;
  const sum = runningSum(CENTS);
  for (const { value } of events) sum.add(value);
  const value = sum.total();
  const description = events.map((event) => `${event.meter?.name}: ${event.description}`).join(" ");
  return [{ ...ofProperty, description, value, unit: value === null ? null : MONEY }];
}

const daysEvents = (part: MeterBills): JournalEvent[] =>
  coverageFaultsOf(part).map((fault) =>
    meterEvent(part.meter, {
      type: fault.kind,
      date: fault.start_date,
      description: `${fault.kind === "gap" ? "No bill covers" : "Two bills cover"} ${daysText(fault)}.`,
      value: fault.days,
      unit: "days",
      bills: fault.bills,
    }),
  );
