/** Chance that can be repeated: the same seed gives the same requests. */

export interface Random {
  /** From 0 on, below `limit`. */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32: small, and even enough to choose among mistakes. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (values) => {
      // An index within the list.
      const chosen = values[Math.floor(next() * values.length)];
      if (values.length === 0) throw new Error("there is nothing to pick from");
      return chosen as (typeof values)[number];
    },
    chance: (share) => next() < share,
  };
}
