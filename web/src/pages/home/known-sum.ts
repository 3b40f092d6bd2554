/** The sum of amounts in cents; null when one of them is not known, or for no amounts at all. */
export const knownSum = (amounts: readonly (number | null)[]): number | null =>
  amounts.length === 0 || amounts.includes(null)
    ? null
    : amounts.reduce<number>((cents, amount) => cents + Math.round((amount ?? 0) * 100), 0) / 100;
