/** Months of a property with the lines of bills they are made of, worked out by what makes the months, so that the lines sum to the figures. */
import type { z } from "zod";
import { nextMonth } from "../domain/calendar.ts";
import type { MeterMonth } from "../domain/calendarize.ts";
import { explainRolled } from "../domain/explain-roll-up.ts";
import { rollUp } from "../domain/roll-up.ts";
import type { RolledMeter } from "../domain/service-points.ts";
import type { PropertyMonthExplanation } from "../records/month.ts";
import { atOneMoment, type Db, type Trx } from "../store/db.ts";
import { listMetersOfProperty } from "../store/meters.ts";
import type { MonthRange } from "../store/months.ts";
import { listPropertyMonths, type PropertyMonthRow } from "../store/property-months.ts";
import { asServedMeter } from "../store/roll-ups.ts";
import { explainMeter, wireExplanation } from "./explained-months.ts";

/** So many months of meters are explained at once: their lines are what is held. */
const METER_MONTHS = 5000;

export interface ExplainedPropertyMonth {
  row: PropertyMonthRow;
  explain: z.infer<typeof PropertyMonthExplanation>;
}

interface Asked {
  companyId: number;
  propertyId: number;
  by: "property" | "energy_type";
  range: MonthRange;
}

/** Part after part, in the order of the list. Figures are those of the lines: where bills have come since, they are ahead of the stored ones. */
export async function explainPropertyMonths(
  db: Db,
  asked: Asked,
): Promise<(() => Promise<ExplainedPropertyMonth[]>)[]> {
  const { companyId, propertyId, by, range } = asked;
  const rows = await listPropertyMonths(db, companyId, propertyId, by, range);
  const meters = await listMetersOfProperty(db, companyId, propertyId);
  const size = Math.max(1, Math.floor(METER_MONTHS / Math.max(1, meters.length)));
  const parts: (() => Promise<ExplainedPropertyMonth[]>)[] = [];
  for (const [energyType, ofType] of Map.groupBy(rows, ({ energy_type }) => energy_type)) {
    for (let from = 0; from < ofType.length; from += size) {
      const part = ofType.slice(from, from + size);
      const first = part[0]?.effective_month;
      const last = part.at(-1)?.effective_month;
      if (first === undefined || last === undefined) continue;
      const within = { ...asked, range: { from: first, to: nextMonth(last) } };
      parts.push(() => atOneMoment(db, (trx) => explainPart(trx, within, energyType)));
    }
  }
  return parts;
}

async function explainPart(
  trx: Trx,
  { companyId, propertyId, by, range }: Asked,
  energyType: string,
): Promise<ExplainedPropertyMonth[]> {
  const stored = await listPropertyMonths(trx, companyId, propertyId, by, range);
  const meters: (RolledMeter & { months: MeterMonth[] })[] = [];
  for (const meter of await listMetersOfProperty(trx, companyId, propertyId)) {
    if (by === "energy_type" && meter.energy_type !== energyType) continue;
    const months = await explainMeter(trx, meter);
    meters.push({ ...asServedMeter(meter), months: months.map((month) => withoutLinesOutside(month, range)) });
  }
  const made = rollUp(meters).filter(({ energy_type }) => (energy_type !== null) === (by === "energy_type"));
  const madeByMonth = new Map(made.map((month) => [month.effective_month, month]));
  const rowsByMonth = Map.groupBy(
    meters.flatMap((meter) => meter.months.map((month) => ({ meter, month }))),
    ({ month }) => month.effective_month,
  );
  return stored.flatMap((row) => {
    const month = row.energy_type === energyType ? madeByMonth.get(row.effective_month) : undefined;
    if (month === undefined) return [];
    const explanation = explainRolled(rowsByMonth.get(row.effective_month) ?? [], month.energy_type);
    return [{ row: { ...row, ...month, energy_type: row.energy_type }, explain: wireExplanation(explanation) }];
  });
}

/** What is not told in this part is not held. */
function withoutLinesOutside(month: MeterMonth, { from = "", to = "" }: MonthRange): MeterMonth {
  if (month.effective_month >= from && month.effective_month < to) return month;
  const { explain: _, ...figures } = month;
  return figures;
}
