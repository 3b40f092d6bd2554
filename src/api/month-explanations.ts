/** Months of a meter with the lines of bills they are made of, worked out by what makes the months, so that the lines sum to the figures. */
import type { z } from "zod";
import type { MonthlyConsumptionData } from "../records/month.ts";
import { atOneMoment, type Db } from "../store/db.ts";
import { findMeter } from "../store/meters.ts";
import { listMonths, type MonthRange } from "../store/months.ts";
import { explainMeter, wireExplanation } from "./explained-months.ts";
import { wireMonth } from "./wire.ts";

/** Figures are those of the lines: where bills have come since the months were stored, they are ahead of them. */
export function explainMonths(
  db: Db,
  companyId: number,
  meterId: number,
  range: MonthRange,
): Promise<z.infer<typeof MonthlyConsumptionData>[]> {
  return atOneMoment(db, async (trx) => {
    const meter = await findMeter(trx, companyId, meterId);
    if (meter === undefined) return [];
    const rows = await listMonths(trx, companyId, [meterId], range);
    const made = new Map((await explainMeter(trx, meter)).map((month) => [month.effective_month, month]));
    return rows.flatMap((row) => {
      const month = made.get(row.effective_month);
      if (month?.explain === undefined) return [];
      return [{ ...wireMonth({ ...row, ...month }), explain: wireExplanation(month.explain) }];
    });
  });
}
