/** Threads for work beside the service. One is kept for a while after its work, because starting it costs more than much of that work. */
import type { Worker } from "node:worker_threads";

/** Long enough for the next work of a series. */
const KEPT_MS = 10_000;

export interface KeptThreads<Order, Message> {
  /**
   * Posts the order to a thread that waits, or to a new one, and passes on each message of it until `onMessage` says that it was
   * the last. @throws the error of the thread, which ends with it; or the reason of the signal, which ends it at once
   */
  run(order: Order, onMessage: (message: Message) => "last" | "more", signal?: AbortSignal): Promise<void>;
}

/** `start` gives a thread that takes orders by messages, one after the other. A thread that waits does not keep the process from ending. */
export function keepThreads<Order, Message>(start: () => Worker, keptMs = KEPT_MS): KeptThreads<Order, Message> {
  /** The last used at the end. */
  const waiting: { thread: Worker; timer: NodeJS.Timeout; drop: () => void }[] = [];

  function take(): Worker {
    const kept = waiting.pop();
    if (kept === undefined) return start();
    const { thread, timer, drop } = kept;
    clearTimeout(timer);
    thread.off("error", drop).off("exit", drop);
    thread.ref();
    return thread;
  }

  function keep(thread: Worker): void {
    thread.unref();
    const drop = () => {
      const at = waiting.findIndex((kept) => kept.thread === thread);
      if (at !== -1) waiting.splice(at, 1);
      void thread.terminate();
    };
    // What its work left behind may still fail: that ends the thread, and nothing else.
    thread.on("error", drop).on("exit", drop);
    waiting.push({ thread, timer: setTimeout(drop, keptMs).unref(), drop });
  }

  return {
    async run(order, onMessage, signal) {
      signal?.throwIfAborted();
      const thread = take();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      // An order that cannot be posted fails before anything waits for this.
      promise.catch(() => {});
      const onStop = () => reject(signal?.reason);
      const onEach = (message: Message) => {
        if (onMessage(message) === "last") resolve();
      };
      const onExit = () => reject(new Error("a thread ended before its work was finished"));
      signal?.addEventListener("abort", onStop, { once: true });
      thread.on("message", onEach).on("error", reject).on("exit", onExit);
      try {
        thread.postMessage(order, []);
        await promise;
        thread.off("message", onEach).off("error", reject).off("exit", onExit);
        keep(thread);
      } catch (error) {
        await thread.terminate();
        throw error;
      } finally {
        signal?.removeEventListener("abort", onStop);
      }
    },
  };
}
