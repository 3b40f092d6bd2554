/** The bill lines that months are made of: calculated by the code that derives the months, and written in the API's form. */
import { nextMonth } from "../../domain/calendar.ts";
import { calendarize, type MeterMonth } from "../../domain/months/calendarize.ts";
import { serviceOf } from "../../domain/months/coverage.ts";
import type { ExplainedLine } from "../../domain/months/month-ledger.ts";
import type { MonthFigure } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { wireDay } from "../../records/wire.ts";
import type { Trx } from "../../store/db.ts";
import { listBillsOfMeter } from "../../store/derived/meter-bills.ts";
import type { MeterRow } from "../../store/records/meters.ts";

/** The months from the first to the last of these rows. */
export function rangeOfRows(rows: readonly { effective_month: string }[]): { from: Month; to: Month } {
  const months = rows.map(({ effective_month }) => effective_month).toSorted();
  return { from: months[0] ?? "", to: nextMonth(months.at(-1) ?? "0001-01-01") };
}

/** All months of a meter; those in the range include their lines. */
export async function explainMeter(
  trx: Trx,
  meter: MeterRow,
  range: { from: Month; to: Month },
): Promise<MeterMonth[]> {
  const bills = await listBillsOfMeter(trx, meter.company_id, meter.id);
  return calendarize({ bills, service: serviceOf(meter), explain: range });
}

type Explanation<Line> = { [figure in MonthFigure]: Line[] };

export const wireExplanation = <Line extends ExplainedLine>(explanation: Explanation<Line>): Explanation<Line> =>
  // The figures of a month and of its lines have the same form.
  Object.fromEntries(
    Object.entries(explanation).map(([figure, lines]) => [figure, lines.map(wireLine)]),
  ) as Explanation<Line>;

const wireLine = <Line extends ExplainedLine>(line: Line): Line => ({
  ...line,
  start_date: wireDay(line.start_date),
  end_date: wireDay(line.end_date),
});
