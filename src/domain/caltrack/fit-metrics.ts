/** Measures how well a model fits the periods it was made from. */

export interface FitMetrics {
  periods: number;
  /** Share of the variation of use per day that the model explains, weighted by days, 0 to 1; null when use never changes. */
  r2: number | null;
  /** Root mean squared error of the periods' totals, by periods less slopes (CalTRACK 4.3.2.2). */
  rmse: number | null;
  /** The same as a share of the mean use; null when that is 0. */
  cvrmse: number | null;
  /** Mean of model less use, as a share of the mean use. */
  bias: number | null;
}

/** A period with its observed and modelled use, as totals. */
export interface FittedPeriod {
  days: number;
  observed: number;
  modelled: number;
}

/** `slopes`: the number of coefficients besides the base. */
export function fitMetrics(fitted: readonly FittedPeriod[], slopes: number): FitMetrics {
  const periods = fitted.length;
  const sum = (of: (period: FittedPeriod) => number) => fitted.reduce((total, period) => total + of(period), 0);
  const mean = sum(({ observed }) => observed) / periods;
  const squares = sum(({ observed, modelled }) => (modelled - observed) ** 2);
  const rmse = periods > slopes ? Math.sqrt(squares / (periods - slopes)) : null;
  const shareOf = (value: number | null) => (value === null || mean === 0 ? null : value / mean);
  return {
    periods,
    r2: explainedShare(fitted),
    rmse,
    cvrmse: shareOf(rmse),
    bias: shareOf(periods === 0 ? null : sum(({ observed, modelled }) => modelled - observed) / periods),
  };
}

/** Of use per day, not of totals: long bills are larger than short ones in any weather, which explains nothing. */
function explainedShare(fitted: readonly FittedPeriod[]): number | null {
  const days = fitted.reduce((sum, period) => sum + period.days, 0);
  const mean = fitted.reduce((sum, { observed }) => sum + observed, 0) / days;
  const [all, left] = fitted.reduce(
    ([total, rest], { days: length, observed, modelled }) => [
      total + length * (observed / length - mean) ** 2,
      rest + length * ((observed - modelled) / length) ** 2,
    ],
    [0, 0],
  );
  return all === 0 ? null : Math.max(0, 1 - left / all);
}
