/** What accruals and budgets are calculated from, beside the days of bills: the meters, and the costs of months. */
import { sql, type RawBuilder } from "kysely";
import type { BookedPlace } from "../../domain/bills/booked-to.ts";
import type { ActualMonth, Service } from "../../domain/budgets/budget-variance.ts";
import { monthFromNumber } from "../../domain/calendar.ts";
import type { Months } from "../../domain/coverage/coverage.ts";
import type { ServedMeter } from "../../domain/property/service-points.ts";
import type { Sql } from "../db.ts";
import { WHOLE } from "./derived-rows.ts";
import { FIRST_DAY, monthsByFirstDay, valuesOf } from "./packed-months.ts";

export interface AccruedMeterRow extends ServedMeter, BookedPlace {
  meter_num: string | null;
  property_id: number | null;
  property_name: string | null;
  utility_account_id: number;
  acct_num: string | null;
  utility_company_name: string | null;
  /** Of the account. */
  has_login: boolean;
}

const ofProperty = (column: RawBuilder<unknown>, propertyId: number | null) =>
  propertyId === null ? sql`true` : sql`${column} = ${propertyId}`;

/** By property and id; those without a property last. Null: of all properties. */
export async function listAccruedMeters(
  db: Sql,
  companyId: number,
  propertyId: number | null,
): Promise<AccruedMeterRow[]> {
  const { rows } = await sql<AccruedMeterRow>`
    select meter.id, meter.meter_num, meter.energy_type, meter.association_type, meter.meter_wrapper_id, meter.status,
      meter.deactivation_date, meter.property_id, property.name as property_name, account.id as utility_account_id,
      account.acct_num, account.status as account_status,
      account.authorization_id is not null as has_login, utility.name as utility_company_name,
      meter.cost_center as meter_cost_center, meter.gl_account as meter_gl_account,
      account.cost_center as account_cost_center, account.gl_account as account_gl_account,
      property.cost_center as property_cost_center, property.gl_account as property_gl_account
    from utility_meters meter
    join utility_accounts account on account.company_id = meter.company_id and account.id = meter.utility_account_id
    join utility_companies utility on utility.id = account.utility_company_id
    left join properties property on property.company_id = meter.company_id and property.id = meter.property_id
    where meter.company_id = ${companyId} and ${ofProperty(sql`meter.property_id`, propertyId)}
    order by meter.property_id nulls last, meter.id`.execute(db);
  return rows;
}

const numberOf = (text = ""): number | null => (text === "" ? null : Number(text));

export interface CostOfMonth extends ActualMonth {
  property_id: number;
}

interface PackedRow {
  property_id: number;
  energy_type: Service;
  /** First days of months, cents (nothing: unknown) and marks, by turns. */
  packed: string;
}

const NUMBERS = 3;
const [COMPLETE, ESTIMATED] = [1, 2];

/** The stored months of properties: what each service costs, and all together. Null: all properties. */
export async function listCostMonths(
  db: Sql,
  companyId: number,
  propertyId: number | null,
  months: Months,
): Promise<CostOfMonth[]> {
  const { rows } = await sql<PackedRow>`
    select property_id, nullif(energy_type, ${WHOLE}) as energy_type,
      string_agg(concat(${FIRST_DAY}, ' ', (total_cost * 100)::bigint, ' ',
        month_complete::int * ${COMPLETE}::int + estimated::int * ${ESTIMATED}::int), ' ') as packed
    from property_months
    where company_id = ${companyId} and ${ofProperty(sql`property_id`, propertyId)}
      and effective_month >= ${monthFromNumber(months.first)} and effective_month < ${monthFromNumber(months.end)}
    group by property_id, property_months.energy_type`.execute(db);
  const numbers = monthsByFirstDay(months);
  const costs: CostOfMonth[] = [];
  for (const { property_id, energy_type, packed } of rows) {
    const texts = valuesOf(packed, NUMBERS);
    for (let at = 0; at < texts.length; at += NUMBERS) {
      const marks = Number(texts[at + 2]);
      costs.push({
        property_id,
        energy_type,
        month: numbers.get(texts[at] ?? "") ?? 0,
        cents: numberOf(texts[at + 1]),
        isComplete: (marks & COMPLETE) !== 0,
        isEstimated: (marks & ESTIMATED) !== 0,
      });
    }
  }
  return costs;
}
