/** Utility meter demand history: the demand of every bill that states one, and its load factor. */
import { MONEY } from "../../records/report.ts";
import {
  billedDemands,
  highestOfYear,
  inUnit,
  loadFactorPercent,
  type BilledDemand,
  type Demand,
} from "../parts/billed-demand.ts";
import { answer, COLUMNS, money, number, percent, text } from "../parts/columns.ts";
import type { DayRange } from "../../domain/day-range.ts";
import { energyTotals } from "../parts/energy-totals.ts";
import { CENTS, quotient, runningSum } from "../../domain/exact.ts";
import { coverageFaultsOf } from "../parts/coverage-faults.ts";
import { gapNotes } from "../parts/gap-notes.ts";
import {
  billsInRange,
  isAskedFor,
  meterName,
  type MeterBills,
  type ReportMeter,
} from "../../domain/bills/bill-figures.ts";
import type { Column, Row, TableRows } from "../../records/table.ts";
import type { ReportWords } from "../words/report-words.ts";

export const METER_DEMAND_HISTORY = {
  title: "Utility meter demand history",
  basis: "as billed",
  rule:
    "One row for each bill of a meter that states a demand. Billed demand takes precedence over measured. Archived bills " +
    "are left out: an edited bill replaces its original. Periods end on the first day that is not covered. " +
    "A bill belongs to the range of days that contains its last day.",
  columns: [
    COLUMNS.meter,
    COLUMNS.billStart,
    COLUMNS.billEnd,
    COLUMNS.days,
    answer(
      number(
        "billed_demand",
        "Billed Demand",
        null,
        2,
        "The highest demand that was billed, else the highest measured.",
      ),
    ),
    number(
      "measured_demand",
      "Measured Demand",
      null,
      2,
      "The highest demand that was measured, in the unit of the billed.",
    ),
    text("demand_unit", "Demand Unit", "Unit of the demand, as printed on the bill."),
    COLUMNS.usage,
    COLUMNS.usageUnit,
    percent(
      "load_factor",
      "Load Factor (%)",
      "Usage / (Measured Demand, else Billed Demand, x 24 hours x Days); only of electric energy and real power.",
    ),
    money("demand_cost", "Demand Cost", "Charges for the demand."),
    number("cost_per_demand_unit", "Cost per Demand Unit", MONEY, 4, "Demand Cost / Billed Demand."),
    number(
      "highest_demand_12_months",
      "Highest Demand Last 12 Months",
      null,
      2,
      "Of the meter's bills whose period ends in the 12 months up to Bill End, in the unit of this demand.",
    ),
    COLUMNS.billEstimated,
    COLUMNS.bills,
  ] satisfies Column[],
} as const;

export function meterDemandHistoryRows(range: DayRange, words: ReportWords): TableRows<MeterBills> {
  const { sentence, count } = words;
  const demandCost = runningSum(CENTS);
  const energy = energyTotals();
  const gaps = gapNotes(range, words);
  let rows = 0;
  let estimated = 0;
  let silent = 0;
  return {
    rowsOf(part) {
      const all = billedDemands(billsInRange(part, {}));
      if (all.every(({ demand }) => demand === null)) return [];
      gaps.add({ meter: part.meter, coverageFaults: coverageFaultsOf(part) });
      return all
        .filter(({ figures }) => isAskedFor(figures, range))
        .flatMap((billed) => {
          if (billed.demand === null) silent++;
          if (billed.demand === null) return [];
          rows++;
          demandCost.add(billed.figures.demand_cost);
          energy.add(part.meter, billed.figures);
          if (billed.figures.estimated) estimated++;
          return [rowOf(part.meter, billed, billed.demand, highestOfYear(billed, all))];
        });
    },
    tail() {
      const { usage, unit } = energy.total();
      return {
        totals: { usage, usage_unit: unit, demand_cost: demandCost.total() },
        estimated,
        missing: gaps.count(),
        notes: [
          rows > 0 ? sentence("note.demandTotal") : sentence("note.noDemand"),
          ...(silent > 0 ? [sentence("note.silent", { bills: count("bill", silent) })] : []),
          ...gaps.notes(),
        ],
      };
    },
  };
}

function rowOf(meter: ReportMeter, billed: BilledDemand, demand: Demand, highest: number | null): Row {
  const { figures, measured } = billed;
  const { bill, period } = figures;
  return {
    meter_number: meterName(meter),
    bill_start: period?.start_date ?? null,
    bill_end: period?.end_date ?? null,
    days: figures.days,
    billed_demand: demand.amount,
    measured_demand: measured && inUnit(measured, demand.unit),
    demand_unit: demand.unit,
    usage: figures.usage,
    usage_unit: figures.unit,
    load_factor: loadFactorPercent(billed),
    demand_cost: figures.demand_cost,
    cost_per_demand_unit: quotient(figures.demand_cost, demand.amount),
    highest_demand_12_months: highest,
    estimated: figures.estimated,
    bills: [bill.id],
  };
}
