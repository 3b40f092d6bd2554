/**
 * Cost avoidance in detail: a row for each billing period of a meter since its savings began; expanded, with the model's parts.
 */
import type { GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import type { AvoidancePeriod } from "../../domain/cost-avoidance/avoided-periods.ts";
import { slopesOf } from "../../domain/caltrack/model-meter.ts";
import { DETAIL_COLUMNS, EXPANDED_COLUMNS } from "./columns.ts";
import {
  avoidanceNotes,
  AVOIDANCE_RULE,
  flagsText,
  MODEL_WORDS,
  namesOf,
  type AvoidanceContext,
  type MeterNames,
} from "./words.ts";
import { moneyTotals, useTotals } from "./totals.ts";
import { CENTS, rounded, runningSum } from "../../domain/exact.ts";
import type { Cell, Column, Row, TableTail, TableRows } from "../../records/table.ts";

const SHARED = { basis: "weather adjusted", rule: AVOIDANCE_RULE } as const;
export const AVOIDANCE_DETAIL = { ...SHARED, title: "Cost avoidance detail", columns: DETAIL_COLUMNS } as const;
export const AVOIDANCE_EXPANDED = { ...SHARED, title: "Cost avoidance expanded", columns: EXPANDED_COLUMNS } as const;

export function avoidanceRows(columns: readonly Column[], context: AvoidanceContext): TableRows<GroupAvoidance> {
  const { names, words } = context;
  const notes = avoidanceNotes(context);
  const use = useTotals();
  const money = moneyTotals();
  return {
    rowsOf(part) {
      notes.add(part);
      const cumulative = runningSum(CENTS);
      const facts = factsOf(part);
      const rows = part.periods.map((period) => {
        use.add(period, part.unit);
        money.add(period);
        cumulative.add(period.avoidedCost);
        const cumulative_avoidance = period.avoidedCost === null ? null : cumulative.total();
        return { ...facts, ...periodRow(period, part, names), cumulative_avoidance };
      });
      // A meter without a result has a row with the reason.
      const all = rows.length > 0 ? rows : [{ ...facts, ...emptyRow(part, names) }];
      return all.map((row) => onlyColumns(row, columns));
    },
    tail: (): TableTail => ({
      totals: { ...use.totals(), ...money.totals() },
      estimated: notes.estimated(),
      missing: notes.missing(),
      notes: [...use.notes(words), ...notes.notes()],
    }),
  };
}

function periodRow(period: AvoidancePeriod, part: GroupAvoidance, names: MeterNames): Row {
  return {
    meter_number: namesOf(period.meters, names),
    bill_start: period.start_date,
    bill_end: period.end_date,
    days: period.days,
    hdd: period.heatingDegreeDays,
    cdd: period.coolingDegreeDays,
    baseline_adjusted_use: period.adjusted,
    actual_use: period.actual,
    avoided_use: period.avoided,
    average_unit_cost: period.unitCost,
    adjusted_cost: period.adjustedCost,
    actual_cost: period.actualCost,
    cost_avoidance: period.avoidedCost,
    base_load_use: period.base,
    heating_use: period.heating,
    cooling_use: period.cooling,
    special_adjustment: period.specialAdjustment,
    floor_area_factor: period.floorAreaFactor,
    flags: flagsText([...period.flags, ...part.flags]),
    bills: period.bills,
  };
}

const emptyRow = ({ group, flags }: GroupAvoidance, names: MeterNames): Row => ({
  meter_number: namesOf(
    group.readers.map(({ id }) => id),
    names,
  ),
  flags: flagsText(flags),
  bills: [],
});

/** Equal on every row of a group. */
function factsOf(part: GroupAvoidance): Row {
  const { model, baseline, group } = part;
  const metrics = model?.metrics;
  return {
    energy_type: group.energy_type,
    use_unit: part.unit,
    model: model === null ? null : MODEL_WORDS[model.type],
    heating_balance_point: model?.heatingBalanceF ?? null,
    cooling_balance_point: model?.coolingBalanceF ?? null,
    base_per_day: model?.basePerDay ?? null,
    slope_per_hdd: model?.perHeatingDegree ?? null,
    slope_per_cdd: model?.perCoolingDegree ?? null,
    r2: metrics?.r2 ?? null,
    cvrmse: inPercent(metrics?.cvrmse ?? null),
    nmbe: inPercent(meanBias(part)),
    baseline_start: baseline?.start_date ?? null,
    baseline_end: baseline?.end_date ?? null,
    savings_start: part.savingsStart,
    uncertainty_90: part.band,
  };
}

export const inPercent = (share: number | null): number | null => (share === null ? null : share * 100);

/** By ASHRAE's formula: with the degrees of freedom, including the base. */
function meanBias({ model }: GroupAvoidance): number | null {
  if (model === null) return null;
  const { bias, periods } = model.metrics;
  const freedom = periods - slopesOf(model) - 1;
  // The model's own figure is modelled less used.
  return bias === null || freedom < 1 ? null : 0 - (bias * periods) / freedom;
}

/** Every column has a cell, and there are no other cells. Figures are rounded to the millionth. */
export const onlyColumns = (row: Row, columns: readonly Column[]): Row =>
  Object.fromEntries(columns.map(({ key }) => [key, roundedCell(row[key] ?? null)]));

const roundedCell = (cell: Cell): Cell => (typeof cell === "number" ? rounded(cell) : cell);
