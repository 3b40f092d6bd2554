/** Columns that several reports have, with the same label, unit and meaning in each. */
import { CARBON_UNIT } from "../../domain/carbon-tons.ts";
import { MONEY } from "../../records/report.ts";
import type { Column } from "../../records/table.ts";

export const money = (key: string, label: string, meaning: string): Column => ({
  key,
  label,
  unit: MONEY,
  type: "money",
  digits: 2,
  meaning,
});

export const number = (key: string, label: string, unit: string | null, digits: number, meaning: string): Column => ({
  key,
  label,
  unit,
  type: "number",
  digits,
  meaning,
});

export const text = (key: string, label: string, meaning: string): Column => ({
  key,
  label,
  unit: null,
  type: "text",
  meaning,
});

export const percent = (key: string, label: string, meaning: string): Column => ({
  key,
  label,
  unit: "%",
  type: "percent",
  digits: 1,
  meaning,
});

export const flag = (key: string, label: string, meaning: string): Column => ({
  key,
  label,
  unit: null,
  type: "flag",
  meaning,
});

export const date = (key: string, label: string, meaning: string): Column => ({
  key,
  label,
  unit: null,
  type: "date",
  meaning,
});

export const days = (key: string, label: string, meaning: string): Column => ({
  key,
  label,
  unit: "days",
  type: "integer",
  meaning,
});

/** One of the columns that identify a report's rows. */
export const keyed = (column: Column): Column => ({ ...column, isKey: true });

/** The column that answers the question of a report. */
export const answer = (column: Column): Column => ({ ...column, isAnswer: true });

export const COLUMNS = {
  meter: keyed(
    text(
      "meter_number",
      "Meter Number",
      "Number on the meter, else that of its account in brackets; marked when it is a supply meter.",
    ),
  ),
  month: keyed({ key: "month", label: "Month", unit: null, type: "month", meaning: "Calendar month." }),
  billStart: keyed(date("bill_start", "Bill Start", "First day that the bill covers.")),
  billEnd: date("bill_end", "Bill End", "First day that the bill does not cover."),
  days: days("days", "Days", "Bill End less Bill Start."),
  energyType: text("energy_type", "Energy Type", "What the meter measures."),
  usage: number("usage", "Usage", null, 2, "In the unit as billed; empty when it is billed in more than one unit."),
  usageUnit: text("usage_unit", "Usage Unit", "Unit of the usage, as printed on the bill."),
  kbtus: number("kbtus", "kBtu", "kBtu", 0, "The same energy in thousands of British thermal units; empty for water."),
  carbon: number("tons_co2", "CO2 (metric tons)", CARBON_UNIT, 2, "CO2 equivalent of the energy."),
  usageCost: money("usage_cost", "Usage Cost", "Charges for usage."),
  demandCost: money("demand_cost", "Demand Cost", "Charges for the highest demand."),
  serviceCost: money("service_cost", "Service Cost", "Charges that do not depend on use, such as a customer charge."),
  interimCost: money("interim_rate_cost", "Interim Rate Cost", "Charges and credits of rates that are not final."),
  otherCost: money("other_applied_cost", "Other Cost", "Other charges and credits."),
  tax: money("tax_cost", "Tax", "Taxes and fees of public bodies."),
  totalCost: money("total_cost", "Total Cost", "All charges together, without payments and balances."),
  costPerDay: money("cost_per_day", "Cost per Day", "Total cost / days."),
  billEstimated: flag("estimated", "Estimated", "The bill, or a read on it, was estimated by the utility."),
  monthEstimated: flag(
    "estimated",
    "Estimated",
    "A bill or a read that the month is made of was estimated by the utility.",
  ),
  bills: { key: "bills", label: "Bills", unit: null, type: "bills", meaning: "The bills behind the row." },
} as const satisfies Record<string, Column>;

/** The total answers what a report of costs asks. */
export const COST_COLUMNS = [
  COLUMNS.usageCost,
  COLUMNS.demandCost,
  COLUMNS.serviceCost,
  COLUMNS.interimCost,
  COLUMNS.otherCost,
  COLUMNS.tax,
  answer(COLUMNS.totalCost),
] as const;
