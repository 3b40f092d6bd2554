/** The states of a month of a meter, from the worst to the best, and how several are shown as one. */
import type { MeterCoverage } from "@meterbook/client";

/** In this order a grid shows the worst of several meters. */
export const STATES: readonly string[] = ["overlap", "gap", "late", "partial", "estimated", "complete", "not_due"];

type CoveredMonth = MeterCoverage["months"][number];

/** A month of a meter. */
export interface CoverageCell extends Pick<
  CoveredMonth,
  "effective_month" | "state" | "cause" | "periods" | "utility_bill_ids"
> {
  meter: Omit<MeterCoverage, "months">;
}

/** A row of the grid: a property, or a meter of one. */
export interface CoverageRow {
  /** Unique in the grid. */
  key: number;
  name: string;
  /** Null: the grid is that of one property already. */
  property_id: number | null;
  cells: Map<string, CoverageCell>;
}

export const cellsOf = ({ months, ...meter }: MeterCoverage): Map<string, CoverageCell> =>
  new Map(months.map((month) => [month.effective_month, { ...month, meter }]));

/** For each property and month the worst state of its meters, with the meter that is in it. */
export function worstByProperty(coverages: MeterCoverage[]): Map<number, Map<string, CoverageCell>> {
  const grid = new Map<number, Map<string, CoverageCell>>();
  for (const coverage of coverages) {
    if (coverage.property_id === null) continue;
    const row = grid.get(coverage.property_id) ?? new Map<string, CoverageCell>();
    grid.set(coverage.property_id, row);
    for (const [month, cell] of cellsOf(coverage)) {
      const before = row.get(month);
      if (before === undefined || STATES.indexOf(cell.state) < STATES.indexOf(before.state)) row.set(month, cell);
    }
  }
  return grid;
}

const NEEDS_SOMEONE = new Set(["gap", "late", "overlap"]);
export const openCells = ({ cells }: CoverageRow): number =>
  [...cells.values()].filter(({ state }) => NEEDS_SOMEONE.has(state)).length;

/** How many rows need someone, and for how many months in all. */
export function openOf(rows: readonly CoverageRow[]): { count: number; months: number } {
  const open = rows.map(openCells).filter((cells) => cells > 0);
  return { count: open.length, months: open.reduce((sum, cells) => sum + cells, 0) };
}
