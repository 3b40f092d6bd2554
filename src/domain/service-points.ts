/** Where a property is served: meters that follow each other at one place are one point, and a point is billed for a month or is not. */
import type { AssociationType, EnergyType, ServiceStatus } from "../records/codes.ts";
import type { Day } from "../records/scalars.ts";
import { addDays, daysInMonth, monthFromNumber, monthNumber } from "./calendar.ts";
import type { MeterMonthFigures } from "./calendarize.ts";

/** A meter without what it measured: enough to know which belong together, and until when it was in service. */
export interface ServedMeter {
  id: number;
  energy_type: EnergyType;
  association_type: AssociationType;
  meter_wrapper_id: number;
  status: ServiceStatus;
  deactivation_date: Day | null;
}

/** A meter of a property with its months, ascending. */
export interface RolledMeter extends ServedMeter {
  months: readonly MeterMonthFigures[];
}

/** Meters in batches of about so many, each a list of wrappers with all their meters: what must be looked at together stays together. */
export function inBatches<Meter extends Pick<ServedMeter, "meter_wrapper_id">>(
  meters: readonly Meter[],
  atOnce: number,
): Meter[][][] {
  const batches: Meter[][][] = [];
  let room = 0;
  for (const wrapper of Map.groupBy(meters, ({ meter_wrapper_id }) => meter_wrapper_id).values()) {
    if (room < wrapper.length) {
      batches.push([]);
      room = atOnce;
    }
    batches.at(-1)?.push(wrapper);
    room -= wrapper.length;
  }
  return batches;
}

export interface ServicePoint {
  energy_type: EnergyType;
  /** Numbers of its first month with a bill and of its last month of service, infinite while it is in service. */
  firstMonth: number;
  lastMonth: number;
  /** Numbers of the months of which every day of service is billed. */
  complete: ReadonlySet<number>;
}

/** The points of the meters that have a month. A wrapper has one for its distribution and another for its supply. */
export function servicePoints(meters: readonly RolledMeter[]): ServicePoint[] {
  const billed = meters.filter(({ months }) => months.length > 0);
  const groups = Map.groupBy(billed, ({ meter_wrapper_id, energy_type, association_type }) =>
    [meter_wrapper_id, energy_type, association_type === "SUPPLY"].join("|"),
  );
  return [...groups.values()].flatMap(pointOf);
}

/**
 * True where every point of one type of energy that is in service in the month is billed for it, and there is one. Before
 * the first bill of all nothing is known, so that no month is complete.
 */
export function isBilled(points: readonly ServicePoint[], month: number): boolean {
  const inService = points.filter(({ firstMonth, lastMonth }) => firstMonth <= month && month <= lastMonth);
  return inService.length > 0 && inService.every(({ complete }) => complete.has(month));
}

/** True where no point of the type is in service any more. */
export function isOver(points: readonly ServicePoint[], month: number): boolean {
  return points.every(({ lastMonth }) => lastMonth < month);
}

function pointOf(meters: RolledMeter[]): ServicePoint[] {
  const spans = meters.map(spanOfService);
  const [first] = meters;
  if (first === undefined) return [];
  const lastBilled = Math.max(...spans.map((span) => span.lastBilled));
  const latest = spans.filter((span) => span.lastBilled === lastBilled);
  return [
    {
      energy_type: first.energy_type,
      firstMonth: Math.min(...spans.map(({ firstMonth }) => firstMonth)),
      // A meter that another followed has ended, whether or not anybody said so.
      lastMonth: Math.max(...latest.map(({ lastMonth }) => lastMonth)),
      complete: completeMonths(meters),
    },
  ];
}

function spanOfService({ months, status, deactivation_date }: RolledMeter) {
  const numbers = months.map(({ effective_month }) => monthNumber(effective_month));
  const lastBilled = numbers.at(-1) ?? -Infinity;
  const ended = deactivation_date === null ? null : monthNumber(addDays(deactivation_date, -1));
  const lastMonth = ended ?? (status === "Inactive" ? lastBilled : Infinity);
  return { firstMonth: numbers[0] ?? Infinity, lastBilled, lastMonth };
}

/** Months that each meter with days in it is billed for, or that one meter began and another finished. */
function completeMonths(meters: readonly RolledMeter[]): Set<number> {
  const rows = meters.flatMap(({ months }) => months).filter(({ days_covered }) => days_covered > 0);
  const byMonth = Map.groupBy(rows, ({ effective_month }) => monthNumber(effective_month));
  const isComplete = ([number, parts]: [number, MeterMonthFigures[]]) =>
    parts.every(({ month_complete }) => month_complete) ||
    (parts.length > 1 && daysOf(parts) === daysInMonth(monthFromNumber(number)));
  return new Set([...byMonth].filter(isComplete).map(([number]) => number));
}

const daysOf = (parts: readonly MeterMonthFigures[]) => parts.reduce((sum, { days_covered }) => sum + days_covered, 0);
