/** Cuts a long list into slices of at most so many values, in order. */
export function* slicesOf<Value>(values: readonly Value[], size: number): Generator<Value[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}
