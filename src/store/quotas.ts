/** The use of each company's quotas: summed from counts that are written with the rows. Only open imports, which are few, are counted. */
import { sql } from "kysely";
import type { Db, Sql } from "./db.ts";

export const HELD = ["file_bytes", "bills", "lines", "open_imports"] as const;
export type HeldName = (typeof HELD)[number];
export type Held = Record<HeldName, number>;

/** The use of one company. In a transaction it includes the transaction's own writes. */
export async function readHeld(db: Sql, companyId: number): Promise<Held> {
  const { rows } = await sql<{ quota: HeldName; amount: number }>`
    select quota, sum(amount)::bigint as amount from held_counts where company_id = ${companyId} group by quota
    union all
    select 'open_imports', count(*) from imports
    where company_id = ${companyId} and state in ('waiting', 'reading', 'checked', 'importing')`.execute(db);
  const amounts = new Map(rows.map(({ quota, amount }) => [quota, amount]));
  return {
    file_bytes: amounts.get("file_bytes") ?? 0,
    bills: amounts.get("bills") ?? 0,
    lines: amounts.get("lines") ?? 0,
    open_imports: amounts.get("open_imports") ?? 0,
  };
}

/** Compacts the counts of each company and quota into one row, so that reading them stays fast. */
export async function sumUpHeld(db: Db): Promise<void> {
  await sql`
    with counted as (
      delete from held_counts where (company_id, quota) in (
        select company_id, quota from held_counts group by company_id, quota having count(*) > 1)
      returning company_id, quota, amount)
    insert into held_counts (company_id, quota, amount)
    select company_id, quota, sum(amount) from counted group by company_id, quota`.execute(db);
}
