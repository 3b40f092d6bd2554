/** Reads the parts of a long table: the next ones are read while one is used, so that the database and this process work at the same time. */
import { setImmediate } from "node:timers/promises";

/** Parts of a table that are read while one is used: each has a connection. */
const AHEAD = 2;
/** Of all tables together. When as many are being read, a table waits for its next part before it reads another one. */
const AT_ONCE_OF_ALL = 6;
let running = 0;
const isBusy = () => running >= AT_ONCE_OF_ALL;

/**
 * What is read for each key, in the order of the keys; between two parts others have their turn. A failure of a part comes in its
 * place, one of the keys at once. When the reading ends early, it waits for what was begun.
 */
export async function* readParts<Key, Part>(
  keys: AsyncIterable<Key> | Iterable<Key>,
  read: (key: Key) => Promise<Part>,
): AsyncGenerator<Part> {
  const begun: Promise<Part>[] = [];
  const next = async (first: Promise<Part>): Promise<Part> => {
    const part = await first;
    await setImmediate();
    return part;
  };
  try {
    for await (const key of keys) {
      while (isBusy()) {
        const due = begun.shift();
        if (due === undefined) break;
        yield await next(due);
      }
      begun.push(begin(key, read));
      const first = begun.length > AHEAD ? begun.shift() : undefined;
      if (first !== undefined) yield await next(first);
    }
    for (let first = begun.shift(); first !== undefined; first = begun.shift()) yield await next(first);
  } finally {
    await Promise.allSettled(begun);
  }
}

function begin<Key, Part>(key: Key, read: (key: Key) => Promise<Part>): Promise<Part> {
  running += 1;
  const part = read(key).finally(() => {
    running -= 1;
  });
  // Its failure is thrown where the part is taken; when the reading has ended before, it must not end the process.
  part.catch(() => {});
  return part;
}
