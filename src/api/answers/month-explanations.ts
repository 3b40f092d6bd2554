/**
 * Months of a meter or a property with the bill lines they are made of, calculated by the code that derives the months, so that the
 * lines sum to the figures.
 */
import type { z } from "zod";
import { nextMonth } from "../../domain/calendar.ts";
import { calendarize, type MeterMonth } from "../../domain/months/calendarize.ts";
import { serviceOf } from "../../domain/months/days-covered.ts";
import { explainRolled } from "../../domain/property/explain-roll-up.ts";
import type { ExplainedLine } from "../../domain/months/month-ledger.ts";
import { rollUp } from "../../domain/property/roll-up.ts";
import type { RolledMeter } from "../../domain/property/service-points.ts";
import type { MonthlyConsumptionData, PropertyMonthExplanation } from "../../records/month.ts";
import { FIGURE_RULES, MONTH_FIGURES, type EnergyFigure, type MonthFigure } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { wireDay } from "../../records/wire.ts";
import { listLineNames, type LineName } from "../../store/bills/line-names.ts";
import { atOneMoment, type Db, type Trx } from "../../store/db.ts";
import { eachMetersBills } from "../../store/derived/meter-bills.ts";
import { listMonths, type MonthRow } from "../../store/derived/months.ts";
import { listPropertyMonths, type MonthsBy, type PropertyMonthRow } from "../../store/derived/property-months.ts";
import { asServedMeter } from "../../store/derived/roll-up-rows.ts";
import { findMeter, listMetersOfProperty, type MeterRow } from "../../store/records/meters.ts";
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
    explained.push(...(await explainMonthsOfMeter(db, companyId, meterId, months)));
  return explained;
}

function explainMonthsOfMeter(db: Db, companyId: number, meterId: number, asked: MonthRow[]) {
  const range = rangeOfRows(asked);
  return atOneMoment(db, async (trx) => {
    const meter = await findMeter(trx, companyId, meterId);
    if (meter === undefined) return [];
    const rows = await listMonths(trx, companyId, [meterId], range);
    const isAsked = new Set(asked.map(({ effective_month }) => effective_month));
    const months = (await deriveMonths(trx, companyId, [meter], range)).get(meterId) ?? [];
    const made = new Map(months.map((month) => [month.effective_month, month]));
    const name = await readLineNames(
      trx,
      companyId,
      months.flatMap(({ explain }) => explain ?? []),
    );
    return rows.flatMap((row) => {
      const month = made.get(row.effective_month);
      if (month?.explain === undefined || !isAsked.has(row.effective_month)) return [];
      return [{ ...wireMonth({ ...row, ...month, energy_type: meter.energy_type }), explain: name(month.explain) }];
    });
  });
}

export interface ExplainedPropertyMonth {
  row: PropertyMonthRow;
  explain: z.infer<typeof PropertyMonthExplanation>;
}

interface PropertyView {
  companyId: number;
  propertyId: number;
  by: MonthsBy;
}

/** As `explainMonths`, for the months of a property or of its types of energy. */
export async function explainPropertyMonths(
  db: Db,
  view: PropertyView,
  rows: PropertyMonthRow[],
): Promise<ExplainedPropertyMonth[]> {
  const explained = [];
  for (const [energyType, months] of Map.groupBy(rows, ({ energy_type }) => energy_type))
    explained.push(...(await atOneMoment(db, (trx) => explainEnergyType(trx, view, energyType, months))));
  return explained;
}

async function explainEnergyType(
  trx: Trx,
  { companyId, propertyId, by }: PropertyView,
  energyType: string,
  asked: PropertyMonthRow[],
): Promise<ExplainedPropertyMonth[]> {
  const range = rangeOfRows(asked);
  const isAsked = new Set(asked.map(({ effective_month }) => effective_month));
  const stored = await listPropertyMonths(trx, companyId, propertyId, by, range);
  const ours = (await listMetersOfProperty(trx, companyId, propertyId)).filter(
    (meter) => by === "property" || meter.energy_type === energyType,
  );
  const monthsOf = await deriveMonths(trx, companyId, ours, range);
  const meters: (RolledMeter & { months: MeterMonth[] })[] = ours.map((meter) => ({
    ...asServedMeter(meter),
    months: monthsOf.get(meter.id) ?? [],
  }));
  const made = rollUp(meters).filter(({ energy_type }) => (energy_type !== null) === (by === "energy_type"));
  const madeByMonth = new Map(made.map((month) => [month.effective_month, month]));
  const rowsByMonth = Map.groupBy(
    meters.flatMap((meter) => meter.months.map((month) => ({ meter, month }))),
    ({ month }) => month.effective_month,
  );
  const explained = stored.flatMap((row) => {
    const isOurs = row.energy_type === energyType && isAsked.has(row.effective_month);
    const month = isOurs ? madeByMonth.get(row.effective_month) : undefined;
    if (month === undefined) return [];
    const lines = explainRolled(rowsByMonth.get(row.effective_month) ?? [], month.energy_type);
    return [{ row: { ...row, ...month, energy_type: row.energy_type }, lines }];
  });
  const name = await readLineNames(
    trx,
    companyId,
    explained.map(({ lines }) => lines),
  );
  return explained.map(({ row, lines }) => ({ row, explain: name(lines) }));
}

/** The months from the first to the last of these rows. */
function rangeOfRows(rows: readonly { effective_month: string }[]): { from: Month; to: Month } {
  const months = rows.map(({ effective_month }) => effective_month).toSorted();
  return { from: months[0] ?? "", to: nextMonth(months.at(-1) ?? "0001-01-01") };
}

/** All months of each meter, by its id; those in the range include their lines. */
async function deriveMonths(
  trx: Trx,
  companyId: number,
  meters: MeterRow[],
  range: { from: Month; to: Month },
): Promise<Map<number, MeterMonth[]>> {
  const serviceById = new Map(meters.map((meter) => [meter.id, serviceOf(meter)]));
  const months = new Map<number, MeterMonth[]>();
  await eachMetersBills(trx, companyId, [...serviceById.keys()], (meterId, bills) => {
    const service = serviceById.get(meterId);
    if (service !== undefined) months.set(meterId, calendarize({ bills, service, explain: range }));
  });
  return months;
}

/** A month of a meter has no energy beside its figures. */
type Explanation<Line, Figure extends MonthFigure | EnergyFigure> = { [figure in Figure]: Line[] };

const isMadeOfCharges = (figure: MonthFigure): boolean => FIGURE_RULES[figure].from.startsWith("charge");
const FIGURES_OF = {
  utility_charges: MONTH_FIGURES.filter(isMadeOfCharges),
  utility_usages: MONTH_FIGURES.filter((figure) => !isMadeOfCharges(figure)),
};
const OF_CHARGES: ReadonlySet<string> = new Set(FIGURES_OF.utility_charges);

/** Reads what bills call the lines of these explanations; gives what writes one of them in the form of the API. */
async function readLineNames(trx: Trx, companyId: number, explanations: Explanation<ExplainedLine, MonthFigure>[]) {
  const namesIn = (table: keyof typeof FIGURES_OF) => {
    const lines = explanations.flatMap((explanation) => FIGURES_OF[table].flatMap((figure) => explanation[figure]));
    return listLineNames(trx, companyId, table, [...new Set(lines.map(({ line_id }) => line_id))]);
  };
  const [charges, usages] = [await namesIn("utility_charges"), await namesIn("utility_usages")];
  return <Line extends ExplainedLine, Figure extends MonthFigure | EnergyFigure>(
    explanation: Explanation<Line, Figure>,
  ): Explanation<Line & LineName, Figure> => {
    const written: Partial<Explanation<Line & LineName, Figure>> = {};
    for (const figure of Object.keys(explanation) as Figure[]) {
      const names = OF_CHARGES.has(figure) ? charges : usages;
      written[figure] = explanation[figure].map((line) => wireLine(line, names.get(line.line_id)));
    }
    // It has the figures of the explanation.
    return written as Explanation<Line & LineName, Figure>;
  };
}

function wireLine<Line extends ExplainedLine>(line: Line, name: LineName | undefined): Line & LineName {
  if (name === undefined) throw new Error(`line ${line.line_id} is part of a month and of no bill at the same moment`);
  return {
    ...line,
    start_date: wireDay(line.start_date),
    end_date: wireDay(line.end_date),
    description: name.description,
    invoice_date: wireDay(name.invoice_date),
  };
}
