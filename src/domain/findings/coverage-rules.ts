/** Rules about the days that bills cover: gaps, overlaps, duplicates, days in the future, a meter that is left out. */
import type { EnergyType } from "../../records/codes.ts";
import { addDays, dayFromNumber, dayNumber } from "../calendar.ts";
import type { BilledPeriod } from "./billed-period.ts";
import { daysOf, onPeriod, rule, type Found } from "./rule.ts";

/** Services that are billed in advance or at a flat rate. */
export const FLAT: ReadonlySet<EnergyType> = new Set<EnergyType>(["WASTE", "STORMWATER", "SEWER"]);

/** Each period with the one before it that ends last. */
function* neighbours(periods: readonly BilledPeriod[]): Generator<[before: BilledPeriod, period: BilledPeriod], void> {
  let [last] = periods;
  for (const period of periods) {
    if (last === undefined) return;
    if (period !== last) yield [last, period];
    if (period.end > last.end) last = period;
  }
}

/** The same amounts, and mostly the same days. */
function isDuplicate(before: BilledPeriod, period: BilledPeriod): boolean {
  const common = Math.min(before.end, period.end) - period.start;
  const isSame = before.use === period.use && before.cost === period.cost && before.unit === period.unit;
  const isEmpty = (period.use ?? 0) === 0 && (period.cost ?? 0) === 0;
  return isSame && !isEmpty && common * 2 > Math.min(before.days, period.days);
}

export const gap = rule({
  severity: "warning",
  description: "No bill covers days between two bills of a meter.",
  sentence: "No bill covers the {days} days from {first_day} to {last_day}.",
  thresholds: {
    days: {
      default: 2,
      min: 1,
      max: 60,
      unit: "days",
      description:
        "How long a gap must be. A single day usually follows from how a utility counts the day of the read.",
    },
  },
  unless: [],
  find: ({ periods }, { days }) => {
    const found: Found[] = [];
    for (const [before, period] of neighbours(periods)) {
      const missing = period.start - before.end;
      if (missing < days || missing <= 0) continue;
      const figures = daysOf(before.end_date, missing);
      found.push({ billId: period.billId, start_date: before.end_date, end_date: period.start_date, figures });
    }
    return found;
  },
});

export const overlap = rule({
  severity: "warning",
  description: "Two bills of a meter cover the same days, and are no duplicates.",
  sentence: "The {days} days from {first_day} to {last_day} are on more than one bill.",
  thresholds: {
    days: {
      default: 2,
      min: 1,
      max: 60,
      unit: "days",
      description: "How long an overlap must be. A single day is usually the day of the read, printed on both bills.",
    },
  },
  unless: [],
  find: ({ periods }, { days }) => {
    const found: Found[] = [];
    for (const [before, period] of neighbours(periods)) {
      const end = Math.min(before.end, period.end);
      if (end - period.start < days || isDuplicate(before, period)) continue;
      const end_date = dayFromNumber(end);
      const figures = daysOf(period.start_date, end - period.start);
      found.push({ billId: period.billId, start_date: period.start_date, end_date, figures });
    }
    return found;
  },
});

export const duplicate = rule({
  severity: "warning",
  description: "Two bills of a meter have the same use and the same cost, and mostly the same days.",
  sentence: "Bill {other_bill} has the same use and the same cost for days that are mostly the same.",
  thresholds: {},
  unless: [],
  find: ({ periods }) => {
    const found: Found[] = [];
    for (const [before, period] of neighbours(periods)) {
      if (!isDuplicate(before, period)) continue;
      // The one that came later is in doubt.
      const [first, second] = before.billId < period.billId ? [before, period] : [period, before];
      found.push(onPeriod(second, { other_bill: first.billId }));
    }
    return found;
  },
});

export const futureDays = rule({
  severity: "warning",
  description:
    "A bill covers days after the day on which it arrived. Services that are billed in advance are left out.",
  sentence: "The bill covers {days} days, from {first_day} to {last_day}, after the day on which it arrived.",
  thresholds: {
    days: { default: 1, min: 1, max: 366, unit: "days", description: "How many days in the future are needed." },
  },
  unless: [],
  find: ({ periods, energy_type }, { days }) =>
    FLAT.has(energy_type)
      ? []
      : periods.flatMap((period) => {
          if (period.received === null) return [];
          const ahead = period.end - dayNumber(period.received) - 1;
          return ahead < days ? [] : onPeriod(period, daysOf(addDays(period.end_date, -ahead), ahead));
        }),
});

export const missingMeter = rule({
  severity: "warning",
  description:
    "A bill leaves out a meter in service that the bill before it had, and no other bill has it for these days.",
  sentence: "The bill leaves out this meter, which was billed together with others of the bill until {last_day}.",
  thresholds: {},
  unless: [],
  find: ({ leftOutOf, periods }) => {
    const last = periods.at(-1);
    if (leftOutOf === null || last === undefined) return [];
    return [{ ...leftOutOf, figures: { last_day: addDays(last.end_date, -1) } }];
  },
});
