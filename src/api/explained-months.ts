/** The lines of bills that months are made of: worked out anew by what makes the months, and as the API writes them. */
import { calendarize, type MeterMonth } from "../domain/calendarize.ts";
import { serviceOf } from "../domain/coverage.ts";
import type { ExplainedLine } from "../domain/month-ledger.ts";
import type { MonthFigure } from "../records/month.ts";
import { wireDay } from "../records/wire.ts";
import type { Trx } from "../store/db.ts";
import { listBillsOfMeter } from "../store/meter-bills.ts";
import type { MeterRow } from "../store/meters.ts";

/** All months of a meter, each with its lines. */
export async function explainMeter(trx: Trx, meter: MeterRow): Promise<MeterMonth[]> {
  const bills = await listBillsOfMeter(trx, meter.company_id, meter.id);
  return calendarize({ bills, service: serviceOf(meter), explain: true });
}

type Explanation<Line> = { [figure in MonthFigure]: Line[] };

export const wireExplanation = <Line extends ExplainedLine>(explanation: Explanation<Line>): Explanation<Line> =>
  // The figures of both are those of a month.
  Object.fromEntries(
    Object.entries(explanation).map(([figure, lines]) => [figure, lines.map(wireLine)]),
  ) as Explanation<Line>;

const wireLine = <Line extends ExplainedLine>(line: Line): Line => ({
  ...line,
  start_date: wireDay(line.start_date),
  end_date: wireDay(line.end_date),
});
