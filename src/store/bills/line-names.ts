/** What bills call some of their lines, and the dates of those bills. */
import { sql } from "kysely";
import type { Day } from "../../records/scalars.ts";
import type { Sql } from "../db.ts";

export interface LineName {
  description: string;
  invoice_date: Day;
}

/** By the id of the charge or usage. */
export async function listLineNames(
  db: Sql,
  companyId: number,
  table: "utility_charges" | "utility_usages",
  lineIds: readonly number[],
): Promise<Map<number, LineName>> {
  if (lineIds.length === 0) return new Map();
  const { rows } = await sql<LineName & { id: number }>`
    select line.id, line.description, bill.invoice_date
    from ${sql.table(table)} line
    join utility_bills bill on bill.company_id = line.company_id and bill.id = line.utility_bill_id
    where line.company_id = ${companyId} and line.id = any(${lineIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}
