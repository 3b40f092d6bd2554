/** Short meters with months, for tests of roll-ups. */
import { daysInMonth } from "../calendar.ts";
import type { MeterMonthFigures } from "../months/calendarize.ts";
import { servedMeter } from "./served-meter.fixtures.ts";
import type { RolledMeter, ServedMeter } from "./service-points.ts";

/** A fully billed month; `month` is "2023-01". */
export function meterMonth(month: string, figures: Partial<MeterMonthFigures> = {}): MeterMonthFigures {
  const effective_month = `${month}-01`;
  return {
    effective_month,
    distribution_kbtus: null,
    distribution_lbs_co2: null,
    supply_kbtus: null,
    supply_lbs_co2: null,
    demand_consumption: null,
    usage_cost: figures.total_cost ?? null,
    demand_cost: figures.total_cost === undefined ? null : 0,
    service_cost: figures.total_cost === undefined ? null : 0,
    interim_rate_cost: figures.total_cost === undefined ? null : 0,
    other_applied_cost: figures.total_cost === undefined ? null : 0,
    tax_cost: figures.total_cost === undefined ? null : 0,
    total_cost: null,
    gallons: null,
    estimated: false,
    month_complete: true,
    days_covered: figures.month_complete === false ? 0 : daysInMonth(effective_month),
    ...figures,
  };
}

export const rolledMeter = ({
  months,
  ...meter
}: Partial<ServedMeter> & { months: MeterMonthFigures[] }): RolledMeter => ({ ...servedMeter(meter), months });
