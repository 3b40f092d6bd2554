/** Lists the bill lines behind the months of a property: those of its meters, each with its meter. */
import type { EnergyType } from "../../records/codes.ts";
import { MONTH_FIGURES, type MonthFigure } from "../../records/month-figures.ts";
import type { MeterMonth } from "../months/calendarize.ts";
import type { ExplainedLine } from "../months/month-ledger.ts";
import { isUnknown, type SummedRow } from "./roll-up-sums.ts";

export interface MeterLine extends ExplainedLine {
  utility_meter_id: number;
}

export type RolledExplanation = { [figure in MonthFigure]: MeterLine[] };

/** A month of a meter with its lines. */
export interface ExplainedMonth extends SummedRow {
  month: MeterMonth;
}

/** `rows` all belong to one month, in the order of the meters; a null `type` means the property as a whole. */
export function explainRolled(rows: readonly ExplainedMonth[], type: EnergyType | null): RolledExplanation {
  const highest = highestDemand(rows, type ?? "ELECTRIC");
  const linesOf = (figure: MonthFigure) => {
    const counted = figure === "demand_consumption" ? highest : rows.filter((row) => isPart(row, figure));
    return counted.flatMap(({ meter, month }) =>
      (month.explain?.[figure] ?? []).map((line) => ({ utility_meter_id: meter.id, ...line })),
    );
  };
  // One entry for each of the figures.
  return Object.fromEntries(MONTH_FIGURES.map((figure) => [figure, linesOf(figure)])) as RolledExplanation;
}

/** Water is not part of unknown energy, nor energy of unknown water. */
function isPart(row: ExplainedMonth, figure: Exclude<MonthFigure, "demand_consumption">): boolean {
  return row.month[figure] !== null || isUnknown(row, figure);
}

/** The row whose demand is the property's: at most one, the first of equal ones (see roll-up.ts). */
function highestDemand(rows: readonly ExplainedMonth[], type: EnergyType): ExplainedMonth[] {
  const demandOf = ({ month }: ExplainedMonth) => month.demand_consumption ?? -Infinity;
  const known = rows.filter(({ meter, month }) => meter.energy_type === type && month.demand_consumption !== null);
  const [first, ...others] = known;
  if (first === undefined) return [];
  return [others.reduce((highest, row) => (demandOf(row) > demandOf(highest) ? row : highest), first)];
}
