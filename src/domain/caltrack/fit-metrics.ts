/** How well a model meets the periods it was made of. */

export interface FitMetrics {
  periods: number;
  /** Square of the correlation of use and model, unweighted. */
  r2: number | null;
  adjustedR2: number | null;
  /** Root of the mean squared error, by periods less slopes (CalTRACK 4.3.2.2). */
  rmse: number | null;
  /** The same as a share of the mean use; null when that is 0. */
  cvrmse: number | null;
  /** Mean of model less use, as a share of the mean use. */
  bias: number | null;
  /** How much an error tells of the next (-1 to 1); null where there are too few to say. */
  autocorrelation: number | null;
}

/** `slopes`: coefficients beside the base. */
export function fitMetrics(observed: readonly number[], modelled: readonly number[], slopes: number): FitMetrics {
  const periods = observed.length;
  const errors = observed.map((value, index) => (modelled[index] ?? Number.NaN) - value);
  const mean = meanOf(observed);
  const correlation = correlationOf(observed, modelled);
  const r2 = correlation === null ? null : correlation ** 2;
  const freedom = periods - slopes - 1;
  const squares = errors.reduce((sum, error) => sum + error * error, 0);
  const rmse = periods > slopes ? Math.sqrt(squares / (periods - slopes)) : null;
  const shareOf = (value: number | null) => (value === null || mean === 0 ? null : value / mean);
  return {
    periods,
    r2,
    adjustedR2: r2 === null || freedom <= 0 ? null : 1 - ((1 - r2) * (periods - 1)) / freedom,
    rmse,
    cvrmse: shareOf(rmse),
    bias: shareOf(periods === 0 ? null : meanOf(errors)),
    autocorrelation: correlationOf(errors.slice(1), errors.slice(0, -1)),
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Null when one of the two never changes. */
function correlationOf(left: readonly number[], right: readonly number[]): number | null {
  const [leftMean, rightMean] = [meanOf(left), meanOf(right)];
  let [both, leftSquares, rightSquares] = [0, 0, 0];
  for (const [index, value] of left.entries()) {
    const [a, b] = [value - leftMean, (right[index] ?? Number.NaN) - rightMean];
    both += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  const scale = Math.sqrt(leftSquares * rightSquares);
  return scale > 0 ? both / scale : null;
}
