/** Utility meter history: every live bill of every meter of a property, as billed. */
import { tonsOf } from "../../domain/carbon-tons.ts";
import { MONEY } from "../../records/report.ts";
import { COLUMNS, COST_COLUMNS, date, number, text } from "../parts/columns.ts";
import { costTotals, costsOf } from "../parts/cost-totals.ts";
import type { DayRange } from "../../domain/day-range.ts";
import { energyTotals } from "../parts/energy-totals.ts";
import { quotient } from "../../domain/exact.ts";
import { coverageFaultsOf } from "../parts/coverage-faults.ts";
import { gapNotes } from "../parts/gap-notes.ts";
import {
  billsInRange,
  meterName,
  type BillFigures,
  type MeterBills,
  type ReportMeter,
} from "../../domain/bills/bill-figures.ts";
import type { Column, Row, TableRows } from "../../records/table.ts";
import { unknownNotes } from "../parts/unknown-notes.ts";
import type { ReportWords } from "../words/report-words.ts";

export const METER_HISTORY = {
  title: "Utility meter history",
  basis: "as billed",
  rule:
    "One row for each bill of each meter, with the meter's own lines. Archived bills are left out: an edited bill replaces " +
    "its original. Periods end on the first day that is not covered. A bill belongs to the range of days that " +
    "contains its last day. Usage is in the unit as billed, and amounts in different units are never added.",
  columns: [
    COLUMNS.meter,
    COLUMNS.energyType,
    text("utility_company", "Utility Company", "The company that sent the bill."),
    text("account_number", "Account Number", "Number of the billed account."),
    date("invoice_date", "Invoice Date", "Date of the bill."),
    COLUMNS.billStart,
    COLUMNS.billEnd,
    COLUMNS.days,
    COLUMNS.usage,
    COLUMNS.usageUnit,
    number("usage_per_day", "Usage per Day", null, 2, "Usage / days, in the unit of the usage."),
    COLUMNS.kbtus,
    COLUMNS.carbon,
    ...COST_COLUMNS,
    COLUMNS.costPerDay,
    number("cost_per_unit", "Cost per Unit", MONEY, 4, "Total cost / usage; empty when the usage is not positive."),
    COLUMNS.billEstimated,
    COLUMNS.bills,
  ] satisfies Column[],
} as const;

export function meterHistoryRows(range: DayRange, words: ReportWords): TableRows<MeterBills> {
  const { sentence, count } = words;
  const costs = costTotals();
  const energy = energyTotals();
  const gaps = gapNotes(range, words);
  const unknown = unknownNotes("bill", words);
  let estimated = 0;
  let mixed = 0;
  let unpriced = 0;
  return {
    rowsOf(part) {
      gaps.add({ meter: part.meter, coverageFaults: coverageFaultsOf(part) });
      return billsInRange(part, range).map((figures) => {
        costs.add(figures);
        energy.add(part.meter, figures);
        unknown.add(part.meter.energy_type, figures);
        if (figures.estimated) estimated++;
        if (figures.isMixed) mixed++;
        if (figures.total_cost === null) unpriced++;
        return rowOf(part.meter, figures);
      });
    },
    tail() {
      const { usage, unit, kbtus, lbs_co2 } = energy.total();
      return {
        totals: { usage, usage_unit: unit, kbtus, tons_co2: tonsOf(lbs_co2), ...costs.totals() },
        estimated,
        missing: gaps.count(),
        notes: [
          ...energy.notes(words),
          ...(mixed > 0 ? [sentence("note.mixed", { rows: count("bill", mixed) })] : []),
          ...(unpriced > 0 ? [sentence("note.unpriced", { rows: count("row", unpriced) })] : []),
          ...unknown.notes(),
          ...gaps.notes(),
        ],
      };
    },
  };
}

function rowOf(meter: ReportMeter, figures: BillFigures): Row {
  const { bill, period, usage, total_cost } = figures;
  return {
    meter_number: meterName(meter),
    energy_type: meter.energy_type,
    utility_company: meter.utility_company_name,
    account_number: meter.acct_num,
    invoice_date: bill.invoice_date,
    bill_start: period?.start_date ?? null,
    bill_end: period?.end_date ?? null,
    days: figures.days,
    usage,
    usage_unit: figures.unit,
    usage_per_day: quotient(usage, figures.days),
    kbtus: figures.kbtus,
    tons_co2: tonsOf(figures.lbs_co2),
    ...costsOf(figures),
    cost_per_day: quotient(total_cost, figures.days),
    cost_per_unit: quotient(total_cost, usage),
    estimated: figures.estimated,
    bills: [bill.id],
  };
}
