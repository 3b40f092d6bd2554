/** Lets a few pieces of work run at once, one to a process or a browser; the others wait in the order in which they came. */
export interface Limiter {
  /** Resolves when the work may begin, with the function to call at its end. @throws the reason of the signal */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function createLimiter(atOnce: number): Limiter {
  const waiting = new Set<() => void>();
  let running = 0;
  const beginNext = (): void => {
    const [begin] = waiting;
    if (running >= atOnce || begin === undefined) return;
    waiting.delete(begin);
    running += 1;
    begin();
  };
  /** Ends the work once, however often it is called. */
  const ending = (): (() => void) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      beginNext();
    };
  };
  return {
    async enter(signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = (): void => {
        waiting.delete(resolve);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      waiting.add(resolve);
      beginNext();
      try {
        await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
      return ending();
    },
  };
}
