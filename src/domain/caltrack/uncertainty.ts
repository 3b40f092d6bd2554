/**
 * Calculates the uncertainty of a meter's avoided use at 90 % confidence: the prediction interval of weighted least squares for
 * a sum of predictions (Draper and Smith, Applied Regression Analysis, 1.4 and 3.1; for savings: Reddy and Claridge 2000,
 * ASHRAE Guideline 14). Decision 0019 explains why the polynomial of CalTRACK 4.3.2.4 is not used.
 */

/** Two-sided 90 % quantiles of Student's t for 1 to 30 degrees of freedom; beyond, the quantile of the normal distribution. */
const T_90 = [
  6.313751515, 2.91998558, 2.353363435, 2.131846786, 2.015048373, 1.943180281, 1.894578605, 1.859548038, 1.833112933,
  1.812461123, 1.795884819, 1.782287556, 1.770933396, 1.761310136, 1.753050356, 1.745883676, 1.739606726, 1.734063607,
  1.729132812, 1.724718243, 1.720742903, 1.717144374, 1.713871528, 1.71088208, 1.708140761, 1.70561792, 1.703288446,
  1.701130934, 1.699127027, 1.697260887,
];
const T_90_NORMAL = 1.644853627;

/** The terms of a period in the model: 1 and the degree days per day of each slope, with the days of the period. */
export interface Terms {
  days: number;
  /** 1 for the base, then a number for each slope, in the order of the model. */
  perDay: readonly number[];
}

/** The statistics of a fit's errors that its predictions need. */
export interface FitSpread {
  /** Variance of the use of one day, in squared units of use. */
  dayVariance: number;
  /** Student's t at 90 % for the periods less base, slopes and balance points. */
  t: number;
  /** Inverse of the weighted sums of products of the terms: row and column for the base and each slope. */
  inverse: readonly (readonly number[])[];
}

/**
 * `errors` are use less model, per day, in the order of the periods. Null when there are not more periods than base, slopes and
 * balance points, when the errors are all zero, or when the terms are linearly dependent.
 */
export function fitSpread(periods: readonly Terms[], errors: readonly number[]): FitSpread | null {
  const slopes = (periods[0]?.perDay.length ?? 1) - 1;
  // A balance point was searched for each slope, so it counts as a coefficient.
  const freedom = periods.length - 1 - 2 * slopes;
  const squares = periods.reduce((sum, { days }, index) => sum + days * (errors[index] ?? 0) ** 2, 0);
  const inverse = invert(productsOf(periods));
  if (freedom < 1 || squares === 0 || inverse === null) return null;
  // Correlated errors carry less information than independent ones. A negative correlation in a few errors is chance.
  const following = Math.max(0, autocorrelation(errors));
  if (following >= 1) return null;
  const dayVariance = (squares / freedom) * ((1 + following) / (1 - following));
  return { dayVariance, t: T_90[freedom - 1] ?? T_90_NORMAL, inverse };
}

/**
 * Half the width of the band around the total avoided use of these periods, in units of use. Periods must be in order of time:
 * the variance of the first ones never decreases with later ones. Null without periods.
 */
export function avoidedUseBand({ dayVariance, t, inverse }: FitSpread, periods: readonly Terms[]): number | null {
  if (periods.length === 0) return null;
  const sums = inverse.map(() => 0);
  let days = 0;
  let variance = 0;
  for (const period of periods) {
    days += period.days;
    for (const [index, value] of period.perDay.entries()) sums[index] = (sums[index] ?? 0) + period.days * value;
    // The variance of the use itself, and of the coefficients, which is shared by all periods and grows with their square.
    variance = Math.max(variance, dayVariance * (days + quadraticForm(inverse, sums)));
  }
  return t * Math.sqrt(variance);
}

/** The correlation of each error with the next, -1 to 1; 0 when all errors are equal. */
function autocorrelation(errors: readonly number[]): number {
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const [squares, products] = errors.reduce(
    ([square, product], error, index) => [
      square + (error - mean) ** 2,
      product + (index === 0 ? 0 : (error - mean) * ((errors[index - 1] ?? mean) - mean)),
    ],
    [0, 0],
  );
  return squares === 0 ? 0 : products / squares;
}

/** Sums of products of each pair of terms, weighted by days. */
function productsOf(periods: readonly Terms[]): number[][] {
  const terms = periods[0]?.perDay ?? [];
  const sum = (row: number, column: number) =>
    periods.reduce((total, { days, perDay }) => total + days * (perDay[row] ?? 0) * (perDay[column] ?? 0), 0);
  return terms.map((_, row) => terms.map((_term, column) => sum(row, column)));
}

function quadraticForm(matrix: FitSpread["inverse"], vector: readonly number[]): number {
  return matrix.reduce(
    (sum, row, at) => sum + (vector[at] ?? 0) * row.reduce((inner, value, to) => inner + value * (vector[to] ?? 0), 0),
    0,
  );
}

/** By elimination, for one to three rows; null when they are linearly dependent. */
function invert(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...matrix.map((_, to) => (to === at ? 1 : 0))]);
  for (let at = 0; at < size; at++) {
    const pivot = rows[at];
    const lead = pivot?.[at] ?? 0;
    // The remainder of a dependent row is only rounding.
    if (pivot === undefined || lead <= 1e-12 * (matrix[at]?.[at] ?? 0)) return null;
    const scaled = pivot.map((value) => value / lead);
    rows[at] = scaled;
    for (const [to, row] of rows.entries()) {
      const factor = row[at] ?? 0;
      if (to !== at && factor !== 0) rows[to] = row.map((value, index) => value - factor * (scaled[index] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}
