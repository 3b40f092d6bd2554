/** Runs test files, each in a process of its own, and ends one that hangs: while it loads, in a loop, or after its last test. */
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { run } from "node:test";
import { spec } from "node:test/reporters";

interface Files {
  /** They run in this order (the command line of Node would sort them). */
  files: string[];
  cwd: string;
  atOnce: number;
  execArgv?: string[];
  /** What a test may take. A file ends that reports nothing for a little longer, so that it can name its test itself. */
  timeoutMs: number;
  signal?: AbortSignal;
}

const LITTLE_LONGER = 1.1;

/** Writes the report and gives whether every test was good. */
export async function runFiles({ files, cwd, atOnce, execArgv = [], timeoutMs, signal }: Files): Promise<boolean> {
  // Node has a limit for each test, none for a file, and does not give the processes of files away otherwise.
  const watch = (message: unknown) => endIfSilent((message as { process: ChildProcess }).process, timeoutMs);
  subscribe("child_process", watch);
  try {
    const events = run({ files, cwd, concurrency: atOnce, timeout: timeoutMs, execArgv, signal });
    let isGood = false;
    events.on("test:summary", ({ file, success }) => {
      // That of all files has none.
      if (file === undefined) isGood = success;
    });
    for await (const text of events.compose(new spec())) process.stdout.write(text as string);
    return isGood;
  } finally {
    unsubscribe("child_process", watch);
  }
}

function endIfSilent(child: ChildProcess, timeoutMs: number): void {
  const silenceMs = timeoutMs * LITTLE_LONGER;
  const timer = setTimeout(() => {
    console.error(
      `${child.spawnargs.at(-1)} reported nothing for ${Math.round(silenceMs / 1000)} seconds and is ended.`,
    );
    // What the file has started may hold its output open.
    child.once("exit", () => {
      for (const output of [child.stdout, child.stderr]) output?.destroy();
    });
    child.kill("SIGKILL");
  }, silenceMs);
  child.once("spawn", () => child.stdout?.on("data", () => timer.refresh()));
  child.once("exit", () => clearTimeout(timer));
  child.once("error", () => clearTimeout(timer));
}
