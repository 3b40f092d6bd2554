/** What the process holds once everything that can be given back was given back. */
import { collectGarbage } from "../collect-garbage.ts";

export interface Memory {
  heapMb: number;
  residentMb: number;
}

export async function settledMemory(): Promise<Memory> {
  // Finalizers run between collections.
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage();
    await new Promise((resolve) => void setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapMb: (heapUsed + external) / 2 ** 20, residentMb: rss / 2 ** 20 };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * How much more is held at the end of a row of measurements than after its beginning. What is resident goes up and down by
 * tens of MB with what the system was asked for last, so three neighbours stand for each.
 */
export function growthOf(measured: Memory[]): Memory {
  const [early, late] = [measured.slice(1, 4), measured.slice(-3)];
  const grown = (name: keyof Memory) =>
    median(late.map((each) => each[name])) - median(early.map((each) => each[name]));
  return { heapMb: grown("heapMb"), residentMb: grown("residentMb") };
}
