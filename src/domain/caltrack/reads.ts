/** Prepares a meter's reads for the method: in order, without duplicates and impossible ones (CalTRACK 2.2.1.4, 2.3). */
import type { Period } from "../../records/scalars.ts";
import { daysBetween } from "../calendar.ts";
import type { CaltrackFinding } from "./findings.ts";
import type { Fuel } from "./fit.ts";

export interface MeterRead extends Period {
  /** Null when unknown. */
  usage: number | null;
  estimated: boolean;
}

/** Reads that do not overlap, ascending, with all their fields, and the findings. */
export function tidyReads<Read extends MeterRead>(
  reads: readonly Read[],
  fuel: Fuel,
): { reads: Read[]; findings: CaltrackFinding[] } {
  const findings: CaltrackFinding[] = [];
  const kept: Read[] = [];
  const possible = reads.filter(({ start_date, end_date }) => start_date < end_date);
  if (possible.length < reads.length)
    findings.push({ rule: "impossible_period", count: reads.length - possible.length });
  const counts = { conflicting_reads: 0, overlapping_reads: 0, negative_usage: 0 };
  for (const read of possible.toSorted(inOrder)) {
    const last = kept.at(-1);
    if (last !== undefined && read.start_date < last.end_date) {
      const isSame = read.start_date === last.start_date && read.end_date === last.end_date;
      if (!isSame) counts.overlapping_reads += 1;
      else if (read.usage !== last.usage) counts.conflicting_reads += 1;
      continue;
    }
    if ((read.usage ?? 0) < 0) counts.negative_usage += 1;
    // Zero electricity means a missing read; zero gas is normal in summer.
    kept.push(fuel === "electricity" && read.usage === 0 ? { ...read, usage: null } : read);
  }
  for (const rule of ["conflicting_reads", "overlapping_reads", "negative_usage"] as const) {
    if (counts[rule] > 0) findings.push({ rule, count: counts[rule] });
  }
  return { reads: kept, findings };
}

const inOrder = (a: Period, b: Period): number =>
  a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : daysBetween(a.end_date, b.end_date);

/** How often a meter is read, by the median length of its reads; null when the method has no rule, as for quarters. */
export type Cycle = "monthly" | "bimonthly";
export const LONGEST_PERIOD: Record<Cycle, number> = { monthly: 35, bimonthly: 70 };

export function cycleOf(reads: readonly Period[]): Cycle | null {
  const lengths = reads.map(({ start_date, end_date }) => daysBetween(start_date, end_date)).sort((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)] ?? 0;
  if (middle === 0 || middle > LONGEST_PERIOD.bimonthly) return null;
  return middle <= LONGEST_PERIOD.monthly ? "monthly" : "bimonthly";
}
