/** Rules about the amounts of bills: unusual use and cost, no use, repeated use, the price and the unit. */
import type { BilledPeriod } from "./billed-period.ts";
import { FLAT } from "./coverage-rules.ts";
import { onPeriod, rule, threeDigits, type Found, type Threshold } from "./rule.ts";
import { unusualPeriods, type Basis, type Unusual } from "./unusual.ts";

const UNUSUAL_THRESHOLDS = {
  percent_above: {
    default: 50,
    min: 5,
    max: 1000,
    unit: "percent",
    description:
      "How far above the usual amount per day, in percent of it or of the mean of the earlier bills if that is higher.",
  },
  percent_below: {
    default: 50,
    min: 5,
    max: 100,
    unit: "percent",
    description: "How far below the usual amount per day, in the same percent.",
  },
  deviations: {
    default: 3.5,
    min: 1,
    max: 20,
    unit: "deviations",
    description: "And by how many standard deviations, estimated from the median absolute error of the usual amount.",
  },
  bills: { default: 12, min: 6, max: 36, unit: "bills", description: "How many earlier bills are needed to judge." },
} as const satisfies Record<string, Threshold>;

const BASES: Record<Basis, string> = {
  weather: "for the weather",
  year_before: "on the same days a year before",
  earlier_bills: "on the earlier bills",
};

const onUnusual = ({ period, perDay, usual, basis }: Unusual, unit: string): Found =>
  onPeriod(period, {
    direction: perDay > usual ? "above" : "below",
    per_day: threeDigits(perDay),
    usual_per_day: threeDigits(usual),
    unit,
    basis: BASES[basis],
  });

export const unusualUse = rule({
  severity: "warning",
  description: "The use per day is far from the usual one. Of several such bills in a row, the first is reported.",
  sentence: "The use of {per_day} {unit} per day is far {direction} the usual {usual_per_day} {unit} {basis}.",
  thresholds: UNUSUAL_THRESHOLDS,
  unless: ["zero_use", "unit_change"],
  find: ({ periods }, limits) =>
    unusualPeriods(periods, ({ use }) => use, limits).map((one) => onUnusual(one, one.period.unit ?? "")),
});

export const unusualCost = rule({
  severity: "warning",
  description:
    "The cost per day is far from the usual one although the use is not. Of several such bills in a row, the first is reported.",
  sentence: "The cost of {per_day} per day is far {direction} the usual {usual_per_day} {basis}.",
  thresholds: UNUSUAL_THRESHOLDS,
  unless: ["unusual_use", "zero_use", "unit_change"],
  find: ({ periods }, limits) => unusualPeriods(periods, ({ cost }) => cost, limits).map((one) => onUnusual(one, "")),
});

/** The time in which every season has been seen once. */
const YEAR_DAYS = 400;

/** The bills of the last 13 months before one, the latest first. */
function lastYear(periods: readonly BilledPeriod[], place: number): BilledPeriod[] {
  const earlier: BilledPeriod[] = [];
  const current = periods[place];
  if (current === undefined) return [];
  for (let at = place - 1; at >= 0; at--) {
    const period = periods[at];
    if (period === undefined || current.start - period.end > YEAR_DAYS) break;
    if (period.end <= current.start + 1) earlier.push(period);
  }
  return earlier;
}

export const zeroUse = rule({
  severity: "warning",
  description: "A bill shows no use, although every bill of the 13 months before it shows some.",
  sentence: "The bill shows no use; each of the {bills} bills of the 13 months before it shows some.",
  thresholds: {
    bills: { default: 3, min: 1, max: 36, unit: "bills", description: "How many earlier bills with use are needed." },
  },
  unless: [],
  find: ({ periods }, { bills }) =>
    periods.flatMap((period, place) => {
      if (period.use !== 0) return [];
      const earlier = lastYear(periods, place).filter(({ use }) => use !== null);
      const isFirst = earlier.length >= bills && earlier.every(({ use }) => use !== 0);
      return isFirst ? onPeriod(period, { bills: earlier.length }) : [];
    }),
});

export const repeatedUse = rule({
  severity: "notice",
  description:
    "Several bills in a row have the same use per day, as estimates that are not marked do. Flat services are left out.",
  sentence: "{bills} bills in a row show the same use of {per_day} {unit} per day: they may be estimates.",
  thresholds: {
    bills: { default: 3, min: 2, max: 24, unit: "bills", description: "How many bills in a row." },
    percent: {
      default: 0.1,
      min: 0,
      max: 5,
      unit: "percent",
      description: "By how much their use per day may differ.",
    },
    least_use: {
      default: 20,
      min: 0,
      max: 1_000_000,
      unit: "units",
      description: "The use that a bill must show: small whole numbers repeat by chance.",
    },
  },
  unless: [],
  find: ({ periods, energy_type }, { bills, percent, least_use }) => {
    if (FLAT.has(energy_type)) return [];
    const found: Found[] = [];
    let equal = 1;
    for (const [place, period] of periods.entries()) {
      const before = periods[place - 1];
      equal = before !== undefined && isRepeated(before, period, percent, least_use) ? equal + 1 : 1;
      // Each row once, on the bill that makes it long enough.
      if (equal !== bills || period.use === null) continue;
      found.push(onPeriod(period, { bills, per_day: threeDigits(period.use / period.days), unit: period.unit ?? "" }));
    }
    return found;
  },
});

function isRepeated(before: BilledPeriod, period: BilledPeriod, percent: number, leastUse: number): boolean {
  if (before.use === null || period.use === null || before.unit !== period.unit) return false;
  if (Math.abs(period.use) < leastUse || period.use === 0) return false;
  const perDay = period.use / period.days;
  return Math.abs(before.use / before.days - perDay) <= (percent / 100) * Math.abs(perDay);
}

/** Not a number where the bill has no price. */
const priceOf = ({ usageCost, use }: BilledPeriod): number =>
  usageCost === null || use === null || use <= 0 || usageCost <= 0 ? Number.NaN : usageCost / use;

export const rateChange = rule({
  severity: "notice",
  description:
    "The price, which is the charges for usage by the use, is outside the prices of the 13 months before. Of several such bills in a row, the first is reported.",
  sentence:
    "The price of {price} per {unit} is {percent} % {direction} those of the 13 months before, {low} to {high}.",
  thresholds: {
    percent: {
      default: 20,
      min: 1,
      max: 500,
      unit: "percent",
      description: "How far above the highest or below the lowest of these prices.",
    },
    bills: {
      default: 6,
      min: 1,
      max: 36,
      unit: "bills",
      description: "How many earlier bills with a price are needed.",
    },
    least_use: {
      default: 20,
      min: 0,
      max: 1_000_000,
      unit: "units",
      description: "The use that a bill must show: the price of a few units follows from rounding and least charges.",
    },
  },
  unless: ["unit_change"],
  find: ({ periods }, { percent, bills, least_use }) => {
    const found: Found[] = [];
    const prices = Float64Array.from(periods, (period) =>
      (period.use ?? 0) < least_use ? Number.NaN : priceOf(period),
    );
    for (const [place, period] of periods.entries()) {
      const price = prices[place] ?? Number.NaN;
      const previous = prices[place - 1] ?? Number.NaN;
      // Between the others for sure: the usual case, without looking at a year of them.
      const isNear = Math.abs(price - previous) <= (percent / 100) * previous;
      if (Number.isNaN(price) || (isNear && periods[place - 1]?.unit === period.unit)) continue;
      let [low, high, count] = [Infinity, -Infinity, 0];
      for (let at = place - 1; at >= 0; at--) {
        const before = periods[at];
        if (before === undefined || period.start - before.end > YEAR_DAYS) break;
        const earlier = prices[at] ?? Number.NaN;
        if (Number.isNaN(earlier) || before.unit !== period.unit) continue;
        if (earlier < low) low = earlier;
        if (earlier > high) high = earlier;
        count += 1;
      }
      const share = percent / 100;
      if (count < bills || (price <= high * (1 + share) && price >= low * (1 - share))) continue;
      const isAbove = price > high;
      const off = isAbove ? price / high - 1 : 1 - price / low;
      found.push(
        onPeriod(period, {
          direction: isAbove ? "above" : "below",
          price: threeDigits(price),
          percent: Math.round(off * 100),
          low: threeDigits(low),
          high: threeDigits(high),
          unit: period.unit ?? "",
        }),
      );
    }
    return found;
  },
});

export const unitChange = rule({
  severity: "warning",
  description: "A bill states its use in another unit than the bill before it.",
  sentence: "The use is stated in {unit}, on the bill before it in {earlier_unit}.",
  thresholds: {},
  unless: [],
  find: ({ periods }) => {
    const found: Found[] = [];
    let last: string | null = null;
    for (const period of periods) {
      if (period.unit === null) continue;
      if (last !== null && last !== period.unit)
        found.push(onPeriod(period, { unit: period.unit, earlier_unit: last }));
      last = period.unit;
    }
    return found;
  },
});
