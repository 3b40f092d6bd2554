/**
 * Energy history detail: every calendar month of every type of energy of a property, with its area, the weather and the
 * previous year.
 */
import { tonsOf } from "../../domain/carbon-tons.ts";
import { MONEY } from "../../records/report.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { yearUntil } from "../../domain/property/snapshots.ts";
import { answer, COLUMNS, flag, keyed, number, percent } from "../parts/columns.ts";
import { isInRange, type DayRange } from "../../domain/day-range.ts";
import { energyTotals } from "../parts/energy-totals.ts";
import { CENTS, changePercent, MILLIONTHS, quotient, runningSum } from "../../domain/exact.ts";
import { monthText } from "../parts/month-charts.ts";
import { partialNotes } from "../parts/partial-months.ts";
import type { Column, Row, TableRows } from "../../records/table.ts";
import type { TypeMonth } from "./type-months.ts";
import { unknownNotes } from "../parts/unknown-notes.ts";
import type { ReportWords } from "../words/report-words.ts";

/** One part: a type of energy with all its months, consecutive and ascending. */
export interface TypeHistory {
  energy_type: EnergyType;
  months: readonly TypeMonth[];
}

/** The data that the months are compared with. */
export interface PropertyContext {
  sq_ft: number | null;
  weather_station_alpha_id: string | null;
  degreeDays: ReadonlyMap<Month, MonthDegreeDays>;
  /** Notes besides the rows. */
  notes: readonly string[];
  /** The gaps between bills; complete after the rows are made. */
  gaps?: { notes: () => string[] };
}

export interface MonthDegreeDays {
  heating_degree_days: number | null;
  cooling_degree_days: number | null;
  month_complete: boolean;
}

const YEAR_MONTHS = 12;

const weatherColumn = (key: string, label: string, what: string): Column => ({
  key,
  label,
  unit: "°F days",
  type: "integer",
  meaning: `${what} degree days of the property's weather station with base 65 °F; empty when days are missing.`,
});

export const ENERGY_HISTORY_DETAIL = {
  title: "Energy history detail",
  basis: "calendar months",
  rule:
    "One row for each calendar month of each type of energy. Lines of bills are spread over months by whole days. Where " +
    "supply and distribution of one service are billed apart, both costs count and the energy counts once. Figures per " +
    "square foot are of the present floor area. Two months are compared only where both are complete.",
  columns: [
    COLUMNS.month,
    keyed(COLUMNS.energyType),
    COLUMNS.usage,
    COLUMNS.usageUnit,
    COLUMNS.kbtus,
    number("kbtus_per_sq_ft", "kBtu per sq ft", "kBtu/sq ft", 2, "kBtu / floor area."),
    answer({ ...COLUMNS.totalCost, key: "cost", label: "Cost" }),
    number("cost_per_sq_ft", "Cost per sq ft", `${MONEY}/sq ft`, 4, "Cost / floor area."),
    COLUMNS.carbon,
    weatherColumn("hdd", "HDD", "Heating"),
    weatherColumn("cdd", "CDD", "Cooling"),
    number(
      "last_year_kbtus",
      "Same Month Last Year kBtu",
      "kBtu",
      0,
      "kBtu of the same month of the year before; nothing where that month is not complete.",
    ),
    percent(
      "change",
      "Change (%)",
      "Of kBtu against the year before; nothing where one of the two months is not complete.",
    ),
    number(
      "rolling_kbtus_per_sq_ft",
      "Rolling 12-Month kBtu per sq ft",
      "kBtu/sq ft",
      2,
      "Of the twelve months that end with this one; nothing unless all twelve are complete.",
    ),
    COLUMNS.monthEstimated,
    flag("month_complete", "Month Complete", "Every meter in service is billed for every day, exactly once."),
    COLUMNS.bills,
  ] satisfies Column[],
} as const;

export function energyHistoryDetailRows(
  property: PropertyContext,
  range: DayRange,
  words: ReportWords,
): TableRows<TypeHistory> {
  const { sentence, count } = words;
  const cost = runningSum(CENTS);
  const energy = energyTotals();
  const unknown = unknownNotes("month", words);
  const withoutWeather = new Set<Month>();
  let estimated = 0;
  let missing = 0;
  let partial = 0;
  let mixed = 0;
  return {
    rowsOf({ energy_type, months }) {
      const asService = { meter_wrapper_id: 0, energy_type, association_type: "STANDARD" } as const;
      return months.flatMap((month, index) => {
        if (!isInRange(month.effective_month, range)) return [];
        cost.add(month.cost);
        const measured = { ...month, isBilled: month.usage !== null || month.isMixed || month.kbtus !== null };
        energy.add(asService, measured);
        unknown.add(energy_type, measured);
        if (month.estimated) estimated++;
        if (month.isPartial) partial++;
        else if (!month.month_complete) missing++;
        if (month.isMixed) mixed++;
        if (property.degreeDays.get(month.effective_month)?.month_complete !== true)
          withoutWeather.add(month.effective_month);
        return [rowOf(energy_type, months, index, month, property)];
      });
    },
    tail() {
      const { usage, unit, kbtus, lbs_co2 } = energy.total();
      return {
        totals: {
          usage,
          usage_unit: unit,
          kbtus,
          // Per square foot there is no total: of other than twelve months it would be taken for a year's intensity.
          cost: cost.total(),
          tons_co2: tonsOf(lbs_co2),
        },
        estimated,
        missing,
        notes: [
          ...property.notes,
          ...partialNotes(partial, words),
          ...(property.gaps?.notes() ?? []),
          ...(property.sq_ft === null ? [sentence("note.noArea")] : []),
          ...weatherNotes(property, withoutWeather.size, words),
          ...unknown.notes(),
          ...energy.notes(words),
          ...(mixed > 0 ? [sentence("note.mixed", { rows: count("month", mixed) })] : []),
        ],
      };
    },
  };
}

function weatherNotes(
  { weather_station_alpha_id: station }: PropertyContext,
  without: number,
  { sentence, count }: ReportWords,
): string[] {
  if (station === null) return [sentence("note.noStation")];
  return without === 0 ? [] : [sentence("note.noWeather", { months: count("month", without), station })];
}

function rowOf(
  energy_type: EnergyType,
  months: readonly TypeMonth[],
  index: number,
  month: TypeMonth,
  { sq_ft, degreeDays }: PropertyContext,
): Row {
  const weather = degreeDays.get(month.effective_month);
  const hasWeather = weather?.month_complete === true;
  const lastYear = months[index - YEAR_MONTHS];
  const isComparable = month.month_complete && lastYear?.month_complete === true;
  return {
    month: monthText(month.effective_month),
    energy_type,
    usage: month.usage,
    usage_unit: month.unit,
    kbtus: month.kbtus,
    kbtus_per_sq_ft: quotient(month.kbtus, sq_ft),
    cost: month.cost,
    cost_per_sq_ft: quotient(month.cost, sq_ft),
    tons_co2: tonsOf(month.lbs_co2),
    hdd: hasWeather ? weather.heating_degree_days : null,
    cdd: hasWeather ? weather.cooling_degree_days : null,
    last_year_kbtus: lastYear?.month_complete === true ? lastYear.kbtus : null,
    change: isComparable ? changePercent(month.kbtus, lastYear.kbtus) : null,
    rolling_kbtus_per_sq_ft: quotient(sumOfYear(yearUntil(months, index)), sq_ft),
    estimated: month.estimated,
    month_complete: month.month_complete,
    bills: month.bills,
  };
}

/** Null when a month of the year is unknown. */
function sumOfYear(year: readonly TypeMonth[] | null): number | null {
  if (year === null || year.some(({ kbtus }) => kbtus === null)) return null;
  const sum = runningSum(MILLIONTHS);
  for (const { kbtus } of year) sum.add(kbtus);
  return sum.total();
}
