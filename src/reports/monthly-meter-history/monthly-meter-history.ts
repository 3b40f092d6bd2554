/** Monthly meter history: every calendar month of every meter of a property, derived from its bills by days. */
import { tonsOf } from "../../domain/carbon-tons.ts";
import { MONEY } from "../../records/report.ts";
import type { Month } from "../../records/scalars.ts";
import type { MeterMonthFigures } from "../../domain/months/calendarize.ts";
import type { CoverageFault } from "../parts/coverage-faults.ts";
import { COLUMNS, COST_COLUMNS, days, flag, number, text } from "../parts/columns.ts";
import { costTotals, costsOf } from "../parts/cost-totals.ts";
import { isInRange, type DayRange } from "../../domain/day-range.ts";
import { energyTotals, type Measured } from "../parts/energy-totals.ts";
import { quotient } from "../../domain/exact.ts";
import { energyOfMeter } from "../../domain/usage-unit.ts";
import { gapNotes } from "../parts/gap-notes.ts";
import { meterName, type ReportMeter } from "../../domain/bills/bill-figures.ts";
import { monthText } from "../parts/month-charts.ts";
import type { MonthUse } from "../parts/month-uses.ts";
import { partialNotes } from "../parts/partial-months.ts";
import type { Column, Row, TableRows } from "../../records/table.ts";
import { unknownNotes } from "../parts/unknown-notes.ts";
import type { ReportWords } from "../words/report-words.ts";

/** One part: a meter with all its months, ascending. */
export interface MeterMonths {
  meter: ReportMeter;
  months: readonly MeterMonthFigures[];
  uses: ReadonlyMap<Month, MonthUse>;
  /** Days that its bills leave out or cover twice. */
  coverageFaults: readonly CoverageFault[];
  /** The months are being derived again from the bills. */
  isStale: boolean;
  /** True for a month that is incomplete only because its first bill begins or its last one ends in it. */
  isPartial: (month: Month) => boolean;
}

export const MONTHLY_METER_HISTORY = {
  title: "Monthly meter history",
  basis: "calendar months",
  rule:
    "One row for each calendar month of each meter, from its first to its last bill. Every line of a bill is spread over " +
    "months by whole days and rounded so that the months of a line add up to it; a charge of one date goes whole to its " +
    "month. Demand is never split: the highest of the bills that touch the month. Usage is in the unit as billed, and " +
    "amounts in different units are never added.",
  columns: [
    COLUMNS.month,
    COLUMNS.meter,
    COLUMNS.energyType,
    COLUMNS.usage,
    COLUMNS.usageUnit,
    number("usage_per_day", "Usage per Day", null, 2, "Usage / Days Billed, in the unit of the usage."),
    COLUMNS.kbtus,
    COLUMNS.carbon,
    number("demand", "Demand", null, 2, "The highest of the bills that touch the month, billed before measured."),
    text("demand_unit", "Demand Unit", "kW where bills state kW or MW, else as printed."),
    ...COST_COLUMNS,
    { ...COLUMNS.costPerDay, meaning: "Total Cost / Days Billed." },
    number(
      "average_unit_cost",
      "Average Unit Cost",
      MONEY,
      4,
      "Total Cost / Usage; empty when the usage is not positive.",
    ),
    days("days_billed", "Days Billed", "Days of the month that a bill covers."),
    COLUMNS.monthEstimated,
    flag("month_complete", "Month Complete", "Every day of service of the month is billed exactly once."),
    COLUMNS.bills,
  ] satisfies Column[],
} as const;

const NOTHING: MonthUse = { usage: null, unit: null, isMixed: false, demandUnit: null, bills: [] };

export function monthlyMeterHistoryRows(range: DayRange, words: ReportWords): TableRows<MeterMonths> {
  const { sentence, count } = words;
  const costs = costTotals();
  const energy = energyTotals();
  const unknown = unknownNotes("month", words);
  const gaps = gapNotes(range, words);
  const stale: string[] = [];
  let estimated = 0;
  let missing = 0;
  let partial = 0;
  let mixed = 0;
  return {
    rowsOf({ meter, months, uses, coverageFaults, isStale, isPartial }) {
      gaps.add({ meter, coverageFaults });
      if (isStale) stale.push(meterName(meter));
      return months
        .filter(({ effective_month }) => isInRange(effective_month, range))
        .map((month) => {
          const use = uses.get(month.effective_month) ?? NOTHING;
          const measured = measuredOf(month, use);
          costs.add(month);
          energy.add(meter, measured, month.effective_month);
          // A month with only charges has no energy to be known.
          unknown.add(meter.energy_type, {
            ...measured,
            isBilled: use.usage !== null || use.isMixed || measured.kbtus !== null,
          });
          if (month.estimated) estimated++;
          if (!month.month_complete && isPartial(month.effective_month)) partial++;
          else if (!month.month_complete) missing++;
          if (use.isMixed) mixed++;
          return rowOf(meter, month, use, measured);
        });
    },
    tail() {
      const { usage, unit, kbtus, lbs_co2 } = energy.total();
      return {
        totals: { usage, usage_unit: unit, kbtus, tons_co2: tonsOf(lbs_co2), ...costs.totals() },
        estimated,
        missing,
        notes: [
          ...energy.notes(words),
          ...(mixed > 0 ? [sentence("note.mixed", { rows: count("month", mixed) })] : []),
          ...unknown.notes(),
          ...partialNotes(partial, words),
          ...(missing > 0 ? [sentence("note.missingMonths", { months: count("month", missing) })] : []),
          ...gaps.notes(),
          ...stale.map((meter) => sentence("note.staleMeter", { meter })),
        ],
      };
    },
  };
}

/** Each meter has only one of the two; if both, the energy is the same. */
const measuredOf = (month: MeterMonthFigures, { usage, unit }: MonthUse): Measured => ({
  usage,
  unit,
  isBilled: usage !== null || month.days_covered > 0,
  kbtus: energyOfMeter(month),
  lbs_co2: month.distribution_lbs_co2 ?? month.supply_lbs_co2,
});

function rowOf(meter: ReportMeter, month: MeterMonthFigures, use: MonthUse, measured: Measured): Row {
  return {
    month: monthText(month.effective_month),
    meter_number: meterName(meter),
    energy_type: meter.energy_type,
    usage: use.usage,
    usage_unit: use.unit,
    usage_per_day: quotient(use.usage, month.days_covered),
    kbtus: measured.kbtus,
    tons_co2: tonsOf(measured.lbs_co2),
    demand: month.demand_consumption,
    demand_unit: month.demand_consumption === null ? null : use.demandUnit,
    ...costsOf(month),
    cost_per_day: quotient(month.total_cost, month.days_covered),
    average_unit_cost: quotient(month.total_cost, use.usage),
    days_billed: month.days_covered,
    estimated: month.estimated,
    month_complete: month.month_complete,
    bills: use.bills,
  };
}
