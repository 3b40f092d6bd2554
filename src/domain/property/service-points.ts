/** Groups the meters that follow each other at one place into a service point, and says for which months a point is billed. */
import type { AssociationType, EnergyType, ServiceStatus } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import { addDays, daysInMonth, monthFromNumber, monthNumber, nextMonth } from "../calendar.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";

/** The fields that determine until when a meter is in service. */
export interface ServiceState {
  status: ServiceStatus;
  /** Status of the account that bills it: Inactive when its bills are not collected, as for an imported account. */
  account_status: ServiceStatus;
  deactivation_date: Day | null;
}

/** A meter without its measurements: enough to know its group, and until when it was in service. */
export interface ServedMeter extends ServiceState {
  id: number;
  energy_type: EnergyType;
  association_type: AssociationType;
  meter_wrapper_id: number;
}

/** True while more bills of the meter are expected: its service has not ended. */
export const expectsBills = ({ status, account_status, deactivation_date }: ServiceState): boolean =>
  deactivation_date === null && status === "Active" && account_status === "Active";

/**
 * The first day on which a meter is out of service: its deactivation date; for a meter that expects no more bills, the end of
 * its last one. Null while it is in service, and for a meter without this date and without bills. Months, roll-ups and reports all use this rule.
 */
export function endOfService(meter: ServiceState, billedUntil: Day | null): Day | null {
  if (meter.deactivation_date !== null) return meter.deactivation_date;
  return expectsBills(meter) ? null : billedUntil;
}

/** A meter of a property with its months, ascending. */
export interface RolledMeter extends ServedMeter {
  months: readonly MeterMonthFigures[];
}

/** Meters in batches of about `atOnce`, each a list of whole wrappers, whose meters must be processed together. */
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
  /** Number of its first month with a bill, and of its last month of service (infinite while it is in service). */
  firstMonth: number;
  lastMonth: number;
  /** Numbers of the months in which every day of service is billed. */
  complete: ReadonlySet<number>;
}

/** The points of the meters that have months. A wrapper has one point for distribution and another for supply. */
export function servicePoints(meters: readonly RolledMeter[]): ServicePoint[] {
  const billed = meters.filter(({ months }) => months.length > 0);
  const groups = Map.groupBy(billed, ({ meter_wrapper_id, energy_type, association_type }) =>
    [meter_wrapper_id, energy_type, association_type === "SUPPLY"].join("|"),
  );
  return [...groups.values()].flatMap(pointOf);
}

/**
 * True when at least one point of an energy type is in service in the month and all such points are billed for it. No month
 * before the first bill is complete.
 */
export function isBilled(points: readonly ServicePoint[], month: number): boolean {
  const inService = points.filter(({ firstMonth, lastMonth }) => firstMonth <= month && month <= lastMonth);
  return inService.length > 0 && inService.every(({ complete }) => complete.has(month));
}

/** True when no point of the type is in service any more. */
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
      // A meter that another one followed has ended, even if it was never deactivated.
      lastMonth: Math.max(...latest.map(({ lastMonth }) => lastMonth)),
      complete: completeMonths(meters),
    },
  ];
}

function spanOfService(meter: RolledMeter) {
  const numbers = meter.months.map(({ effective_month }) => monthNumber(effective_month));
  const lastBilled = meter.months.at(-1)?.effective_month;
  const ended = endOfService(meter, lastBilled === undefined ? null : nextMonth(lastBilled));
  return {
    firstMonth: numbers[0] ?? Infinity,
    lastBilled: numbers.at(-1) ?? -Infinity,
    lastMonth: ended === null ? Infinity : monthNumber(addDays(ended, -1)),
  };
}

/** Months in which every meter with days is complete, or whose days several meters cover together. */
function completeMonths(meters: readonly RolledMeter[]): Set<number> {
  const rows = meters.flatMap(({ months }) => months).filter(({ days_covered }) => days_covered > 0);
  if (meters.length === 1) return new Set(rows.filter(({ month_complete }) => month_complete).map(numberOf));
  const byMonth = Map.groupBy(rows, numberOf);
  const isComplete = ([number, parts]: [number, MeterMonthFigures[]]) =>
    parts.every(({ month_complete }) => month_complete) ||
    (parts.length > 1 && daysOf(parts) === daysInMonth(monthFromNumber(number)));
  return new Set([...byMonth].filter(isComplete).map(([number]) => number));
}

const numberOf = ({ effective_month }: MeterMonthFigures): number => monthNumber(effective_month);
const daysOf = (parts: readonly MeterMonthFigures[]) => parts.reduce((sum, { days_covered }) => sum + days_covered, 0);
