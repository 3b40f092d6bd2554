/** The live bills of a meter as the derivation of months reads them, with its own lines alone. */
import type { MeterBill } from "../domain/meter-bill.ts";
import { listLinesOfMeter } from "./bill-rows.ts";
import type { Sql } from "./db.ts";

export async function listBillsOfMeter(db: Sql, companyId: number, meterId: number): Promise<MeterBill[]> {
  const { bills, charges, usages } = await listLinesOfMeter(db, companyId, meterId);
  const chargesOf = Map.groupBy(charges, ({ utility_bill_id }) => utility_bill_id);
  const usagesOf = Map.groupBy(usages, ({ utility_bill_id }) => utility_bill_id);
  return bills.map(({ id, estimated, period_start, period_end }) => ({
    id,
    estimated,
    period: period_start === null || period_end === null ? null : { start_date: period_start, end_date: period_end },
    // The columns hold the closed lists of records/codes: the database checks them.
    charges: (chargesOf.get(id) ?? []) as MeterBill["charges"],
    usages: (usagesOf.get(id) ?? []) as MeterBill["usages"],
  }));
}
