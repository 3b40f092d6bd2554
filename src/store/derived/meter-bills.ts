/** The live bills of a meter as the derivation of months reads them, with its own lines alone. */
import { knownPeriod } from "../../domain/bills/line-periods.ts";
import { countedPart } from "../../domain/months/counted-part.ts";
import type { MeterBill } from "../../domain/months/meter-bill.ts";
import type { DaysOfMeter } from "../../records/bill.ts";
import type { ChargeType, UsageType } from "../../records/codes.ts";
import type { Sql } from "../db.ts";

/** Bills and their lines in the order of their ids. Of many meters `readBillsOfMeters` gives the same, faster, in no order. */
export async function listBillsOfMeter(db: Sql, companyId: number, meterId: number): Promise<MeterBill[]> {
  const bills = await db
    .selectFrom("bill_meters as line")
    .innerJoin("utility_bills as bill", (join) =>
      join.onRef("bill.company_id", "=", "line.company_id").onRef("bill.id", "=", "line.utility_bill_id"),
    )
    .select(["bill.id", "bill.estimated", "bill.period_start", "bill.period_end", "bill.counted_days"])
    .where("line.company_id", "=", companyId)
    .where("line.utility_meter_id", "=", meterId)
    .where("bill.archived", "=", false)
    .orderBy("bill.id")
    .execute();
  const charges = await db
    .selectFrom("utility_charges")
    .select(["id", "utility_bill_id", "amount", "utility_charge_type", "start_date", "end_date"])
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .orderBy("id")
    // The columns hold the closed lists of records/codes: the database checks them.
    .$narrowType<{ utility_charge_type: ChargeType }>()
    .execute();
  const usages = await db
    .selectFrom("utility_usages")
    .select(["id", "utility_bill_id", "amount", "measurement_unit", "utility_usage_type", "estimated_meter_read"])
    .select(["start_date", "end_date", "kbtus", "lbs_co2", "gallons", "supply"])
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "=", meterId)
    .orderBy("id")
    .$narrowType<{ utility_usage_type: UsageType }>()
    .execute();
  const chargesOf = Map.groupBy(charges, ({ utility_bill_id }) => utility_bill_id);
  const usagesOf = Map.groupBy(usages, ({ utility_bill_id }) => utility_bill_id);
  return bills.flatMap(({ id, estimated, period_start, period_end, counted_days }) => {
    const bill = {
      id,
      estimated,
      period: knownPeriod({ start_date: period_start, end_date: period_end }),
      charges: chargesOf.get(id) ?? [],
      usages: usagesOf.get(id) ?? [],
    };
    // The column holds what `setCountedDays` wrote.
    return countedPart(bill, meterId, counted_days as DaysOfMeter[] | null) ?? [];
  });
}
