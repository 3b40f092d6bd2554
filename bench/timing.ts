/** What several benches do with the times that they measure. */

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of the fastest turn: the others were disturbed by other work on the machine. */
export async function bestMs(turns: number, work: () => void | Promise<void>): Promise<number> {
  let best = Infinity;
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}
