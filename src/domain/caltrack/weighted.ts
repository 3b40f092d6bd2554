/** Weighted sums of a few numbers, as least squares in closed form needs them. */

/** Values less their weighted mean, each times the root of its weight, so that a plain product of two is a weighted one. */
export interface Centred {
  mean: number;
  /** The sum of all weights. */
  weight: number;
  values: Float64Array;
  /** The product with itself. */
  square: number;
}

export function centre(values: Float64Array, weights: Float64Array): Centred {
  let weight = 0;
  let sum = 0;
  for (let index = 0; index < values.length; index++) {
    weight += weights[index] ?? 0;
    sum += (values[index] ?? 0) * (weights[index] ?? 0);
  }
  const mean = sum / weight;
  const centred = values.map((value, index) => (value - mean) * Math.sqrt(weights[index] ?? 0));
  const square = centred.reduce((total, value) => total + value * value, 0);
  return { mean, weight, values: centred, square };
}

export function product(left: Centred, right: Centred): number {
  let total = 0;
  for (let index = 0; index < left.values.length; index++) {
    total += (left.values[index] ?? 0) * (right.values[index] ?? 0);
  }
  return total;
}
