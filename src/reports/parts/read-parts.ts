/** Reads the parts of a long table: the next ones are read while one is used, so that the database and this process work at the same time. */

/** Parts that are read while one is used: each has a connection. */
const AHEAD = 2;

/** What is read for each key, in the order of the keys. A failure comes in its place; when the reading ends early, it waits for what was begun. */
export async function* readParts<Key, Part>(
  keys: AsyncIterable<Key> | Iterable<Key>,
  read: (key: Key) => Promise<Part>,
): AsyncGenerator<Part> {
  const begun: Promise<Part>[] = [];
  try {
    for await (const key of keys) {
      const part = read(key);
      // Whoever takes it sees its failure; if nothing does any more, it must not end the process.
      part.catch(() => {});
      begun.push(part);
      const first = begun.length > AHEAD ? begun.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (let first = begun.shift(); first !== undefined; first = begun.shift()) yield await first;
  } finally {
    await Promise.allSettled(begun);
  }
}
