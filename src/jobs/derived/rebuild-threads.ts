/** The threads of rebuilds. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { builtService } from "../../processes/built-programs.ts";
import { keepThreads } from "../../processes/kept-threads.ts";
import type { RebuildOrder, RebuiltPart } from "./rebuild.ts";
import type { ThreadMessage } from "./rebuild-thread.ts";

/** The memory a rebuild needs does not grow with the portfolio; without a limit the engine would let garbage grow to several times of it. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };

const THREAD = builtService(join(import.meta.dirname, "rebuild-thread.ts"));

const threads = keepThreads<RebuildOrder, ThreadMessage>(() => new Worker(THREAD, { resourceLimits: MEMORY }));

/** @throws the error of the thread, which ends with it; or the reason of the signal, which ends it at once */
export const inThread = (
  order: RebuildOrder,
  onPart: (made: RebuiltPart) => void,
  signal: AbortSignal,
): Promise<void> =>
  threads.run(
    order,
    (message) => {
      if (message === null) return "last";
      onPart(message);
      return "more";
    },
    signal,
  );
