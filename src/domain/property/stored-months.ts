/** Takes energy from the stored months of a property, so that the months of its meters need not be added again. */
import type { EnergyType } from "../../records/codes.ts";
import { monthNumber } from "../calendar.ts";
import { monthsOf, noSums, type MonthSums, type RollUpLedger, type TypeSums } from "./roll-up-ledger.ts";
import { isWithin, monthsIn, monthsShownBeside, type MonthSpan } from "./roll-up-span.ts";
import { isEnergy } from "./roll-up-sums.ts";
import type { RolledMonth } from "./roll-up.ts";
import { isBilled, isOver, servicePoints, type RolledMeter, type ServicePoint } from "./service-points.ts";
import { CENTS, MILLIONTHS } from "../exact.ts";
import { toUnits } from "../whole-units.ts";

export type StoredMonth = Pick<RolledMonth, "effective_month" | "month_complete" | "total_cost" | "kbtus" | "lbs_co2">;

/** By type of energy. */
export type StoredMonths = ReadonlyMap<EnergyType, readonly StoredMonth[]>;

/**
 * The stored months outside the span that are still valid and contain all that a snapshot needs. This requires a type that is
 * in service all the time. Then an incomplete month is part of no snapshot, and a null energy in a complete month means billed
 * but unknown.
 */
export function usableMonths(
  meters: readonly RolledMeter[],
  stored: readonly (StoredMonth & { energy_type: string })[],
  span: MonthSpan,
): StoredMonths {
  const { last } = monthsShownBeside(span);
  const byType = Map.groupBy(stored, ({ energy_type }) => energy_type);
  const usable = new Map<EnergyType, readonly StoredMonth[]>();
  for (const [type, ofType] of Map.groupBy(meters, ({ energy_type }) => energy_type)) {
    const rows = (byType.get(type) ?? []).filter(({ effective_month }) => !isWithin(span, effective_month));
    if (!isEnergy(type) || rows.length === 0 || isOver(servicePoints(ofType), last)) continue;
    usable.set(type, rows);
  }
  return usable;
}

/** The ledger of a span, with the energy of the months outside it. */
export function withStored(ledger: RollUpLedger, stored: StoredMonths, span: MonthSpan): RollUpLedger {
  const types = new Map(ledger.types);
  for (const [type, rows] of stored) {
    const sums = ledger.types.get(type);
    if (sums !== undefined)
      types.set(type, { months: withRows(sums, rows), points: [pointOf(type, sums, rows, span)] });
  }
  return { ...ledger, types };
}

function withRows(sums: TypeSums, rows: readonly StoredMonth[]): TypeSums["months"] {
  const months = new Map(sums.months);
  for (const row of rows) months.set(monthNumber(row.effective_month), sumsOf(row));
  return months;
}

function sumsOf({ total_cost, kbtus, lbs_co2 }: StoredMonth): MonthSums {
  const none = noSums();
  const millionths = (value: number | null) => (value === null ? Number.NaN : toUnits(value, MILLIONTHS));
  return {
    ...none,
    figures: { ...none.figures, total_cost: total_cost === null ? null : toUnits(total_cost, CENTS) },
    energy: { kbtus: millionths(kbtus), lbs_co2: millionths(lbs_co2) },
  };
}

/** All points of the type as one that is always in service, and billed when all points in service are. */
function pointOf(energy_type: EnergyType, sums: TypeSums, rows: readonly StoredMonth[], span: MonthSpan): ServicePoint {
  const complete = new Set(rows.filter(({ month_complete }) => month_complete).map(numberOf));
  const range = monthsOf([sums]) ?? { first: 0, count: 0 };
  for (const month of monthsIn(span, range)) if (isBilled(sums.points, month)) complete.add(month);
  return { energy_type, firstMonth: -Infinity, lastMonth: Infinity, complete };
}

const numberOf = ({ effective_month }: StoredMonth): number => monthNumber(effective_month);
