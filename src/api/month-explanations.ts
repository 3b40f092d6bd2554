/** Months with the lines of bills they are made of, worked out by what makes the months, so that the lines sum to the figures. */
import type { z } from "zod";
import { calendarize, type MonthExplanation as Explanation } from "../domain/calendarize.ts";
import { serviceOf } from "../domain/coverage.ts";
import type { ExplainedLine as Line } from "../domain/month-ledger.ts";
import type { ExplainedLine, MonthExplanation, MonthlyConsumptionData } from "../records/month.ts";
import { wireDay } from "../records/wire.ts";
import type { Db } from "../store/db.ts";
import { listBillsOfMeter } from "../store/meter-bills.ts";
import { findMeter } from "../store/meters.ts";
import { listMonths, type MonthRange } from "../store/months.ts";
import { wireMonth } from "./wire.ts";

/** Figures are those of the lines: where bills have come since the months were stored, they are ahead of them. */
export function explainMonths(
  db: Db,
  companyId: number,
  meterId: number,
  range: MonthRange,
): Promise<z.infer<typeof MonthlyConsumptionData>[]> {
  // One picture of months and bills: what is saved meanwhile is in all that is read here or in none of it.
  const transaction = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return transaction.execute(async (trx) => {
    const meter = await findMeter(trx, companyId, meterId);
    if (meter === undefined) return [];
    const rows = await listMonths(trx, companyId, [meterId], range);
    const bills = await listBillsOfMeter(trx, companyId, meterId);
    const months = calendarize({ bills, service: serviceOf(meter), explain: true });
    const made = new Map(months.map((month) => [month.effective_month, month]));
    return rows.flatMap((row) => {
      const month = made.get(row.effective_month);
      if (month?.explain === undefined) return [];
      return [{ ...wireMonth({ ...row, ...month }), explain: wireExplanation(month.explain) }];
    });
  });
}

const wireExplanation = (explanation: Explanation): z.infer<typeof MonthExplanation> =>
  // The figures of both are those of a month.
  Object.fromEntries(Object.entries(explanation).map(([figure, lines]) => [figure, lines.map(wireLine)])) as z.infer<
    typeof MonthExplanation
  >;

const wireLine = (line: Line): z.infer<typeof ExplainedLine> => ({
  utility_bill_id: line.utility_bill_id,
  line_id: line.line_id,
  start_date: wireDay(line.start_date),
  end_date: wireDay(line.end_date),
  days: line.days,
  amount: line.amount,
});
