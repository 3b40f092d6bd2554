/** Charts electric demand by month for each meter, with the highest of the last twelve months, on which a bill may be based. */
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { monthNumber } from "../../domain/calendar.ts";
import { meterName, type ReportMeter } from "../../domain/bills/bill-figures.ts";
import { kwPerUnit } from "../../domain/units.ts";
import { isInRange } from "../../domain/day-range.ts";
import { monthChart, type Point } from "../parts/month-charts.ts";
import type { ReportOptions } from "../parts/open-table.ts";
import { YEAR_MONTHS } from "../parts/year.ts";
import type { Chart } from "../../records/table.ts";

/** A month of the electricity of the property, or of one of its meters. */
export interface DemandMonth {
  effective_month: Month;
  demand_consumption: number | null;
  demand_cost: number | null;
  total_cost: number | null;
  estimated: boolean;
  month_complete: boolean;
}

type DemandMeter = Pick<
  ReportMeter,
  "id" | "meter_num" | "acct_num" | "association_type" | "demand_measurement_unit"
> & {
  energy_type: EnergyType;
};

const isElectric = ({ energy_type }: { energy_type: string }) => energy_type === "ELECTRIC";

/** Those of electricity; null when its meters state demand in units that cannot be compared, or none. */
export function comparableMonths<M extends DemandMonth & { energy_type: string }>(
  months: readonly M[],
  meters: readonly DemandMeter[],
): M[] | null {
  const units = meters.filter(isElectric).flatMap(({ demand_measurement_unit }) => demand_measurement_unit ?? []);
  if (units.length === 0 || units.some((unit) => kwPerUnit(unit) === null)) return null;
  return months.filter(isElectric);
}

/** More lines could not be distinguished. */
const METERS_MAX = 5;

/** `months` are those of the property, `byMeter` those of its meters. Many meters are one line: the highest of them. */
export function demandCharts(
  months: readonly DemandMonth[] | null,
  byMeter: readonly (DemandMonth & { utility_meter_id: number })[],
  meters: readonly DemandMeter[],
  { range, words }: Pick<ReportOptions, "range" | "words">,
): Chart[] {
  if (months === null) return [];
  const { sentence } = words;
  const withDemand = meters.filter(
    (meter) =>
      isElectric(meter) &&
      byMeter.some((month) => month.utility_meter_id === meter.id && month.demand_consumption !== null),
  );
  const lines =
    withDemand.length <= METERS_MAX
      ? withDemand.map((meter) => ({
          series: sentence("chart.demandOfMeter", { meter: meterName(meter) }),
          months: byMeter.filter(({ utility_meter_id }) => utility_meter_id === meter.id),
        }))
      : [{ series: sentence("tile.demand"), months }];
  const asked = ({ effective_month }: DemandMonth) => isInRange(effective_month, range);
  const points = lines.flatMap((line) =>
    line.months.filter(asked).map((month): Point => ({
      series: line.series,
      month: month.effective_month,
      value: month.demand_consumption,
      isEstimated: month.estimated,
      isIncomplete: !month.month_complete,
    })),
  );
  const highest = months.filter(asked).map((month): Point => ({
    series: sentence("chart.highestOfYear"),
    month: month.effective_month,
    value: highestUntil(month, months),
  }));
  return monthChart({ title: sentence("chart.demand"), kind: "line", unit: "kW" }, [...points, ...highest]);
}

function highestUntil({ effective_month }: DemandMonth, months: readonly DemandMonth[]): number | null {
  const last = monthNumber(effective_month);
  const demands = months.flatMap((month) => {
    const number = monthNumber(month.effective_month);
    return number <= last && number > last - YEAR_MONTHS ? (month.demand_consumption ?? []) : [];
  });
  return demands.length === 0 ? null : Math.max(...demands);
}
