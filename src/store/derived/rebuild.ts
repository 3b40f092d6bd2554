/** The parts of a company that a rebuild of its months works on one by one, and their locks. */
import { sql } from "kysely";
import type { ServedMeter } from "../../domain/property/service-points.ts";
import type { Sql, Trx } from "../db.ts";

/** Whole properties, so that each is rolled up once; or meters that belong to none. */
export interface RebuildPart {
  property_ids: number[];
  /** Null: those of the properties. */
  meter_ids: number[] | null;
  /** How many meters it has. */
  meters: number;
}

/** All meters of a company in parts of about this size; a larger property is its own part. */
export async function listRebuildParts(db: Sql, companyId: number, metersOfPart: number): Promise<RebuildPart[]> {
  const { rows } = await sql<{ property_id: number | null; meter_ids: number[] }>`
    select property_id, array_agg(id order by id) as meter_ids from utility_meters
    where company_id = ${companyId} group by property_id order by property_id`.execute(db);
  const parts: RebuildPart[] = [];
  for (const { property_id, meter_ids } of rows) {
    const last = parts.at(-1);
    if (property_id === null) {
      for (let from = 0; from < meter_ids.length; from += metersOfPart) {
        const some = meter_ids.slice(from, from + metersOfPart);
        parts.push({ property_ids: [], meter_ids: some, meters: some.length });
      }
    } else if (last === undefined || last.meters + meter_ids.length > metersOfPart)
      parts.push({ property_ids: [property_id], meter_ids: null, meters: meter_ids.length });
    else {
      last.property_ids.push(property_id);
      last.meters += meter_ids.length;
    }
  }
  return parts;
}

export type RebuiltMeter = ServedMeter & { property_id: number | null; utility_account_id: number };

/** Locks the meters of a part until the transaction ends, as the derivation of a single meter does. */
export async function lockMetersOfPart(trx: Trx, companyId: number, part: RebuildPart): Promise<RebuiltMeter[]> {
  const { rows } = await sql<RebuiltMeter>`
    select id, property_id, utility_account_id, energy_type, association_type, meter_wrapper_id, status, deactivation_date
      , (select account.status from utility_accounts account
          where account.company_id = ${companyId} and account.id = utility_account_id) as account_status
    from utility_meters
    where company_id = ${companyId} and ${
      part.meter_ids === null
        ? sql`property_id = any(${part.property_ids}::bigint[])`
        : sql`property_id is null and id = any(${part.meter_ids}::bigint[])`
    }
    order by id for no key update`.execute(trx);
  return rows;
}

/** The properties of a part, after its meters: in the order in which a derivation locks them. */
export async function lockPropertiesOfPart(trx: Trx, companyId: number, { property_ids }: RebuildPart) {
  const { rows } = await sql<{ id: number; sq_ft: number | null; property_use: unknown }>`
    select id, sq_ft, metadata -> 'property_use' as property_use from properties
    where company_id = ${companyId} and id = any(${property_ids}::bigint[])
    order by id for no key update`.execute(trx);
  return rows;
}
