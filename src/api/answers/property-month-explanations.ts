/** Months of a property with the bill lines they are made of, calculated by the code that derives the months, so that the lines sum to the figures. */
import type { z } from "zod";
import type { MeterMonth } from "../../domain/months/calendarize.ts";
import { explainRolled } from "../../domain/months/explain-roll-up.ts";
import { rollUp } from "../../domain/property/roll-up.ts";
import type { RolledMeter } from "../../domain/property/service-points.ts";
import type { PropertyMonthExplanation } from "../../records/month.ts";
import { atOneMoment, type Db, type Trx } from "../../store/db.ts";
import { listMetersOfProperty } from "../../store/records/meters.ts";
import { listPropertyMonths, type MonthsBy, type PropertyMonthRow } from "../../store/derived/property-months.ts";
import { asServedMeter } from "../../store/derived/roll-ups.ts";
import { explainMeter, rangeOfRows, wireExplanation } from "./explained-months.ts";

export interface ExplainedPropertyMonth {
  row: PropertyMonthRow;
  explain: z.infer<typeof PropertyMonthExplanation>;
}

interface Asked {
  companyId: number;
  propertyId: number;
  by: MonthsBy;
}

/**
 * The months of these rows, in their order, each with its lines. The figures are the sums of the lines: when bills have arrived
 * since the months were stored, these figures are newer than the stored ones.
 */
export async function explainPropertyMonths(
  db: Db,
  asked: Asked,
  rows: PropertyMonthRow[],
): Promise<ExplainedPropertyMonth[]> {
  const explained = [];
  for (const [energyType, months] of Map.groupBy(rows, ({ energy_type }) => energy_type))
    explained.push(...(await atOneMoment(db, (trx) => explainType(trx, asked, energyType, months))));
  return explained;
}

async function explainType(
  trx: Trx,
  { companyId, propertyId, by }: Asked,
  energyType: string,
  asked: PropertyMonthRow[],
): Promise<ExplainedPropertyMonth[]> {
  const range = rangeOfRows(asked);
  const isAsked = new Set(asked.map(({ effective_month }) => effective_month));
  const stored = await listPropertyMonths(trx, companyId, propertyId, by, range);
  const meters: (RolledMeter & { months: MeterMonth[] })[] = [];
  for (const meter of await listMetersOfProperty(trx, companyId, propertyId)) {
    if (by === "energy_type" && meter.energy_type !== energyType) continue;
    meters.push({ ...asServedMeter(meter), months: await explainMeter(trx, meter, range) });
  }
  const made = rollUp(meters).filter(({ energy_type }) => (energy_type !== null) === (by === "energy_type"));
  const madeByMonth = new Map(made.map((month) => [month.effective_month, month]));
  const rowsByMonth = Map.groupBy(
    meters.flatMap((meter) => meter.months.map((month) => ({ meter, month }))),
    ({ month }) => month.effective_month,
  );
  return stored.flatMap((row) => {
    const isOurs = row.energy_type === energyType && isAsked.has(row.effective_month);
    const month = isOurs ? madeByMonth.get(row.effective_month) : undefined;
    if (month === undefined) return [];
    const explanation = explainRolled(rowsByMonth.get(row.effective_month) ?? [], month.energy_type);
    return [{ row: { ...row, ...month, energy_type: row.energy_type }, explain: wireExplanation(explanation) }];
  });
}
