/**
 * Limits work that takes much memory or time: a maximum at once in total and per company, round-robin among companies, with short
 * queues; where work can be slow, the last slot is kept for companies whose work was not.
 */
import { Problem } from "../../errors.ts";
import { rememberSlow, type SlowRule } from "../../store/slow-companies.ts";

/**
 * Runs `make` when the company gets a slot; null stands for callers without a company.
 * @throws Problem when the company's queue is full, and the signal's reason when the caller has gone
 */
export type Limiter = <T>(companyId: number | null, make: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export interface Limits {
  /** For this process, since the limit protects its memory and time. */
  atOnce: number;
  atOnceOfCompany: number;
  /** Per company. */
  waitingMax: number;
  /** The message to a caller when the queue is full. */
  refusal: string;
  /** A company whose work took longer than `ms` takes no last slot for as long as `rememberedMs`, and comes after others. */
  slow?: SlowRule & { now: () => number };
}

interface Company {
  running: number;
  queue: Set<() => void>;
}

const RETRY_AFTER_SECONDS = 10;
const NEVER = new AbortController().signal;

export function createLimiter({ atOnce, atOnceOfCompany, waitingMax, refusal, slow }: Limits): Limiter {
  /** Companies with something running or waiting; the one that started last is at the end. */
  const companies = new Map<number | null, Company>();
  let running = 0;

  function begin(id: number | null, company: Company): void {
    company.running += 1;
    running += 1;
    companies.delete(id);
    companies.set(id, company);
  }

  const slowCompanies = slow === undefined ? null : rememberSlow<number | null>(slow, slow.now);
  const isSlow = (id: number | null): boolean => slowCompanies?.has(id) ?? false;
  const mayBegin = (id: number | null, { running: own }: Company): boolean =>
    own < atOnceOfCompany && running < (isSlow(id) ? Math.max(1, atOnce - 1) : atOnce);

  function beginNext(): void {
    while (running < atOnce) {
      const next = [...companies]
        .filter(([id, company]) => company.queue.size > 0 && mayBegin(id, company))
        .toSorted(([one], [other]) => Number(isSlow(one)) - Number(isSlow(other)))[0];
      if (next === undefined) return;
      const [id, company] = next;
      const [go] = company.queue;
      if (go === undefined) return;
      company.queue.delete(go);
      begin(id, company);
      go();
    }
  }

  async function timed<T>(id: number | null, make: () => Promise<T>): Promise<T> {
    if (slow === undefined) return make();
    const began = slow.now();
    try {
      return await make();
    } finally {
      slowCompanies?.took(id, slow.now() - began);
    }
  }

  async function waitInQueue({ queue }: Company, signal: AbortSignal): Promise<void> {
    if (queue.size >= waitingMax)
      throw new Problem("too-many-requests", refusal, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      queue.delete(resolve);
      reject(signal.reason);
    };
    queue.add(resolve);
    signal.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  return async (id, make, signal = NEVER) => {
    signal.throwIfAborted();
    const company = companies.getOrInsertComputed(id, () => ({ running: 0, queue: new Set() }));
    const forget = () => company.running === 0 && company.queue.size === 0 && companies.delete(id);
    if (mayBegin(id, company)) begin(id, company);
    else await waitInQueue(company, signal).finally(forget);
    try {
      return await timed(id, make);
    } finally {
      company.running -= 1;
      running -= 1;
      forget();
      beginNext();
    }
  };
}
