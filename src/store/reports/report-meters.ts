/** The meters of a property for reports, with their utility and account. */
import type { ReportMeter } from "../../domain/bills/bill-figures.ts";
import { ENERGY_TYPES } from "../../records/codes.ts";
import type { Metadata } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";

export type ReportMeterRow = ReportMeter & { metadata: Metadata; latest_usage_date: string | null };

/** In the order of reports: by energy type, then by meter number. */
export async function listReportMeters(db: Sql, companyId: number, propertyId: number): Promise<ReportMeterRow[]> {
  const rows = await db
    .selectFrom("utility_meters as meter")
    .innerJoin("utility_accounts as account", (join) =>
      join.onRef("account.company_id", "=", "meter.company_id").onRef("account.id", "=", "meter.utility_account_id"),
    )
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .select(["meter.id", "meter.meter_num", "meter.energy_type", "meter.association_type", "meter.meter_wrapper_id"])
    .select([
      "meter.status",
      "account.status as account_status",
      "meter.deactivation_date",
      "meter.latest_usage_date",
      "meter.metadata",
    ])
    .select(["meter.demand_measurement_unit", "account.acct_num"])
    .select("utility.name as utility_company_name")
    .where("meter.company_id", "=", companyId)
    .where("meter.property_id", "=", propertyId)
    .orderBy("meter.meter_num")
    .orderBy("meter.id")
    .execute();
  // The columns hold the closed lists of records/codes, and metadata is an object: the database checks them.
  const meters = rows as ReportMeterRow[];
  return ENERGY_TYPES.flatMap((type) => meters.filter(({ energy_type }) => energy_type === type));
}
