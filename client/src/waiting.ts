/** Waiting that ends at once when a signal aborts. */

/** @throws the reason of the signal, as soon as it aborts */
export function pause(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, waitMs);
    if (signal?.aborted === true) return stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** The promise, but only until the signal aborts. The work behind the promise goes on. @throws the reason of the signal */
export async function orAbort<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return promise;
  let stop = (): void => {};
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(reasonOf(signal));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const reasonOf = (signal?: AbortSignal): Error => {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException(`The call was ended: ${String(reason)}`, "AbortError");
};
