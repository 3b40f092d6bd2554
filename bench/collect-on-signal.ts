/** Preloaded into a measured process: collects all garbage when it gets SIGUSR2, without output. */
import { isMainThread } from "node:worker_threads";

// Workers of the process preload this file too.
if (isMainThread) {
  const { collectGarbage } = await import("../test/collect-garbage.ts");
  process.on("SIGUSR2", () => {
    // Twice: the second run frees what the first one finalizes.
    collectGarbage();
    collectGarbage();
  });
}
