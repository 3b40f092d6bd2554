/** The threads of rebuilds. */
import { Worker } from "node:worker_threads";
import { keepThreads } from "../../processes/kept-threads.ts";
import type { RebuildOrder, RebuiltPart } from "./rebuild.ts";
import type { ThreadMessage } from "./rebuild-thread.ts";

/** The memory a rebuild needs does not grow with the portfolio; without a limit the engine would let garbage grow to several times of it. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };

const threads = keepThreads(
  () => new Worker(new URL("rebuild-thread.ts", import.meta.url), { resourceLimits: MEMORY }),
);

/** @throws the error of the thread, which ends with it; or the reason of the signal, which ends it at once */
export const inThread = (
  order: RebuildOrder,
  onPart: (made: RebuiltPart) => void,
  signal: AbortSignal,
): Promise<void> =>
  threads.run<ThreadMessage>(
    order,
    (message) => {
      if (message === null) return "last";
      onPart(message);
      return "more";
    },
    signal,
  );
