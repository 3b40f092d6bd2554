/** What the threads of a rebuild are told: the parts, and which of them is the next, which each takes for itself alone. */
import type { RebuildPart } from "../store/derived/rebuild.ts";

export interface RebuildOrder {
  databaseUrl: string;
  companyId: number;
  parts: RebuildPart[];
  /** How many are taken: one number in the memory of all threads. */
  taken: Int32Array<SharedArrayBuffer>;
}

export const orderOf = (databaseUrl: string, companyId: number, parts: RebuildPart[]): RebuildOrder => ({
  databaseUrl,
  companyId,
  parts,
  taken: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
});

/** The parts that nobody has taken yet, one at a time. */
export function* takenBy({ parts, taken }: RebuildOrder): Generator<RebuildPart, void> {
  for (;;) {
    const part = parts[Atomics.add(taken, 0, 1)];
    if (part === undefined) return;
    yield part;
  }
}
