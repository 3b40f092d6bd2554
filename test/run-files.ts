/** Runs test files, each in a process of its own, and ends one that hangs: while it loads, in a loop, or after its last test. */
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { NOT_HERE } from "./shared.ts";

interface Files {
  /** They run in this order (the command line of Node would sort them). */
  files: string[];
  cwd: string;
  atOnce: number;
  execArgv?: string[];
  /** What a test may take. A file ends that reports nothing for a little longer, so that it can name its test itself. */
  timeoutMs: number;
  /** A test whose material is not beside the checkout makes the run fail. Left out, the report says at its end what did not run. */
  needsAll?: boolean;
  signal?: AbortSignal;
}

const LITTLE_LONGER = 1.1;

/** Writes the report and gives whether every test was good. */
export async function runFiles(asked: Files): Promise<boolean> {
  const { files, cwd, atOnce, execArgv = [], timeoutMs, needsAll = false, signal } = asked;
  // Node limits the time of each test but not of a file, and shows the processes of files only on this channel.
  const watch = (message: unknown) => endIfSilent((message as { process: ChildProcess }).process, timeoutMs);
  subscribe("child_process", watch);
  try {
    const events = run({ files, cwd, concurrency: atOnce, timeout: timeoutMs, execArgv, signal });
    let isGood = false;
    const missing = new Map<string, number>();
    events.on("test:pass", ({ skip }) => {
      if (typeof skip === "string" && skip.startsWith(NOT_HERE)) missing.set(skip, (missing.get(skip) ?? 0) + 1);
    });
    events.on("test:summary", ({ file, success }) => {
      // That of all files has none.
      if (file === undefined) isGood = success;
    });
    for await (const text of events.compose(new spec())) process.stdout.write(text as string);
    if (missing.size === 0) return isGood;
    console.log(`\n${sentenceOf(missing)}`);
    return isGood && !needsAll;
  } finally {
    unsubscribe("child_process", watch);
  }
}

/** By the reason why they were skipped, the number of tests. */
function sentenceOf(missing: ReadonlyMap<string, number>): string {
  const count = missing.values().reduce((sum, tests) => sum + tests, 0);
  const materials = missing.keys().map((reason) => reason.slice(NOT_HERE.length));
  return `${count} tests did not run, since what they read is not part of the project and not beside it: ${[...materials].sort().join(", ")}.`;
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
