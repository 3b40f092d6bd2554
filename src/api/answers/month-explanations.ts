/** Months of a meter with the bill lines they are made of, calculated by the code that derives the months, so that the lines sum to the figures. */
import type { z } from "zod";
import type { MonthlyConsumptionData } from "../../records/month.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { findMeter } from "../../store/records/meters.ts";
import { listMonths, type MonthRow } from "../../store/derived/months.ts";
import { explainMeter, rangeOfRows, wireExplanation } from "./explained-months.ts";
import { wireMonth } from "./wire.ts";

/**
 * The months of these rows, in their order, each with its lines. The figures are the sums of the lines: when bills have arrived
 * since the months were stored, these figures are newer than the stored ones.
 */
export async function explainMonths(
  db: Db,
  companyId: number,
  rows: MonthRow[],
): Promise<z.infer<typeof MonthlyConsumptionData>[]> {
  const explained = [];
  for (const [meterId, months] of Map.groupBy(rows, ({ utility_meter_id }) => utility_meter_id))
    explained.push(...(await explainMeterMonths(db, companyId, meterId, months)));
  return explained;
}

function explainMeterMonths(db: Db, companyId: number, meterId: number, asked: MonthRow[]) {
  const range = rangeOfRows(asked);
  return atOneMoment(db, async (trx) => {
    const meter = await findMeter(trx, companyId, meterId);
    if (meter === undefined) return [];
    const rows = await listMonths(trx, companyId, [meterId], range);
    const isAsked = new Set(asked.map(({ effective_month }) => effective_month));
    const made = new Map((await explainMeter(trx, meter, range)).map((month) => [month.effective_month, month]));
    return rows.flatMap((row) => {
      const month = made.get(row.effective_month);
      if (month?.explain === undefined || !isAsked.has(row.effective_month)) return [];
      return [{ ...wireMonth({ ...row, ...month }), explain: wireExplanation(month.explain) }];
    });
  });
}
