/** The periods of an account's live bills whose end date was read by an assumption, because the bill does not show whether it is inclusive. */
import { sql } from "kysely";
import type { EndConvention } from "../../domain/bills/period-convention.ts";
import type { AssumedPeriod } from "../../domain/bills/period-ends.ts";
import type { Trx } from "../db.ts";

export interface AssumedBillPeriod extends AssumedPeriod {
  document_id: number;
}

/** The caller holds the lock of the account. */
export async function listAssumedPeriods(trx: Trx, companyId: number, accountId: number): Promise<AssumedBillPeriod[]> {
  return (
    trx
      .selectFrom("utility_bills as bill")
      .innerJoin("documents as document", (join) =>
        join.onRef("document.company_id", "=", "bill.company_id").onRef("document.id", "=", "bill.document_id"),
      )
      .innerJoin("utility_usages as usage", (join) =>
        join.onRef("usage.company_id", "=", "bill.company_id").onRef("usage.utility_bill_id", "=", "bill.id"),
      )
      .innerJoin("utility_meters as meter", (join) =>
        join.onRef("meter.company_id", "=", "usage.company_id").onRef("meter.id", "=", "usage.utility_meter_id"),
      )
      .select(["document.id as document_id", "meter.meter_key", "usage.start_date", "usage.end_date"])
      // The column holds values of the statement's field.
      .select(sql<EndConvention>`document.statement ->> 'assumed_period_end'`.as("assumed_period_end"))
      .where("bill.company_id", "=", companyId)
      .where("bill.utility_account_id", "=", accountId)
      .where("bill.archived", "=", false)
      .where("usage.utility_usage_type", "=", "usage_amount")
      .where(sql<boolean>`document.statement ? 'assumed_period_end'`)
      .orderBy("document.id")
      .execute()
  );
}
