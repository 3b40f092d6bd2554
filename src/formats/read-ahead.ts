/** The beginning of a table, read before the first byte of its file: what fails there is told as an error, and a short table is known whole. */
import type { Row, Table, TableHead, TableTail } from "../records/table.ts";

/** So many rows are held before a file begins; a longer table is written as it is read. */
export const AHEAD_ROWS_MAX = 2000;

export interface ReadAhead {
  head: TableHead;
  /** The rows that were read, all of them when `tail` is there. */
  first: readonly Row[];
  /** Null while there may be rows that were not read. */
  tail: TableTail | null;
  /** Every row from the first on, part by part. Can be gone through once. */
  parts: AsyncIterable<readonly Row[]>;
  /** As of the table: once the parts have ended. */
  tailAtEnd(): TableTail;
  /** Ends the reading of the source, wherever it stands. */
  end(): Promise<void>;
}

/** Reads parts until there are more rows than `rowsMax`, or no more. */
export async function readAhead(table: Table, rowsMax = AHEAD_ROWS_MAX): Promise<ReadAhead> {
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
    first: first.flat(),
    tail: isWhole ? table.tail() : null,
    parts: parts(),
    tailAtEnd: () => table.tail(),
    end,
  };
}
