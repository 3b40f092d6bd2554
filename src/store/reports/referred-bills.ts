/** The bills to which the rows of reports refer. */
import { sql } from "kysely";
import type { Day } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";

export interface ReferredBill {
  id: number;
  document_id: number | null;
  invoice_date: Day;
  utility: string;
  account: string;
  /** All its charges; null when it has none. */
  total_cost: number | null;
}

/** Bills of the company, live or archived; others are left out. */
export async function listReferredBills(db: Sql, companyId: number, ids: readonly number[]): Promise<ReferredBill[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ReferredBill>`
    select bill.id, bill.document_id, bill.invoice_date, utility.name as utility, account.acct_num as account,
      (select sum(amount) from utility_charges
        where company_id = ${companyId} and utility_bill_id = bill.id) as total_cost
    from utility_bills as bill
    join utility_accounts as account on account.company_id = bill.company_id and account.id = bill.utility_account_id
    join utility_companies as utility on utility.id = account.utility_company_id
    where bill.company_id = ${companyId} and bill.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
