/** Keeps the results that were used last, up to a total size: reading or drawing a page again takes seconds. */

export interface Remembered<Value> {
  get(key: string): Value | undefined;
  /** `size` in the unit of the total; one that is larger than the total is not kept. */
  put(key: string, value: Value, size: number): void;
}

export function remember<Value>(sizeMax: number): Remembered<Value> {
  /** The one used last is at the end. */
  const kept = new Map<string, { value: Value; size: number }>();
  let total = 0;
  const forget = (key: string): void => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    put(key, value, size) {
      forget(key);
      if (size > sizeMax) return;
      kept.set(key, { value, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (total <= sizeMax) break;
        forget(oldest);
      }
    },
  };
}
