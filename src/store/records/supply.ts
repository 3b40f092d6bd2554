/** Sets on all usages of a meter whether they are supply, after a user corrected it. */
import { sql } from "kysely";
import { writeBillTexts } from "../bills/bill-texts.ts";
import type { Trx } from "../db.ts";

/** Also updates the change time of the bills, including archived ones. The caller has locked the account of the meter. */
export async function replaceSupply(trx: Trx, companyId: number, meterId: number, supply: boolean): Promise<void> {
  const rows = await trx
    .selectFrom("bill_meters")
    .select("utility_bill_id")
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .execute();
  const ids = rows.map(({ utility_bill_id }) => utility_bill_id);
  if (ids.length === 0) return;
  await trx
    .updateTable("utility_usages")
    .set({ supply })
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .execute();
  await sql`
    update utility_bills set updated_at = now()
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(trx);
  await writeBillTexts(trx, companyId, ids);
}
