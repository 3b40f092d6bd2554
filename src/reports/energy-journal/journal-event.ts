/** The kinds of journal entries, with the rules by which they are found. */
import type { EnergyType } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import { meterName, type ReportMeter } from "../../domain/bills/bill-figures.ts";
import type { ReportWords } from "../words/report-words.ts";

/** More than this above the same month of other years is a spike: weather changes the use of a month by less than half. */
export const SPIKE_ABOVE_OTHER_YEARS = 0.5;
/** With less than a year to compare, the figures include the seasons: only more than double stands out. */
export const SPIKE_ABOVE_MEDIAN = 1;
/** The minimum number of bills for a median. */
export const MEDIAN_BILLS = 3;
/** Shorter bills, such as the first and last of a meter, are not comparable by day or unit. */
export const DAYS_TO_COMPARE = 14;
/** A demand this much above the highest of the previous twelve months is notable; less is within reading and rounding. */
export const PEAK_ABOVE_YEAR = 0.05;
/** Tariff steps and fuel clauses change the unit cost of a bill by less from one month to the next. */
export const RATE_CHANGE = 0.15;

const percent = (share: number) => `${share * 100} %`;

/** The kinds with their rules, in the order of entries on the same day. */
export const JOURNAL_RULES = {
  "data complete through": "last day of the latest month that is complete for every meter in service",
  certification: "the property is recorded as ENERGY STAR certified (star_certified); the day is not known",
  note: "an entry of metadata.notes ([{date, text}]) of the property or the meter",
  "meter added": "first day that a bill of the meter covers",
  "meter removed": "day on which the meter went out of service, else the last day billed of a meter that is Inactive",
  "last bill":
    "last day billed of a meter in service whose account is not collected, such as an imported one; whether the meter is still there is not known",
  "bill received": "date of a bill; Value is what it charges for the meters of the property that it names",
  "bill edited":
    "day on which a bill was archived, with the reason and the bill that stands in its place; listed for the meters whose lines changed",
  "estimated read": "last day of a bill that was estimated, or a read on it",
  gap: "first of the days between two bills that no bill covers",
  overlap: "first of the days that two bills cover; one shared day, that of the read, is none",
  "usage spike": `last day of a bill whose use per day is more than ${percent(SPIKE_ABOVE_OTHER_YEARS)} above the mean of the meter's bills for the same month in other years or, with less than a year of bills, more than ${percent(SPIKE_ABOVE_MEDIAN)} above the median of the others`,
  "demand peak": `last day of a bill whose demand is more than ${percent(PEAK_ABOVE_YEAR)} above the highest of the 12 months before it`,
  "rate change": `last day of a bill whose usage cost per unit differs by more than ${percent(RATE_CHANGE)} from that of the bill before`,
} as const;
export type JournalType = keyof typeof JOURNAL_RULES;
// The keys of the table are the types.
export const JOURNAL_TYPES = Object.keys(JOURNAL_RULES) as [JournalType, ...JournalType[]];

/** Entries that are worth checking; the others say what happened. In the order of their weight. */
export const TO_CHECK = [
  "gap",
  "overlap",
  "usage spike",
  "demand peak",
  "rate change",
  "estimated read",
] as const satisfies JournalType[];

export interface JournalEvent {
  /** Null when unknown. */
  date: Day | null;
  type: JournalType;
  /** Null for an entry of the whole property. */
  meter: { name: string; energy_type: EnergyType } | null;
  description: string;
  value: number | null;
  unit: string | null;
  /** In percent. */
  change: number | null;
  bills: readonly number[];
  /** For an edited bill whose lines for this meter did not change. */
  isUnchanged?: boolean;
}

/** An event of a meter, with defaults for missing fields. */
export const meterEvent = (
  meter: ReportMeter,
  event: Pick<JournalEvent, "type" | "date" | "description"> & Partial<JournalEvent>,
): JournalEvent => ({
  meter: { name: meterName(meter), energy_type: meter.energy_type },
  value: null,
  unit: null,
  change: null,
  bills: [],
  ...event,
});

/** "18% above" or "18% below". */
export const aboveOrBelow = (change: number, { sentence, number }: ReportWords): string =>
  sentence(change < 0 ? "entry.below" : "entry.above", { percent: `${number(Math.abs(Math.round(change)), 0)}%` });
