/** The bills to pay, added up without reading them: how many, how much, and how much of it is due soon or overdue. */
import { sql } from "kysely";
import { addDays } from "../../domain/calendar.ts";
import type { Day } from "../../records/scalars.ts";
import { bookedBills, isCarried, type BookedBillFilter } from "../bills/booked-bills.ts";
import type { Db } from "../db.ts";

/** Amounts are null when none is known. */
export interface PayableSums {
  bills: number;
  amount: number | null;
  /** Due from today on, within some days. */
  soon: number;
  soon_amount: number | null;
  /** Due before today. */
  overdue: number;
  overdue_amount: number | null;
  without_date: number;
}

export async function sumPayable(
  db: Db,
  companyId: number,
  filter: BookedBillFilter,
  { today, soonDays }: { today: Day; soonDays: number },
): Promise<PayableSums> {
  const toPay = bookedBills(db, companyId, filter)
    .select(["bill.due_date", "bill.amount_due"])
    .where("bill.archived", "=", false)
    .where(sql<boolean>`bill.counted_days is distinct from '[]'::jsonb`)
    .where(sql<boolean>`not ${isCarried(companyId)}`);
  const soon = sql`due_date >= ${today}::date and due_date <= ${addDays(today, soonDays)}::date`;
  const overdue = sql`due_date < ${today}::date`;
  const { rows } = await sql<PayableSums>`
    select count(*)::int as bills, sum(amount_due) as amount,
      (count(*) filter (where ${soon}))::int as soon, sum(amount_due) filter (where ${soon}) as soon_amount,
      (count(*) filter (where ${overdue}))::int as overdue, sum(amount_due) filter (where ${overdue}) as overdue_amount,
      (count(*) filter (where due_date is null))::int as without_date
    from (${toPay}) as bill`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error("sums have a row");
  return sums;
}
