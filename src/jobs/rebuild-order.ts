/** The shared work list of the threads of a rebuild: each part is taken by exactly one thread. */
import type { RebuildPart } from "../store/derived/rebuild.ts";

export interface RebuildOrder {
  databaseUrl: string;
  companyId: number;
  parts: RebuildPart[];
  /** How many parts are taken; shared by all threads. */
  taken: Int32Array<SharedArrayBuffer>;
}

export const orderOf = (databaseUrl: string, companyId: number, parts: RebuildPart[]): RebuildOrder => ({
  databaseUrl,
  companyId,
  parts,
  taken: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
});

/** Takes the parts that are still free, one at a time. */
export function* takenBy({ parts, taken }: RebuildOrder): Generator<RebuildPart, void> {
  for (;;) {
    const part = parts[Atomics.add(taken, 0, 1)];
    if (part === undefined) return;
    yield part;
  }
}
