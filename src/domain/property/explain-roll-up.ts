/** Lists the bill lines behind the months of a property: those of its meters, each with its meter. */
import type { EnergyType } from "../../records/codes.ts";
import { ENERGIES, MONTH_FIGURES, type EnergyFigure, type MonthFigure } from "../../records/month-figures.ts";
import type { MeterMonth } from "../months/calendarize.ts";
import type { ExplainedLine } from "../months/month-ledger.ts";
import { figuresOfEnergy, isUnknown, sumOfRows, type SummedRow } from "./roll-up-sums.ts";

export interface MeterLine extends ExplainedLine {
  utility_meter_id: number;
}

export type RolledExplanation = { [figure in MonthFigure | EnergyFigure]: MeterLine[] };

/** A month of a meter with its lines. */
export interface ExplainedMonth extends SummedRow {
  month: MeterMonth;
}

/** `rows` all belong to one month, in the order of the meters; a null `type` means the property as a whole. */
export function explainRolled(rows: readonly ExplainedMonth[], type: EnergyType | null): RolledExplanation {
  const highest = highestDemand(rows, type ?? "ELECTRIC");
  const lines: Partial<RolledExplanation> = {};
  for (const figure of MONTH_FIGURES) lines[figure] = linesOf(figure === "demand_consumption" ? highest : rows, figure);
  const wrappers = Map.groupBy(rows, ({ meter }) => `${meter.energy_type} ${meter.meter_wrapper_id}`);
  const sums = Array.from(wrappers.values(), (ofWrapper) => ({ ofWrapper, figures: sumOfRows(ofWrapper) }));
  for (const energy of ENERGIES)
    lines[energy] = sums.flatMap(({ ofWrapper, figures }) =>
      figuresOfEnergy(figures, energy).flatMap((figure) => linesOf(ofWrapper, figure)),
    );
  // One entry for each of the figures.
  return lines as RolledExplanation;
}

const linesOf = (rows: readonly ExplainedMonth[], figure: MonthFigure): MeterLine[] =>
  rows
    .filter((row) => isPart(row, figure))
    .flatMap(({ meter, month }) =>
      (month.explain?.[figure] ?? []).map((line) => ({ utility_meter_id: meter.id, ...line })),
    );

/** Water is not part of unknown energy, nor energy of unknown water. */
function isPart(row: ExplainedMonth, figure: MonthFigure): boolean {
  return row.month[figure] !== null || (figure !== "demand_consumption" && isUnknown(row, figure));
}

/** The row whose demand is the property's: at most one, the first of equal ones (see roll-up.ts). */
function highestDemand(rows: readonly ExplainedMonth[], type: EnergyType): ExplainedMonth[] {
  const demandOf = ({ month }: ExplainedMonth) => month.demand_consumption ?? -Infinity;
  const known = rows.filter(({ meter, month }) => meter.energy_type === type && month.demand_consumption !== null);
  const [first, ...others] = known;
  if (first === undefined) return [];
  return [others.reduce((highest, row) => (demandOf(row) > demandOf(highest) ? row : highest), first)];
}
