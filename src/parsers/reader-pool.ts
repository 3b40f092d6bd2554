/** Shares a few reader processes among all files: first come, first served, and a process is replaced when it is used up. */
import { createLimiter } from "../processes/limiter.ts";
import type { Outcome } from "./outcome.ts";
import { COUNTS_WHEN_FRESH, startReader, type ReaderProcess, type ReaderProgram } from "./reader-process.ts";

export interface ReaderPool<Good extends object> {
  /**
   * Waits for a free process and reads. Rejects only when the signal is aborted, the pool is closed, or no process can be
   * started.
   */
  read(messages: Uint8Array[], signal?: AbortSignal): Promise<Outcome<Good>>;
  /** Ends all processes; pending files are rejected. */
  close(): Promise<void>;
}

export interface PoolOptions<Good extends object> {
  program: ReaderProgram<Good>;
  /** How many files are read at once. */
  processes: number;
  /** After this many a process is replaced, so that nothing accumulates in it. */
  documentsPerProcess: number;
}

/** A slot for one process, which starts when it is first needed. */
interface Slot<Good extends object> {
  process: Promise<ReaderProcess<Good>> | null;
}

/** Processes start with the first file and stay for the next ones, since starting takes longer than reading a bill. */
export function createPool<Good extends object>({
  program,
  processes,
  documentsPerProcess,
}: PoolOptions<Good>): ReaderPool<Good> {
  const slots: Slot<Good>[] = Array.from({ length: processes }, () => ({ process: null }));
  const free = [...slots];
  const limiter = createLimiter(processes);
  const closing = new AbortController();

  /**
   * A breach counts only in a fresh process: a used one may have died because of an earlier file, or while idle. The second
   * reading has the time that the first one left, so that no file takes more than its own.
   */
  async function readIn(slot: Slot<Good>, messages: Uint8Array[], signal: AbortSignal): Promise<Outcome<Good>> {
    let late: AbortSignal | null = null;
    for (;;) {
      await clear(slot);
      signal.throwIfAborted();
      slot.process ??= startReader(program, documentsPerProcess);
      const process = await slot.process;
      const isFresh = process.isFresh();
      late ??= AbortSignal.timeout(program.limits.timeoutMs);
      const result = await process.read(messages, { late, signal });
      if (isFresh || !("finding" in result && COUNTS_WHEN_FRESH.has(result.finding.name))) return result;
    }
  }

  return {
    async read(messages, given) {
      const signal = given === undefined ? closing.signal : AbortSignal.any([given, closing.signal]);
      const leave = await limiter.enter(signal);
      const slot = free.pop();
      if (slot === undefined) throw new Error("more files are read at once than there are processes");
      try {
        return await readIn(slot, messages, signal);
      } finally {
        await clear(slot);
        free.push(slot);
        leave();
      }
    },
    async close() {
      closing.abort(new Error(`The ${program.name} is closed.`));
      await Promise.all(slots.map(async ({ process }) => (await started(process))?.end()));
    },
  };
}

/** Null for a process that could not start; its caller already got the error. */
async function started<Good extends object>(process: Slot<Good>["process"]): Promise<ReaderProcess<Good> | null> {
  try {
    return await process;
  } catch {
    return null;
  }
}

/** Ends a process that reached its quota or failed, so that the slot gets a fresh one. */
async function clear<Good extends object>(slot: Slot<Good>): Promise<void> {
  const process = await started(slot.process);
  if (process?.isFit() === true) return;
  await process?.end();
  slot.process = null;
}
