/** The columns of the three reports of cost avoidance, with the same name and meaning in each. */
import { CARBON_UNIT } from "../../domain/carbon-tons.ts";
import { MONEY } from "../../records/report.ts";
import { answer, COLUMNS, date, keyed, money, number, percent, text } from "../parts/columns.ts";
import type { Column } from "../../records/table.ts";

export const AVOIDANCE = {
  adjusted: number(
    "baseline_adjusted_use",
    "Baseline Adjusted Use",
    null,
    1,
    "What the baseline would have used in the weather of the period, with the adjustments.",
  ),
  actual: number("actual_use", "Actual Use", null, 1, "As billed."),
  avoided: number(
    "avoided_use",
    "Avoided Use",
    null,
    1,
    "Baseline adjusted use less actual use; negative when more was used.",
  ),
  unit: text("use_unit", "Use Unit", "Unit of the use; kBtu when meters are billed in different units."),
  adjustedCost: money("adjusted_cost", "Adjusted Cost", "Baseline adjusted use x average unit cost."),
  actualCost: money("actual_cost", "Actual Cost", "All charges of the bills."),
  avoidedCost: answer(money("cost_avoidance", "Cost Avoidance", "Adjusted cost less actual cost.")),
  model: text("model", "Model", "The factors that explain the use of the baseline."),
  r2: number("r2", "R2", null, 3, "Share of the variation in use per day that the model explains, 0 to 1."),
  cvrmse: percent(
    "cvrmse",
    "CV(RMSE) (%)",
    "The model's error for a period of the baseline, relative to the mean use.",
  ),
  band: number(
    "uncertainty_90",
    "Uncertainty at 90 % (+/-)",
    null,
    1,
    "In 9 of 10 cases the true avoided use of all periods shown is within this distance of the figure, in the unit of the use.",
  ),
  flags: text("flags", "Flags", "Remarks on the row; the notes explain each name."),
} as const satisfies Record<string, Column>;

/** Two days as a text. */
const period = (...of: Parameters<typeof text>): Column => ({ ...text(...of), isPeriod: true });

export const SUMMARY_COLUMNS: readonly Column[] = [
  keyed(COLUMNS.energyType),
  period("baseline_period", "Baseline Period", "First and last day of the bills that the models use."),
  period(
    "savings_period",
    "Savings Period",
    "First day of the first and last day of the last bill since the savings began.",
  ),
  number("months", "Months", "months", 1, "Days of the savings period in months of 365 / 12 days."),
  AVOIDANCE.adjusted,
  AVOIDANCE.actual,
  AVOIDANCE.avoided,
  AVOIDANCE.unit,
  number("avoided_kbtus", "Avoided kBtu", "kBtu", 0, "The avoided use as energy."),
  AVOIDANCE.adjustedCost,
  AVOIDANCE.actualCost,
  AVOIDANCE.avoidedCost,
  percent("cost_avoidance_percent", "Cost Avoidance (%)", "Cost avoidance / adjusted cost."),
  money(
    "fixed_charge_avoidance",
    "Of It Fixed Charges",
    "The part of the cost avoidance that comes from spreading fixed charges (service_cost) over the use: less use does not lower them.",
  ),
  number(
    "avoided_tons_co2",
    "Avoided CO2 (metric tons)",
    CARBON_UNIT,
    2,
    "CO2 equivalent of the avoided use, by the factor of the current bills; not a measured reduction.",
  ),
  AVOIDANCE.model,
  AVOIDANCE.r2,
  AVOIDANCE.cvrmse,
  AVOIDANCE.band,
  AVOIDANCE.flags,
];

const PERIOD_COLUMNS = [
  COLUMNS.meter,
  COLUMNS.energyType,
  COLUMNS.billStart,
  COLUMNS.billEnd,
  COLUMNS.days,
  number("hdd", "HDD", "°F days", 0, "Heating degree days of the period at the balance point of the model."),
  number("cdd", "CDD", "°F days", 0, "Cooling degree days of the period at the balance point of the model."),
  AVOIDANCE.adjusted,
  AVOIDANCE.actual,
  AVOIDANCE.avoided,
  AVOIDANCE.unit,
  number(
    "average_unit_cost",
    "Average Unit Cost",
    MONEY,
    4,
    "Actual cost / actual use of the bill; without use, that of the last earlier bill with use.",
  ),
  AVOIDANCE.adjustedCost,
  AVOIDANCE.actualCost,
  AVOIDANCE.avoidedCost,
  money("cumulative_avoidance", "Cumulative Avoidance", "Cost avoidance of the meter up to and including the row."),
] as const;

export const DETAIL_COLUMNS: readonly Column[] = [...PERIOD_COLUMNS, AVOIDANCE.flags, COLUMNS.bills];

export const EXPANDED_COLUMNS: readonly Column[] = [
  ...PERIOD_COLUMNS,
  number("base_load_use", "Base Load Use", null, 1, "Of the model: the use that does not depend on the weather."),
  number("heating_use", "Heating Use", null, 1, "Of the model: slope x heating degree days."),
  number("cooling_use", "Cooling Use", null, 1, "Of the model: slope x cooling degree days."),
  number(
    "special_adjustment",
    "Special Adjustment",
    null,
    1,
    "The amount that special_adjustments add, in the unit of the use.",
  ),
  number("floor_area_factor", "Floor Area Factor", null, 4, "The factor by which the use of the model is multiplied."),
  AVOIDANCE.model,
  number("heating_balance_point", "Heating Balance Point", "°F", 0, "Mean temperature below which heating begins."),
  number("cooling_balance_point", "Cooling Balance Point", "°F", 0, "Mean temperature above which cooling begins."),
  number("base_per_day", "Base per Day", null, 3, "Use per day without heating and cooling."),
  number("slope_per_hdd", "Slope per HDD", null, 4, "Use for each heating degree day."),
  number("slope_per_cdd", "Slope per CDD", null, 4, "Use for each cooling degree day."),
  AVOIDANCE.r2,
  AVOIDANCE.cvrmse,
  percent("nmbe", "NMBE (%)", "Mean of actual less modelled use in the baseline, relative to the mean use."),
  date("baseline_start", "Baseline Start", "First day of the model's periods."),
  date("baseline_end", "Baseline End", "First day after the model's periods."),
  date("savings_start", "Savings Start", "First day of the savings."),
  AVOIDANCE.band,
  AVOIDANCE.flags,
  COLUMNS.bills,
];
