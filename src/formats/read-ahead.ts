/**
 * Reads the beginning of a table before the first byte of its file is sent: early failures become errors, and a short table is
 * known completely.
 */
import type { Opening, Row, Table, TableHead, TableTail } from "../records/table.ts";

/** The number of rows held before a file begins; a longer table is written as it is read. */
export const AHEAD_ROWS_MAX = 2000;

export interface ReadAhead {
  head: TableHead;
  /** Null for a table that answers no question. */
  opening(): Promise<Opening | null>;
  /** The rows read so far; all of them when `tail` is present. */
  first: readonly Row[];
  /** Null while there may be unread rows. */
  tail: TableTail | null;
  /** Every row from the first, part by part. Can be iterated once. */
  parts: AsyncIterable<readonly Row[]>;
  /** The tail, available after the parts have ended. */
  tailAtEnd(): TableTail;
  /** Ends the reading of the source at any point. */
  end(): Promise<void>;
}

/** Reads parts until there are more than `rowsMax` rows, or no more parts. `withOpening`: meanwhile, the opening is made. */
export async function readAhead(
  table: Table,
  rowsMax = AHEAD_ROWS_MAX,
  { withOpening = false }: { withOpening?: boolean } = {},
): Promise<ReadAhead> {
  const opening = withOpening ? table.opening?.() : undefined;
  // Its failure is thrown where it is asked for; when the rows fail first, it must not end the process.
  opening?.catch(() => {});
  const source = table.parts[Symbol.asyncIterator]();
  const first: (readonly Row[])[] = [];
  let count = 0;
  let isWhole = false;
  while (!isWhole && count <= rowsMax) {
    const next = await source.next();
    if (next.done === true) isWhole = true;
    else {
      first.push(next.value);
      count += next.value.length;
    }
  }
  const end = async () => void (await source.return?.());
  async function* parts(): AsyncGenerator<readonly Row[]> {
    try {
      yield* first;
      if (isWhole) return;
      for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
    } finally {
      await end();
    }
  }
  return {
    head: table.head,
    opening: async () => (await (opening ?? table.opening?.())) ?? null,
    first: first.flat(),
    tail: isWhole ? table.tail() : null,
    parts: parts(),
    tailAtEnd: () => table.tail(),
    end,
  };
}
