/**
 * The last months of a demo as a client reads them: the newest complete month of each meter, with its usage in the billed unit.
 */
import type { z } from "zod";
import { meterName } from "../../domain/bills/bill-figures.ts";
import type { UtilityAccount } from "../../records/account.ts";
import type { UtilityMeter } from "../../records/meter.ts";
import type { MonthlyConsumptionData } from "../../records/month.ts";
import type { ApiCaller } from "../api-caller.ts";

type Meter = z.infer<typeof UtilityMeter> & { utility_account: z.infer<typeof UtilityAccount> };
type Month = z.infer<typeof MonthlyConsumptionData>;

export interface LastMonth {
  acct_num: string;
  meter_num: string | null;
  energy_type: string;
  property_name: string | null;
  month: string;
  /** In the billed unit; null when no report has it. */
  usage: number | null;
  usage_unit: string | null;
  kbtus: number | null;
  gallons: number | null;
  total_cost: number | null;
  month_complete: boolean;
}

/** From GET /meters, /meters/:id/monthly and the monthly meter history of each property. */
export async function readMonths(caller: ApiCaller): Promise<{ meters: number; last_months: LastMonth[] }> {
  const meters = await caller.get<Meter[]>("/meters");
  const usages = await readUsages(caller, meters);
  const last_months = await Promise.all(
    meters.map(async (meter) => {
      const { monthly_meter_data } = await caller.get<{ monthly_meter_data: Month[] }>(`/meters/${meter.id}/monthly`);
      const month = monthly_meter_data.findLast(({ month_complete }) => month_complete) ?? monthly_meter_data.at(-1);
      return month === undefined ? [] : [lastMonth(meter, month, usages)];
    }),
  );
  return { meters: meters.length, last_months: last_months.flat() };
}

type UsageRow = { "Meter Number": string; Month: string; Usage: number | null; "Usage Unit": string | null };

const keyOf = (propertyId: number | null, meter: string, month: string) => `${propertyId} ${meter} ${month}`;

/** The months of the API are in kBtu; the report also has the billed unit. */
async function readUsages(caller: ApiCaller, meters: Meter[]): Promise<Map<string, UsageRow>> {
  const ids = [...new Set(meters.flatMap(({ property_id }) => property_id ?? []))];
  const reports = await Promise.all(
    ids.map(async (id) => {
      const { rows } = await caller.get<{ rows: UsageRow[] }>(`/reports/monthly_meter_history/${id}`);
      return rows.map((row) => [keyOf(id, row["Meter Number"], row.Month), row] as const);
    }),
  );
  return new Map(reports.flat());
}

function lastMonth(meter: Meter, month: Month, usages: Map<string, UsageRow>): LastMonth {
  const name = month.effective_month.slice(0, 7);
  const row = usages.get(
    keyOf(meter.property_id, meterName({ ...meter, acct_num: meter.utility_account.acct_num }), name),
  );
  return {
    acct_num: meter.utility_account.acct_num,
    meter_num: meter.meter_num,
    energy_type: meter.energy_type,
    property_name: meter.property_name,
    month: name,
    usage: row?.Usage ?? null,
    usage_unit: row?.["Usage Unit"] ?? null,
    kbtus: month.distribution_kbtus,
    gallons: month.gallons,
    total_cost: month.total_cost,
    month_complete: month.month_complete,
  };
}
