/** The form of a rule of findings: what it reports, how seriously, with which thresholds, and the function that finds it. */
import type { FindingSeverity } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { EnergyType } from "../../records/codes.ts";
import { addDays } from "../calendar.ts";
import type { BilledPeriod } from "./billed-period.ts";

/** A number of a rule that a company can set. */
export interface Threshold {
  default: number;
  min: number;
  max: number;
  unit: "days" | "bills" | "percent" | "deviations" | "units";
  description: string;
}

export type Limits<T> = { [name in keyof T]: number };

/** Texts and numbers of a sentence. */
export type Figures = Record<string, string | number>;

/** What a rule has found: the days it is about, which with the rule and the meter are its identity, and its figures. */
export interface Found extends Period {
  billId: number;
  figures: Figures;
}

/** A meter with everything that the rules look at. */
export interface MeterPeriods {
  energy_type: EnergyType;
  /** In order of time. */
  periods: readonly BilledPeriod[];
  /** The first bill after the meter's last one that bills others of its meters and leaves it out; null where there is none. */
  leftOutOf: (Period & { billId: number }) | null;
}

export interface Rule<T extends Record<string, Threshold> = Record<string, Threshold>> {
  severity: FindingSeverity;
  /** What is reported, as a sentence. */
  description: string;
  /** A figure stands in braces. */
  sentence: string;
  thresholds: T;
  /** Not reported for a bill about which one of these rules reports something: it has the same cause. */
  unless: readonly string[];
  find: (meter: MeterPeriods, limits: Limits<T>) => Found[];
}

/** Gives each rule the type of its own thresholds. */
export const rule = <T extends Record<string, Threshold>>(of: Rule<T>): Rule<T> => of;

export const onPeriod = ({ billId, start_date, end_date }: BilledPeriod, figures: Figures): Found => ({
  billId,
  start_date,
  end_date,
  figures,
});

/** The first and the last day of a span, and how many they are. */
export function daysOf(start: Day, days: number): Figures {
  return { days, first_day: start, last_day: addDays(start, days - 1) };
}

/** Three significant digits, which also hide the rest of binary fractions. */
export const threeDigits = (amount: number): number => Number(amount.toPrecision(3));
