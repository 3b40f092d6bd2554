/**
 * Sends one call: with the token, within a time limit, and again when that may help. A failure is a MeterbookError; a call
 * that its caller ends fails with the reason of the signal.
 */
import { addressOf, messageOf, type Call } from "./call.ts";
import { MeterbookError, readProblem } from "./problem.ts";
import { retryWaitMs, type RetryLimits } from "./retry.ts";
import type { Session } from "./session.ts";
import { pause } from "./waiting.ts";

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportSettings extends RetryLimits {
  /** Address of the service without `/v1`. */
  root: string;
  fetch: Fetch;
  timeoutMs: number;
}

/** Reads a successful answer; a connection that is cut meanwhile counts as a failed attempt. */
type Reader<T> = (response: Response, call: string) => Promise<T>;

export type Send = <T>(call: Call, read: Reader<T>) => Promise<T>;

/** @throws MeterbookError, or the reason of the call's signal */
export function createTransport(settings: TransportSettings, session: Session): Send {
  return async (call, read) => {
    const url = addressOf(settings.root, call);
    const message = messageOf(call);
    const isRepeatable = call.isRepeatable ?? message.headers["idempotency-key"] !== undefined;
    let isRenewed = false;
    for (let attempt = 0; ; attempt += 1) {
      const token = call.open === true ? null : await session.token(call.signal);
      const headers = { ...message.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
      const outcome = await tryOnce(settings, call, { url, init: { ...message, headers }, read });
      if ("value" in outcome) return outcome.value;
      const { error } = outcome;
      if (error.status === 401 && token !== null && !isRenewed && session.drop(token)) {
        isRenewed = true;
        continue;
      }
      const waitMs = retryWaitMs(
        { verb: call.verb, isRepeatable, status: statusOf(error), retryAfterMs: error.retryAfterMs },
        attempt,
        settings,
        Math.random(),
      );
      if (waitMs === null) throw error;
      await pause(waitMs, call.signal);
    }
  };
}

/** Of an answer whose status is not known, 0: a browser hides that of a redirect. Null is no answer, which may come the next time. */
const statusOf = ({ slug, status }: MeterbookError): number | null =>
  slug === "unexpected-answer" ? (status ?? 0) : status;

type Outcome<T> = { value: T } | { error: MeterbookError };

interface Attempt<T> {
  url: string;
  init: RequestInit;
  read: Reader<T>;
}

/** @throws the reason of the call's signal, and nothing else */
async function tryOnce<T>(
  settings: TransportSettings,
  call: Call,
  { url, init, read }: Attempt<T>,
): Promise<Outcome<T>> {
  const { signal, timeoutMs = settings.timeoutMs } = call;
  const label = `${call.verb} ${call.path}`;
  const limit = limitedSignal(timeoutMs, signal);
  let isHandedOut = false;
  try {
    signal?.throwIfAborted();
    const response = await settings.fetch(url, { ...init, redirect: "manual", signal: limit.signal });
    if (!response.ok) return { error: await readProblem(response, label) };
    const value = await read(response, label);
    isHandedOut = Object.is(value, response);
    return { value };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof MeterbookError) return { error: cause };
    const failure = limit.isOver()
      ? { slug: "timeout", title: `There was no answer within ${timeoutMs} ms` }
      : { slug: "unreachable", title: "The service cannot be reached", cause };
    return { error: new MeterbookError({ ...failure, call: label }) };
  } finally {
    limit.stopClock();
    // The caller can still end the body of an answer that is returned unread.
    if (!isHandedOut) limit.release();
  }
}

/** Aborts with the caller's signal or at the time limit. `AbortSignal.any` would leave its listeners on long-lived signals. */
function limitedSignal(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  let isOver = false;
  const forward = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  signal?.addEventListener("abort", forward, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    stopClock: () => clearTimeout(timer),
    release: () => signal?.removeEventListener("abort", forward),
  };
}
