/** How far the avoided use of a meter may be off, at 90 % confidence: the improved ASHRAE formula (CalTRACK 4.3.2.4). */
import type { FitMetrics } from "./fit-metrics.ts";

/** Student's t that 90 % lie within, both sides, for 1 to 30 degrees of freedom; beyond, that of the normal curve. */
const T_90 = [
  6.313751515, 2.91998558, 2.353363435, 2.131846786, 2.015048373, 1.943180281, 1.894578605, 1.859548038, 1.833112933,
  1.812461123, 1.795884819, 1.782287556, 1.770933396, 1.761310136, 1.753050356, 1.745883676, 1.739606726, 1.734063607,
  1.729132812, 1.724718243, 1.720742903, 1.717144374, 1.713871528, 1.71088208, 1.708140761, 1.70561792, 1.703288446,
  1.701130934, 1.699127027, 1.697260887,
];
const T_90_NORMAL = 1.644853627;

/** Coefficients of the monthly formula. */
const [A, B, D] = [-0.00022, 0.03306, 0.94054];

/**
 * Half the width of the band around the avoided use, in units of use. `metrics` are those of the totals of the baseline
 * periods, `slopes` the number of the model's coefficients beside the base (the method does not count the base),
 * `reportingDays` what the savings are summed over. Null where the baseline is too short to say.
 */
export function avoidedUseBand(metrics: FitMetrics, slopes: number, reportingDays: number): number | null {
  const { periods, rmse, autocorrelation } = metrics;
  const freedom = periods - slopes;
  const months = Math.round(reportingDays / 30);
  if (rmse === null || autocorrelation === null || freedom < 1 || months === 0) return null;
  if (Math.abs(autocorrelation) === 1) return null;
  const t = T_90[freedom - 1] ?? T_90_NORMAL;
  // Errors that follow each other tell less than as many independent ones.
  const independent = (periods * (1 - autocorrelation)) / (1 + autocorrelation);
  const curve = A * months ** 2 + B * months + D;
  // The text has the use of the baseline times CV(RMSE): the mean use stands above and below, and falls out.
  return periods * rmse * t * curve * Math.sqrt(((periods / independent) * (1 + 2 / independent)) / months);
}

/** Uncertainty of one or more meters as a share of what they avoided: root of the summed squares over the sum; null of nothing. */
export function fractionalUncertainty(parts: readonly { band: number; avoided: number }[]): number | null {
  const avoided = parts.reduce((sum, part) => sum + part.avoided, 0);
  if (avoided === 0) return null;
  return Math.sqrt(parts.reduce((sum, { band }) => sum + band ** 2, 0)) / Math.abs(avoided);
}
