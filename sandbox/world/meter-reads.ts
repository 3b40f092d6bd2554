/** What a meter shows, month by month: daily use derived from the weather, rounded to whole steps of its dials. */
import type { LoadShape, MeterPlan } from "./account-plan.ts";
import { dayNumber, weekdayOf } from "./days.ts";
import { fixed } from "./decimal.ts";
import type { Demand, Register } from "./model.ts";
import { randomInt } from "./random.ts";
import type { Random } from "./random.ts";
import { BILL_COUNT } from "./read-days.ts";
import { weatherBetween, type DayWeather } from "./weather.ts";

/** One meter between two reads; `endDay` is the day of the second read and not covered. */
export interface MeterPeriod {
  startDay: string;
  endDay: string;
  registers: Register[];
  demand: Demand | null;
}

export interface ReadOddities {
  /** Periods whose closing read was estimated. */
  estimated: readonly number[];
  /** The period whose closing read was misread, too high; the next one starts from the right read. */
  misread: number | null;
}

const COOLING_BASE_F = 65;

const changedShare = ({ changes = [] }: LoadShape, day: string): number =>
  changes.find(({ from, until }) => day >= from && (until === undefined || day < until))?.share ?? 1;

function useOfDay(load: LoadShape, { day, meanF }: DayWeather, weekday: number, random: Random): number {
  const temperature = meanF + (load.warmerF ?? 0);
  const heating = Math.max(0, load.heatingBaseF - temperature) * load.perHeatingDegree;
  const cooling = Math.max(0, temperature - COOLING_BASE_F) * load.perCoolingDegree;
  const share = weekday === 0 || weekday === 6 ? load.weekend : 1;
  return (load.perDay * share + heating + cooling) * changedShare(load, day) * (0.88 + 0.24 * random());
}

/** Use of each day between the first and the last read, by period. */
function useByPeriod(plan: MeterPlan, days: readonly string[], chance: Chance): number[][] {
  return days.slice(1).map((endDay, at) => {
    const random = at < BILL_COUNT ? chance.first : chance.later;
    const startDay = days[at] ?? endDay;
    const first = weekdayOf(startDay);
    return weatherBetween(startDay, endDay).map((day, after) => useOfDay(plan.load, day, (first + after) % 7, random));
  });
}

/** Of the periods that a world begins with, and of those that come later: what is read stays read. */
export interface Chance {
  first: Random;
  later: Random;
}

interface DialPlan {
  name: string;
  share: number;
  dialDigits: number;
  unit: Register["unit"];
}

function dialsOf(plan: MeterPlan): DialPlan[] {
  if (plan.energyType === "ELECTRIC" && plan.onPeakShare === 0)
    return [{ name: "All hours", share: 1, dialDigits: 5, unit: "kWh" }];
  if (plan.energyType === "ELECTRIC") {
    return [
      { name: "On-peak", share: plan.onPeakShare, dialDigits: 5, unit: "kWh" },
      { name: "Off-peak", share: 1 - plan.onPeakShare, dialDigits: 5, unit: "kWh" },
    ];
  }
  if (plan.energyType === "GAS") return [{ name: "Gas", share: 1, dialDigits: 4, unit: "therms" }];
  return [{ name: "Water", share: 1, dialDigits: 4, unit: plan.waterUnit }];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The dial's position at each read as written down: true reads, except for the estimates. */
function positions(
  uses: number[][],
  dial: DialPlan,
  plan: MeterPlan,
  random: Random,
  oddities: ReadOddities,
): number[] {
  let exact = randomInt(random, 800, 10 ** dial.dialDigits - 400);
  const written = [exact];
  uses.forEach((daily, period) => {
    const steps = (sum(daily) * dial.share) / plan.dialStep;
    exact += steps;
    const short = oddities.estimated.includes(period) ? Math.round(steps * 0.09) : 0;
    written.push(Math.floor(exact) - short);
  });
  return written;
}

/** CCF to therms: the heat content of the gas, which differs a little from month to month. */
function thermFactor(endDay: string): number {
  return 1024 + ((dayNumber(`${endDay.slice(0, 7)}-01`) * 7) % 23);
}

function registersOf(
  plan: MeterPlan,
  days: readonly string[],
  uses: number[][],
  random: Random,
  oddities: ReadOddities,
): Register[][] {
  const dials = dialsOf(plan).map((dial) => ({ dial, reads: positions(uses, dial, plan, random, oddities) }));
  return uses.map((_, period) =>
    dials.map(({ dial, reads }) => {
      const from = reads[period] ?? 0;
      const rightTo = reads[period + 1] ?? 0;
      const to = oddities.misread === period ? rightTo + Math.max(3, Math.round((rightTo - from) * 0.24)) : rightTo;
      const multiplier =
        plan.energyType === "GAS" ? fixed(thermFactor(days[period + 1] ?? ""), 3) : fixed(plan.dialStep, 0);
      const dialSize = 10 ** dial.dialDigits;
      return {
        name: dial.name,
        dialDigits: dial.dialDigits,
        previousRead: from % dialSize,
        currentRead: to % dialSize,
        multiplier,
        usage: fixed((to - from) * multiplier.units, multiplier.places),
        unit: dial.unit,
        estimated: oddities.estimated.includes(period),
      };
    }),
  );
}

/** Billed demand is never under 80 % of the highest of this and the eleven bills before. */
const RATCHET_SHARE = 0.8;

function demandsOf(loadFactor: number | null, uses: number[][], random: Random): (Demand | null)[] {
  if (loadFactor === null) return uses.map(() => null);
  const measured = uses.map((daily) =>
    Math.round((Math.max(...daily) / 24 / loadFactor) * (0.93 + 0.07 * random()) * 10),
  );
  return measured.map((tenths, at) => {
    const highest = Math.max(...measured.slice(Math.max(0, at - 11), at + 1));
    return { measuredKw: fixed(tenths, 1), billedKw: fixed(Math.max(tenths, Math.round(highest * RATCHET_SHARE)), 1) };
  });
}

/** Every period of a meter, oldest first. The same chance gives the same reads, with and without a misread. */
export function readMeter(
  plan: MeterPlan,
  days: readonly string[],
  chance: Chance,
  oddities: ReadOddities,
): MeterPeriod[] {
  const uses = useByPeriod(plan, days, chance);
  const registers = registersOf(plan, days, uses, chance.first, oddities);
  // The last to draw from it, so that later periods change nothing before them.
  const demands = demandsOf(plan.loadFactor, uses, chance.first);
  return uses.map((_, at) => ({
    startDay: days[at] ?? "",
    endDay: days[at + 1] ?? "",
    registers: registers[at] ?? [],
    demand: demands[at] ?? null,
  }));
}
