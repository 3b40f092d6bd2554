/** What the variance of meters depends on: the sums of their months in two periods, and their use in the months before. */
import { sql, type RawBuilder } from "kysely";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import {
  endOf,
  MODEL_MONTHS,
  type ComparedMeter,
  type ComparedPeriods,
  type MeterPeriod,
  type MonthOfUse,
} from "../../domain/variance/property-variance.ts";
import { CENTS } from "../../domain/exact.ts";
import { toUnits } from "../../domain/whole-units.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";
import { FIRST_DAY, monthsByFirstDay } from "./packed-months.ts";

export interface MeterToCompare {
  id: number;
  energy_type: EnergyType;
  /** Without it, no model is made, and the months before the period are not read. */
  hasWeather: boolean;
}

/** The meters with their months, in the order given. */
export async function listComparedMeters<Meter extends MeterToCompare>(
  db: Sql,
  companyId: number,
  meters: readonly Meter[],
  spans: ComparedPeriods,
): Promise<(Meter & ComparedMeter)[]> {
  const ids = meters.map(({ id }) => id);
  const modelled = meters.flatMap(({ id, hasWeather }) => (hasWeather ? [id] : []));
  const periods = await listMeterPeriods(db, companyId, ids, spans);
  const uses = await listUses(db, companyId, modelled, spans.period.first);
  return meters.map((meter) => ({
    ...meter,
    uses: uses.get(meter.id) ?? [],
    now: periods.now.get(meter.id) ?? null,
    before: periods.before.get(meter.id) ?? null,
  }));
}

/** The use of a meter in one unit: a meter measures energy that is delivered, or that is supplied, or water. */
const USE = sql`coalesce(distribution_kbtus, supply_kbtus, gallons)`;

/** The values of a column by month, in one text; null without a row. */
const packed = (column: RawBuilder<unknown>, filter = sql``) =>
  sql`array_to_string(array_agg(${column} order by effective_month) ${filter}, ' ')`;

interface PeriodRow {
  utility_meter_id: number;
  is_now: boolean;
  days: number;
  use: number | null;
  demand: number | null;
  use_cost: number;
  demand_cost: number;
  fixed_cost: number;
  tax_cost: number;
  other_cost: number;
  /** The months with billed days; the days of each; null without one. */
  months: string | null;
  days_of_months: string | null;
}

type PeriodsOfMeters = Record<"now" | "before", Map<number, MeterPeriod>>;

async function listMeterPeriods(
  db: Sql,
  companyId: number,
  meterIds: readonly number[],
  { period, against }: ComparedPeriods,
): Promise<PeriodsOfMeters> {
  // A month between two bills, or one with a fee alone, has no use.
  const isBilled = sql`filter (where days_covered > 0)`;
  const sumOf = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)`;
  const { rows } = await sql<PeriodRow>`
    select meter.id as utility_meter_id, period.is_now, sums.*
    from unnest(${meterIds}::bigint[]) as meter (id)
    cross join (values (true, ${period.first}::date, ${endOf(period)}::date), (false, ${against.first}, ${endOf(against)}))
      as period (is_now, first, "end")
    cross join lateral (
      select sum(days_covered)::int as days,
        case when count(${USE}) ${isBilled} = count(*) ${isBilled} then coalesce(sum(${USE}) ${isBilled}, 0) end as use,
        sum(demand_consumption) ${isBilled} as demand,
        ${sumOf("usage_cost")} + ${sumOf("interim_rate_cost")} as use_cost, ${sumOf("demand_cost")} as demand_cost,
        ${sumOf("service_cost")} as fixed_cost, ${sumOf("tax_cost")} as tax_cost,
        ${sumOf("other_applied_cost")} as other_cost,
        ${packed(FIRST_DAY, isBilled)} as months, ${packed(sql`days_covered`, isBilled)} as days_of_months
      from meter_months
      where company_id = ${companyId} and utility_meter_id = meter.id
        and effective_month >= period.first and effective_month < period."end"
      having count(*) > 0) sums`.execute(db);
  const monthsOf = once(readMonths([period.first, against.first], [endOf(period), endOf(against)]));
  const daysOf = once(readNumbers);
  const of: PeriodsOfMeters = { now: new Map(), before: new Map() };
  for (const row of rows) {
    const [months, days] = [monthsOf(row.months ?? ""), daysOf(row.days_of_months ?? "")];
    of[row.is_now ? "now" : "before"].set(row.utility_meter_id, {
      days: row.days,
      use: row.use,
      demand: row.demand,
      useCost: toUnits(row.use_cost, CENTS),
      demandCost: toUnits(row.demand_cost, CENTS),
      fixedCost: toUnits(row.fixed_cost, CENTS),
      taxCost: toUnits(row.tax_cost, CENTS),
      otherCost: toUnits(row.other_cost, CENTS),
      billed: months.map((month, at) => ({ month, days: days[at] ?? 0 })),
    });
  }
  return of;
}

/** The complete months with a known use before a month, ascending. */
async function listUses(
  db: Sql,
  companyId: number,
  meterIds: readonly number[],
  before: Month,
): Promise<ReadonlyMap<number, MonthOfUse[]>> {
  if (meterIds.length === 0) return new Map();
  const first = monthFromNumber(monthNumber(before) - MODEL_MONTHS.most);
  const { rows } = await sql<{ utility_meter_id: number; months: string; uses: string }>`
    select utility_meter_id, ${packed(FIRST_DAY)} as months, ${packed(USE)} as uses
    from meter_months
    where company_id = ${companyId} and utility_meter_id = any(${meterIds}::bigint[])
      and month_complete and ${USE} is not null and effective_month >= ${first} and effective_month < ${before}
    group by utility_meter_id`.execute(db);
  const monthsOf = once(readMonths([first], [before]));
  return new Map(
    rows.map(({ utility_meter_id, months, uses }) => {
      const numbers = monthsOf(months);
      return [utility_meter_id, readNumbers(uses).map((use, at) => ({ month: numbers[at] ?? 0, use }))];
    }),
  );
}

const readNumbers = (text: string): number[] => (text === "" ? [] : text.split(" ").map(Number));

/** How the numbers of months are read from their first days, which are from the first of `firsts` to the last of `ends`. */
function readMonths(firsts: readonly Month[], ends: readonly Month[]): (firstDays: string) => number[] {
  const first = Math.min(...firsts.map(monthNumber));
  const end = Math.max(...ends.map(monthNumber));
  const numbers = monthsByFirstDay({ first, end });
  return (firstDays) => (firstDays === "" ? [] : firstDays.split(" ").map((day) => numbers.get(day) ?? 0));
}

/** Reads each text once: most meters have the same months. */
function once<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
