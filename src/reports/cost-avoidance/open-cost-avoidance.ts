/**
 * The three reports of cost avoidance: reads the bills and the weather of a property, meter by meter, and calculates what was
 * avoided.
 */
import { type DailyMeans, dailyMeansOf } from "../../domain/caltrack/degree-table.ts";
import { avoidanceOf, type GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import { byEnergy } from "../../domain/cost-avoidance/by-energy.ts";
import { groupMeters, type MeterGroup } from "../../domain/cost-avoidance/meter-groups.ts";
import { spanOf } from "../../domain/calendar.ts";
import { distanceKm } from "../../domain/nearest-station.ts";
import { avoidanceCharts } from "./charts.ts";
import { AVOIDANCE_DETAIL, AVOIDANCE_EXPANDED, avoidanceRows } from "./detail.ts";
import { AVOIDANCE_SUMMARY, avoidanceSummaryRows } from "./summary.ts";
import { meterName } from "../../domain/bills/bill-figures.ts";
import type { TableHead } from "../../records/table.ts";
import type { Metadata } from "../../records/scalars.ts";
import { atOneMoment, type Db } from "../../store/db.ts";
import { listBillsOfMeter } from "../../store/derived/meter-bills.ts";
import type { PropertyRow } from "../../store/records/properties.ts";
import { findBilledSpan } from "../../store/reports/report-bills.ts";
import { listReportMeters, type ReportMeterRow } from "../../store/reports/report-meters.ts";
import { listTemperatures } from "../../store/weather/weather.ts";
import { findWeatherStation } from "../../store/weather/weather-stations.ts";
import { hasCoordinates, placeOf, type MaybeCoordinates } from "../../weather/zip-places.ts";
import { readAvoidanceSettings } from "./avoidance-settings.ts";
import { makeTable, type OpenTable, type ReportOptions } from "../parts/open-table.ts";
import { avoidanceAnswer } from "./avoidance-answer.ts";
import { fitCharts } from "./fit-charts.ts";
import type { AvoidanceContext } from "./words.ts";

export const openCostAvoidanceSummary: OpenTable = async (db, property, options) => {
  const avoidance = await readAvoidance(db, property, options);
  const energies = byEnergy(avoidance.groups);
  return makeTable({
    head: headOf(AVOIDANCE_SUMMARY, avoidance),
    opening: () => avoidanceAnswer(energies, { property: property.name, ...options }),
    rows: avoidanceSummaryRows(avoidance),
    read: energies,
  });
};

const openRows =
  (report: typeof AVOIDANCE_DETAIL | typeof AVOIDANCE_EXPANDED): OpenTable =>
  async (db, property, options) => {
    const avoidance = await readAvoidance(db, property, options);
    const head = headOf(report, avoidance);
    const charts =
      report === AVOIDANCE_EXPANDED ? [...head.charts, ...fitCharts(avoidance.groups, avoidance)] : head.charts;
    return makeTable({
      head: { ...head, charts },
      opening: () => avoidanceAnswer(byEnergy(avoidance.groups), { property: property.name, ...options }),
      rows: avoidanceRows(report.columns, avoidance),
      read: avoidance.groups,
    });
  };

export const openCostAvoidanceDetail = openRows(AVOIDANCE_DETAIL);
export const openCostAvoidanceExpanded = openRows(AVOIDANCE_EXPANDED);

/** Period and charts depend on the savings, so everything is calculated before the first row: a few figures per bill. */
function headOf(report: Omit<TableHead, "period" | "charts">, { groups, words }: Avoidance): TableHead {
  const period = spanOf(groups.flatMap(({ periods }) => periods));
  return { ...report, period, charts: avoidanceCharts(groups, words) };
}

interface Avoidance extends AvoidanceContext {
  groups: GroupAvoidance[];
  temperatures: DailyMeans;
}

async function readAvoidance(db: Db, property: PropertyRow, { range, words }: ReportOptions): Promise<Avoidance> {
  const meters = await listReportMeters(db, property.company_id, property.id);
  const names = new Map(meters.map((meter) => [meter.id, meterName(meter)]));
  const { temperatures, stationKm } = await readWeather(db, property, meters);
  const remarks = new Set<string>();
  // The column contains only objects (check constraint).
  const owner = { name: words.sentence("owner.property"), metadata: property.metadata as Metadata };
  const groups: GroupAvoidance[] = [];
  for (const unread of groupMeters(meters)) {
    const settings = readAvoidanceSettings(
      owner,
      unread.readers.map(({ id, metadata }) => ({
        name: words.sentence("owner.meter", { meter: names.get(id) ?? "" }),
        metadata,
      })),
      (sentence) => remarks.add(sentence),
      words,
    );
    const group = await withBills(db, property.company_id, unread);
    groups.push(avoidanceOf({ group, settings, temperatures, stationKm, range }));
  }
  return { groups, names, remarks: [...remarks], words, temperatures };
}

/** All bills of a group from one snapshot of the database. */
const withBills = (db: Db, companyId: number, group: MeterGroup<ReportMeterRow>): Promise<MeterGroup> =>
  atOneMoment(db, async (trx) => {
    const billed = async (meters: readonly ReportMeterRow[]) => {
      const withTheirs = [];
      for (const meter of meters)
        withTheirs.push({ ...meter, bills: await listBillsOfMeter(trx, companyId, meter.id) });
      return withTheirs;
    };
    return { ...group, readers: await billed(group.readers), payers: await billed(group.payers) };
  });

/** The temperatures of all billed days of the property; empty without a station. */
async function readWeather(
  db: Db,
  property: PropertyRow,
  meters: readonly ReportMeterRow[],
): Promise<{ temperatures: DailyMeans; stationKm: number | null }> {
  const { company_id, weather_station_alpha_id } = property;
  const meterIds = meters.map(({ id }) => id);
  const span = await findBilledSpan(db, company_id, meterIds, {});
  if (weather_station_alpha_id === null || span === null) return { temperatures: dailyMeansOf([]), stationKm: null };
  const station = await findWeatherStation(db, weather_station_alpha_id);
  const days = await listTemperatures(db, weather_station_alpha_id, span);
  return {
    temperatures: dailyMeansOf(days),
    stationKm: station === undefined ? null : await kmBetween(property, station),
  };
}

async function kmBetween(property: PropertyRow, station: MaybeCoordinates): Promise<number | null> {
  const place = await placeOf(property);
  return place === null || !hasCoordinates(station) ? null : distanceKm(place, station);
}
