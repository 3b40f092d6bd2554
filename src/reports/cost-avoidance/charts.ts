/** The charts of cost avoidance: adjusted baseline and actual use for each type of energy, and the cumulative avoidance. */
import { MONEY } from "../../records/report.ts";
import type { Day, Month, Period } from "../../records/scalars.ts";
import { addDays, daysBetween, monthsTouched, nextMonth, spanOf } from "../../domain/calendar.ts";
import type { GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import type { AvoidancePeriod } from "../../domain/cost-avoidance/avoided-periods.ts";
import { byEnergy, type EnergyAvoidance, KBTU } from "../../domain/cost-avoidance/by-energy.ts";
import { gapsBetween } from "./gaps.ts";
import { bandOf } from "../../domain/caltrack/model-meter.ts";
import { addUp, CENTS, MILLIONTHS, quotient, runningSum } from "../../domain/exact.ts";
import { markedSeries } from "../parts/month-charts.ts";
import type { Chart } from "../../records/table.ts";
import type { ReportWords } from "../words/report-words.ts";

type Figure = (period: AvoidancePeriod) => number | null;

/** The part of a group of meters in a slot. */
interface Part {
  sum: number;
  /** True when all of it is known. */
  isWhole: boolean;
  /** False before the first bill of its savings. */
  hasBegun: boolean;
}

/** A position on the horizontal axis. */
interface Slot {
  name: string;
  /** The first day after it. */
  until: Day;
  /** One of its bills or reads was estimated by the utility. */
  isEstimated: boolean;
  partsOf(figure: Figure): Part[];
}

export function avoidanceCharts(groups: readonly GroupAvoidance[], words: ReportWords): Chart[] {
  const drawn = groups.filter(({ periods }) => periods.length > 0);
  if (drawn.length === 0) return [];
  return [...byEnergy(drawn).flatMap((energy) => drawUse(energy, words)), ...drawCumulative(drawn, words)];
}

function drawUse({ energy_type, unit, groups }: EnergyAvoidance, { sentence, energy }: ReportWords): Chart[] {
  if (unit === null) return [];
  const slots = slotsOf(groups);
  const isEnergy = unit === KBTU && groups.some((group) => group.unit !== KBTU);
  const [adjusted, actual]: [Figure, Figure] = isEnergy
    ? [(period) => period.adjustedKbtus, (period) => period.actualKbtus]
    : [(period) => period.adjusted, (period) => period.actual];
  const valuesOf = (figure: Figure) =>
    slots.map((slot) => {
      const parts = slot.partsOf(figure);
      return parts.every(({ isWhole }) => isWhole) ? sumOf(parts) : null;
    });
  const [expected, used] = [valuesOf(adjusted), valuesOf(actual)];
  // Where neither is known nothing would be drawn.
  if (!expected.some((value, index) => value !== null || used[index] !== null)) return [];
  const series = [
    { name: sentence("chart.expected"), values: expected },
    markedSeries(
      sentence("chart.actual"),
      slots.map(({ isEstimated }, index) => ({ value: used[index] ?? null, isEstimated })),
    ),
  ];
  return [
    {
      title: sentence("chart.baselineActual", { energy: energy(energy_type) }),
      kind: "line",
      unit,
      categories: namesOf(slots),
      series,
      ...(isEnergy ? {} : usualBand(groups, expected, sentence("tile.uncertainty"))),
    },
  ];
}

/** Around the expected use: in 9 of 10 bills the use without the measure would be within it. One meter alone has such bills. */
function usualBand(
  groups: readonly GroupAvoidance[],
  expected: readonly (number | null)[],
  name: string,
): Pick<Chart, "band"> {
  const [group, ...others] = groups;
  const { model, periods = [] } = group ?? {};
  if (model == null || others.length > 0 || gapsBetween(periods).length > 0) return {};
  const bands = periods.map((period) => (period.adjusted === null ? null : bandOf(model, [period])));
  if (bands.every((band) => band === null)) return {};
  const edge = (sign: 1 | -1) =>
    expected.map((value, index) => {
      const band = bands[index] ?? null;
      return value === null || band === null ? null : value + sign * band;
    });
  return { band: { name, low: edge(-1), high: edge(1) } };
}

/** A gap stays a gap; later values continue from the known sum. Nothing is drawn of fewer than two sums. */
function drawCumulative(groups: readonly GroupAvoidance[], { sentence }: ReportWords): Chart[] {
  const slots = slotsOf(groups);
  const soFar = runningSum(CENTS);
  const values = slots.map((slot) => {
    const parts = slot.partsOf(({ avoidedCost }) => avoidedCost);
    soFar.add(sumOf(parts));
    return parts.every(({ isWhole, hasBegun }) => isWhole || !hasBegun) ? soFar.total() : null;
  });
  if (values.filter((value) => value !== null).length < 2) return [];
  const series = [{ name: sentence("chart.cumulativeName"), values }];
  return [
    {
      title: sentence("chart.cumulative"),
      kind: "line",
      unit: MONEY,
      categories: namesOf(slots),
      series,
      ...cumulativeBand(groups, { slots, values }, sentence("tile.uncertainty")),
    },
  ];
}

/** Around the sum so far: the uncertainty of the bills that have ended by then, at the mean cost of their use. */
function cumulativeBand(
  groups: readonly GroupAvoidance[],
  { slots, values }: { slots: readonly Slot[]; values: readonly (number | null)[] },
  name: string,
): Pick<Chart, "band"> {
  const modelled = groups.filter(({ periods }) => periods.some(({ avoidedCost }) => avoidedCost !== null));
  const bands = slots.map(({ until }) => sumBand(modelled, until));
  if (bands.every((band) => band === null)) return {};
  const edge = (sign: 1 | -1) =>
    values.map((value, index) => {
      const band = bands[index] ?? null;
      return value === null || band === null ? null : value + sign * band;
    });
  return { band: { name, low: edge(-1), high: edge(1) } };
}

/** Of the periods of all groups up to a day, for money: models err independently. Null when one is unknown. */
function sumBand(groups: readonly GroupAvoidance[], until: Day): number | null {
  let squares = 0;
  for (const { model, periods } of groups) {
    const known = periods.filter(
      ({ end_date, avoided, adjustedCost }) => end_date <= until && avoided !== null && adjustedCost !== null,
    );
    if (known.length === 0) continue;
    const band = model === null ? null : bandOf(model, known);
    const cost = quotient(
      addUp(
        known.map(({ adjustedCost }) => adjustedCost),
        CENTS,
      ),
      addUp(
        known.map(({ adjusted }) => adjusted),
        MILLIONTHS,
      ),
    );
    if (band === null || cost === null) return null;
    squares += (band * cost) ** 2;
  }
  return Math.sqrt(squares);
}

const namesOf = (slots: readonly Slot[]): string[] => slots.map(({ name }) => name);

function sumOf(parts: readonly Part[]): number {
  const all = runningSum(MILLIONTHS);
  for (const { sum } of parts) all.add(sum);
  return all.total() ?? 0;
}

/** Bills when all groups have the same billing periods; else calendar months, by whole days. */
function slotsOf(groups: readonly GroupAvoidance[]): Slot[] {
  const [first, ...others] = groups.map(({ periods }) => periods);
  if (first === undefined) return [];
  const all = [first, ...others];
  if (others.every((periods) => isSamePeriods(periods, first))) {
    const bills = first.map(({ end_date }, index): Slot & { end_date: string } => ({
      // A bill is named by its last day.
      name: addDays(end_date, -1),
      end_date,
      until: end_date,
      isEstimated: all.some((periods) => periods[index]?.estimated === true),
      partsOf: (figure) => all.map((periods) => wholePart(periods[index], figure)),
    }));
    const gaps = gapsBetween(first).map(({ end_date }) => ({
      name: addDays(end_date, -1),
      end_date,
      until: end_date,
      isEstimated: false,
      partsOf: () => [{ sum: 0, isWhole: false, hasBegun: true }],
    }));
    return [...bills, ...gaps].sort((a, b) => (a.end_date < b.end_date ? -1 : 1));
  }
  const span = spanOf(all.flat());
  return (span === null ? [] : monthsTouched(span)).map((month) => ({
    name: month.slice(0, 7),
    until: nextMonth(month),
    isEstimated: all.flat().some((period) => period.estimated && touches(period, month)),
    partsOf: (figure) => all.map((periods) => partOfMonth(periods, month, figure)),
  }));
}

const isSamePeriods = (a: readonly Period[], b: readonly Period[]): boolean =>
  a.length === b.length &&
  a.every(({ start_date, end_date }, index) => start_date === b[index]?.start_date && end_date === b[index].end_date);

function wholePart(period: AvoidancePeriod | undefined, figure: Figure): Part {
  const value = period === undefined ? null : figure(period);
  return { sum: value ?? 0, isWhole: value !== null, hasBegun: true };
}

const touches = ({ start_date, end_date }: Period, month: Month): boolean =>
  start_date < nextMonth(month) && end_date > month;

/** Whole when every day of the month is known. */
function partOfMonth(periods: readonly AvoidancePeriod[], month: Month, figure: Figure): Part {
  const end = nextMonth(month);
  let days = 0;
  let sum = 0;
  for (const period of periods) {
    const from = period.start_date > month ? period.start_date : month;
    const until = period.end_date < end ? period.end_date : end;
    const value = figure(period);
    if (from >= until || value === null) continue;
    const overlap = daysBetween(from, until);
    days += overlap;
    sum += (value * overlap) / period.days;
  }
  return { sum, isWhole: days === daysBetween(month, end), hasBegun: (periods[0]?.start_date ?? month) <= month };
}
