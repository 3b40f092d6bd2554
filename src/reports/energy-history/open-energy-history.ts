/** Opens the report whose rows are calendar months of the types of energy of a property. */
import { energyMonths } from "../../domain/property/roll-up-energy.ts";
import { nextMonth } from "../../domain/calendar.ts";
import { coverageFaultsOf } from "../parts/coverage-faults.ts";
import { gapNotes } from "../parts/gap-notes.ts";
import type { ReportMeter } from "../../domain/bills/bill-figures.ts";
import { lateNotes, partialMonths } from "../parts/partial-months.ts";
import { isInRange, type DayRange } from "../../domain/day-range.ts";
import { energyCharts } from "../parts/energy-charts.ts";
import { ENERGY_HISTORY_DETAIL, energyHistoryDetailRows, type TypeHistory } from "./energy-history-detail-report.ts";
import { monthUses } from "../parts/month-uses.ts";
import { typeMonths, typeUses } from "./type-months.ts";
import type { RolledMeter } from "../../domain/property/service-points.ts";
import { ENERGY_TYPES } from "../../records/codes.ts";
import type { Month } from "../../records/scalars.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listBillsOfMeter } from "../../store/derived/meter-bills.ts";
import { isJobThere } from "../../store/jobs.ts";
import { listDegreeDays, type PropertyMonthRow } from "../../store/derived/property-months.ts";
import { listReportMeters } from "../../store/reports/report-meters.ts";
import { listRolledMeters } from "../../store/derived/roll-up-rows.ts";
import { readCosts } from "../parts/read-costs.ts";
import { makeTable, type OpenTable } from "../parts/open-table.ts";
import { countMonths, latestYear } from "../parts/year.ts";
import { energyAnswer } from "./energy-answer.ts";

export const openEnergyHistoryDetail: OpenTable = async (db, property, options) => {
  const { range, words } = options;
  const { company_id, id, name, sq_ft, weather_station_alpha_id } = property;
  const [meters, named, costs, degreeDays, isStale] = await atOneMoment(db, async (trx) => [
    await listRolledMeters(trx, company_id, id),
    await listReportMeters(trx, company_id, id),
    await readCosts(trx, company_id, id),
    await listDegreeDays(trx, company_id, id),
    await isJobThere(trx, "roll-up", { company_id, property_id: id }),
  ]);
  const monthsOf = new Map(meters.map((meter) => [meter.id, meter.months]));
  const withMonths = named.map((meter) => ({ ...meter, months: monthsOf.get(meter.id) ?? [] }));
  const until = costs.types.reduce<Month | null>(
    (last, { effective_month }) => (last === null || effective_month > last ? effective_month : last),
    null,
  );
  const context = {
    sq_ft,
    weather_station_alpha_id,
    degreeDays: new Map(degreeDays.map((month) => [month.effective_month, month])),
    notes: [...(isStale ? [words.sentence("note.stale")] : []), ...lateNotes(withMonths, until, words)],
    gaps: gapNotes(range, words),
  };
  const charts = energyCharts(energyMonths(meters), costs, options);
  const year = latestYear(costs.types, costs.completeMonths, range);
  return makeTable({
    head: { ...ENERGY_HISTORY_DETAIL, period: spanOfMonths(costs.types, range), charts },
    opening: () => energyAnswer(year, countMonths(costs.types, range), sq_ft, { property: name, ...options }),
    rows: energyHistoryDetailRows(context, range, words),
    read: readTypes(db, { companyId: company_id, meters: withMonths, months: costs.types, gaps: context.gaps }),
  });
};

interface TypesToRead {
  companyId: number;
  meters: readonly (ReportMeter & RolledMeter)[];
  months: readonly PropertyMonthRow[];
  gaps: ReturnType<typeof gapNotes>;
}

/** The bills of only one meter are in memory at a time. */
async function* readTypes(db: Db, { companyId, meters, months, gaps }: TypesToRead): AsyncGenerator<TypeHistory> {
  for (const energy_type of ENERGY_TYPES) {
    const rolled = months.filter((month) => month.energy_type === energy_type);
    if (rolled.length === 0) continue;
    const uses = typeUses();
    const coverage = [];
    for (const meter of meters.filter((each) => each.energy_type === energy_type)) {
      const bills = await atOneMoment(db, (trx) => listBillsOfMeter(trx, companyId, meter.id));
      uses.add(meter, monthUses(bills));
      const ofMeter = { meter, coverageFaults: coverageFaultsOf({ meter, bills }) };
      coverage.push(ofMeter);
      gaps.add(ofMeter);
    }
    yield { energy_type, months: typeMonths(energy_type, meters, rolled, uses, partialMonths(coverage)) };
  }
}

function spanOfMonths(months: readonly PropertyMonthRow[], range: DayRange) {
  const inRange = months.map(({ effective_month }) => effective_month).filter((month) => isInRange(month, range));
  const sorted = inRange.sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || last === undefined ? null : { start_date: first, end_date: nextMonth(last) };
}
