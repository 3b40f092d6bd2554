/**
 * Calculates the cost and content of a unit of use by period: from its own bill; for use of 0 or less, from the last earlier bill
 * that states them.
 */

/** Null means unknown. */
export interface Measured {
  usage: number | null;
  cents: number | null;
  /** The fixed charges among the cents. */
  fixedCents: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
}

/** Per unit of use; null when unknown. */
export interface Rates {
  cents: number | null;
  fixedCents: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
}

/**
 * One for each period, in order. A period with use has its own rates, also unknown ones; use of 0 or less has no price and
 * takes that of the last earlier period that had one.
 */
export function ratesOf(periods: readonly Measured[]): Rates[] {
  const last: Rates = { cents: null, fixedCents: null, kbtus: null, lbs_co2: null };
  return periods.map((period) => {
    const { usage } = period;
    if (usage !== null && usage <= 0) return { ...last };
    const own: Rates = {
      cents: perUnit(period.cents, usage),
      fixedCents: perUnit(period.fixedCents, usage),
      kbtus: perUnit(period.kbtus, usage),
      lbs_co2: perUnit(period.lbs_co2, usage),
    };
    last.cents = own.cents ?? last.cents;
    last.fixedCents = own.fixedCents ?? last.fixedCents;
    last.kbtus = own.kbtus ?? last.kbtus;
    last.lbs_co2 = own.lbs_co2 ?? last.lbs_co2;
    return own;
  });
}

const perUnit = (amount: number | null, usage: number | null): number | null =>
  amount === null || usage === null || usage <= 0 ? null : amount / usage;

const UNUSUAL = 3;

/** True when a rate differs from the median of the others by more than a factor of three, or by its sign. */
export function isUnusual(rate: number, others: readonly (number | null)[]): boolean {
  const sorted = others.filter((each) => each !== null).sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  if (low === undefined || high === undefined) return false;
  const ratio = rate / ((low + high) / 2);
  return !(ratio <= UNUSUAL && ratio >= 1 / UNUSUAL);
}
