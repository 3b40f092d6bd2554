/** Preloaded into a measured process: collects all garbage when it gets SIGUSR2, without output. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  process.on("SIGUSR2", () => {
    // Twice: the second run frees what the first one finalizes.
    collect();
    collect();
  });
}
