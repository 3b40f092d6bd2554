/** The charges of bills, added up by meter and class, and the places that the meters of bills belong to: what bookings are made of. */
import { sql } from "kysely";
import type { BookedPlace } from "../../domain/bills/booked-to.ts";
import type { ChargeType, EnergyType } from "../../records/codes.ts";
import type { Sql } from "../db.ts";

/** What a meter measures, and what says to where its charges are booked. */
export interface MeterPlace extends BookedPlace {
  utility_meter_id: number;
  energy_type: EnergyType;
  property_id: number | null;
  property_name: string | null;
}

export interface BilledPlace extends MeterPlace {
  utility_bill_id: number;
}

export interface BookedLine {
  utility_bill_id: number;
  utility_meter_id: number;
  utility_charge_type: ChargeType;
  /** Exact to the cent. */
  amount: number;
}

const PLACE = sql`
  meter.id as utility_meter_id, meter.energy_type, meter.property_id, property.name as property_name,
  meter.cost_center as meter_cost_center, meter.gl_account as meter_gl_account,
  account.cost_center as account_cost_center, account.gl_account as account_gl_account,
  property.cost_center as property_cost_center, property.gl_account as property_gl_account`;
const OF_METER = sql`
  join utility_accounts account on account.company_id = meter.company_id and account.id = meter.utility_account_id
  left join properties property on property.company_id = meter.company_id and property.id = meter.property_id`;

/** By bill, then by property, service and class. */
export async function listBookedLines(db: Sql, companyId: number, billIds: readonly number[]): Promise<BookedLine[]> {
  const { rows } = await sql<BookedLine>`
    select line.utility_bill_id, line.utility_meter_id, line.utility_charge_type, line.amount
    from (
      select utility_bill_id, utility_meter_id, utility_charge_type, sum(amount) as amount, min(position) as position
      from utility_charges
      where company_id = ${companyId} and utility_bill_id = any(${billIds}::bigint[])
      group by utility_bill_id, utility_meter_id, utility_charge_type) line
    join utility_meters meter on meter.company_id = ${companyId} and meter.id = line.utility_meter_id
    order by line.utility_bill_id, meter.property_id, meter.energy_type, line.position`.execute(db);
  return rows;
}

/** By meter: most of them have many lines. */
export async function listMeterPlaces(
  db: Sql,
  companyId: number,
  meterIds: readonly number[],
): Promise<ReadonlyMap<number, MeterPlace>> {
  const { rows } = await sql<MeterPlace>`
    select ${PLACE} from utility_meters meter ${OF_METER}
    where meter.company_id = ${companyId} and meter.id = any(${meterIds}::bigint[])`.execute(db);
  return new Map(rows.map((place) => [place.utility_meter_id, place]));
}

/** The meters of the bills, by bill. */
export async function listBilledPlaces(db: Sql, companyId: number, billIds: readonly number[]): Promise<BilledPlace[]> {
  const { rows } = await sql<BilledPlace>`
    select billed.utility_bill_id, ${PLACE}
    from bill_meters billed
    join utility_meters meter on meter.company_id = billed.company_id and meter.id = billed.utility_meter_id
    ${OF_METER}
    where billed.company_id = ${companyId} and billed.utility_bill_id = any(${billIds}::bigint[])
    order by billed.utility_bill_id, meter.property_id, meter.id`.execute(db);
  return rows;
}

/** The charges of each bill together; a bill without a charge is not among them. */
export async function sumCharges(
  db: Sql,
  companyId: number,
  billIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; amount: number }>`
    select utility_bill_id as id, sum(amount) as amount from utility_charges
    where company_id = ${companyId} and utility_bill_id = any(${billIds}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
