/** The threads of rebuilds. A thread is kept for a while after its work, because starting one costs more than rebuilding a small company. */
import { Worker } from "node:worker_threads";
import type { RebuildOrder, RebuiltPart } from "./rebuild.ts";
import type { ThreadMessage } from "./rebuild-thread.ts";

/** The memory a rebuild needs does not grow with the portfolio; without a limit the engine would let garbage grow to several times of it. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };
/** Long enough for the next company of a series. */
const KEPT_MS = 10_000;

/** Threads that wait for work, the last used at the end, each with the timer that ends it. */
const waiting: { thread: Worker; timer: NodeJS.Timeout }[] = [];

/** @throws the error of the thread, which ends with it; or the reason of the signal, which ends it at once */
export async function inThread(
  order: RebuildOrder,
  onPart: (made: RebuiltPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const thread = takeThread();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onStop = () => reject(signal.reason);
  const onMessage = (message: ThreadMessage) => (message === null ? resolve() : onPart(message));
  const onExit = () => reject(new Error("a thread ended before the rebuild was finished"));
  signal.addEventListener("abort", onStop, { once: true });
  thread.on("message", onMessage).on("error", reject).on("exit", onExit);
  thread.postMessage(order, []);
  try {
    await promise;
    thread.off("message", onMessage).off("error", reject).off("exit", onExit);
    keepThread(thread);
  } catch (error) {
    await thread.terminate();
    throw error;
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}

function takeThread(): Worker {
  const kept = waiting.pop();
  if (kept === undefined) return new Worker(new URL("rebuild-thread.ts", import.meta.url), { resourceLimits: MEMORY });
  clearTimeout(kept.timer);
  kept.thread.ref();
  return kept.thread;
}

/** A waiting thread does not keep the process from ending. */
function keepThread(thread: Worker): void {
  thread.unref();
  const drop = () => {
    const at = waiting.findIndex((kept) => kept.thread === thread);
    if (at !== -1) waiting.splice(at, 1);
    void thread.terminate();
  };
  waiting.push({ thread, timer: setTimeout(drop, KEPT_MS).unref() });
}
