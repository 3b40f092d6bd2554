/** Runs again whenever one of some files is written, until the command is interrupted. */
import { watch } from "node:fs";
import { dirname } from "node:path";
import { say, type Io } from "../io.ts";

/** An editor writes a file in several steps. */
const SETTLED_MS = 100;

/** Never two runs at once: a change during a run starts the next one. Returns the exit code of the last when interrupted (Ctrl+C). */
export async function runAgainAtChanges(
  io: Io,
  files: () => readonly string[],
  run: () => Promise<number>,
): Promise<number> {
  const stop = Promise.withResolvers<"stop">();
  const release = io.onInterrupt(() => stop.resolve("stop"));
  for (;;) {
    const change = nextChange(files());
    const code = await run();
    say(io, "Waiting for a change of the bill or the template. Ctrl+C ends.");
    const what = await Promise.race([change.happened, stop.promise]);
    change.close();
    if (what === "stop") {
      release();
      return code;
    }
  }
}

/** Folders are watched, because many editors replace a file instead of writing it. */
function nextChange(files: readonly string[]): { happened: Promise<void>; close: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const watchers = [...new Set(files.map((file) => dirname(file)))].map((folder) =>
    watch(folder, () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, SETTLED_MS);
    }),
  );
  return {
    happened: promise,
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
