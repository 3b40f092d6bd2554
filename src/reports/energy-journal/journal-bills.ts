/** Journal entries about the bills of a meter: received, edited, estimated, gaps and overlaps. */
import { MONEY } from "../../records/report.ts";
import type { Period } from "../../records/scalars.ts";
import { coverageFaultsOf } from "../parts/coverage-faults.ts";
import { lastDayOf } from "../../domain/day-range.ts";
import { CENTS, changePercent, runningSum } from "../../domain/exact.ts";
import type { ReportWords } from "../words/report-words.ts";
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

export function billEvents(part: JournalMeter, words: ReportWords): JournalEvent[] {
  const bills = billsInRange(part, {});
  return [
    ...bills.map((figures) => received(part.meter, figures, words)),
    ...bills.filter(({ estimated }) => estimated).map((figures) => estimated(part.meter, figures, words)),
    ...edited(part, words),
    ...daysEvents(part, words),
  ];
}

const received = (
  meter: ReportMeter,
  { bill, period, usage, unit, total_cost }: BillFigures,
  words: ReportWords,
): JournalEvent =>
  meterEvent(meter, {
    type: "bill received",
    date: bill.invoice_date,
    description: billText(period, usage === null || unit === null ? null : `${words.figure(usage)} ${unit}`, words),
    value: total_cost,
    unit: total_cost === null ? null : MONEY,
    bills: [bill.id],
  });

function billText(period: Period | null, use: string | null, { sentence, days }: ReportWords): string {
  if (period === null)
    return use === null ? sentence("entry.billNoPeriod") : sentence("entry.billNoPeriodUse", { use });
  const span = { days: days(period) };
  return use === null ? sentence("entry.bill", span) : sentence("entry.billUse", { ...span, use });
}

const estimated = (
  meter: ReportMeter,
  { bill, period, usage, unit }: BillFigures,
  { sentence }: ReportWords,
): JournalEvent =>
  meterEvent(meter, {
    type: "estimated read",
    date: period === null ? bill.invoice_date : lastDayOf(period),
    description: sentence("entry.estimated"),
    value: usage,
    unit,
    bills: [bill.id],
  });

/** Each archived bill with its successor; the date is the day on which the successor arrived, else the bill's own last change. */
function edited({ meter, versions }: JournalMeter, words: ReportWords): JournalEvent[] {
  const { sentence, day } = words;
  const families = [...Map.groupBy(versions, ({ first_id }) => first_id).values()];
  return families.flatMap((family) => {
    const ascending = family.toSorted((a, b) => a.id - b.id);
    return ascending.flatMap((bill, index) => {
      if (bill.archive_reason === null) return [];
      const next = ascending[index + 1] ?? ascending.find(({ archive_reason }) => archive_reason === null);
      const successor =
        next === undefined
          ? sentence("entry.notReplaced")
          : sentence("entry.replaced", { date: day(next.invoice_date) });
      const reason = sentence(`reason.${bill.archive_reason}`);
      return meterEvent(meter, {
        type: "bill edited",
        date: next !== undefined && next.id > bill.id ? next.received_on : bill.changed_on,
        description: `${sentence("entry.edited", { date: day(bill.invoice_date), reason })}${successor}${acceptedText(next, words)}`,
        isUnchanged: next?.lines === bill.lines,
        value: next?.total_cost ?? null,
        unit: (next?.total_cost ?? null) === null ? null : MONEY,
        change: next === undefined ? null : changePercent(next.total_cost, bill.total_cost),
        bills: next === undefined ? [bill.id] : [bill.id, next.id],
      });
    });
  });
}

const acceptedText = (next: BillVersion | undefined, { sentence }: ReportWords): string =>
  next === undefined || next.accepted.length === 0
    ? ""
    : sentence("entry.accepted", { findings: next.accepted.map((name) => name.replaceAll("_", " ")).join(", ") });

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

const daysEvents = (part: MeterBills, { sentence, days }: ReportWords): JournalEvent[] =>
  coverageFaultsOf(part).map((fault) =>
    meterEvent(part.meter, {
      type: fault.kind,
      date: fault.start_date,
      description: sentence(`entry.${fault.kind}`, { days: days(fault) }),
      value: fault.days,
      unit: "days",
      bills: fault.bills,
    }),
  );
