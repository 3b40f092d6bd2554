/** Lets a few visits run at once; the others wait in the order in which they came. */
export interface Turns {
  /** Resolves when it is one's turn, with the function that ends it. @throws the reason of the signal */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createTurns(atOnce: number): Turns {
  const line = new Set<() => void>();
  let running = 0;
  const beginNext = (): void => {
    const [begin] = line;
    if (running >= atOnce || begin === undefined) return;
    line.delete(begin);
    running += 1;
    begin();
  };
  /** Ends a turn once, however often it is called. */
  const turn = (): (() => void) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      beginNext();
    };
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = (): void => {
        line.delete(resolve);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      line.add(resolve);
      beginNext();
      try {
        await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
      return turn();
    },
  };
}
