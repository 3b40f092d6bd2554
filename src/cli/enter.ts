/** Runs a command as this process. Of this room only it and `call.ts` touch the process: they read its environment and write to its streams. */
import { ConfigError, environmentWithFile } from "../config.ts";
import { USAGE_EXIT_CODE } from "./command-line.ts";
import type { Environment, Io, Run } from "./io.ts";
import { openInput } from "./standard-input.ts";

/** As a shell counts a program that SIGPIPE ended, a signal that Node does not get. */
const PIPE_EXIT_CODE = 141;
/** What is still open this long after the end of a command is not waited for. */
const OPEN_MS = 1000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The exit code of the process is that of the command. */
export async function enter(run: Run, args: readonly string[]): Promise<void> {
  endWithReaders();
  const env = readSettings();
  if (env === null) return;
  process.exitCode = await run(args, ioOfProcess(env));
  setTimeout(() => process.exit(), OPEN_MS).unref();
}

/** Null, after a sentence, when the file .env cannot be read. */
function readSettings(): Environment | null {
  try {
    return environmentWithFile();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = USAGE_EXIT_CODE;
    return null;
  }
}

function ioOfProcess(env: Environment): Io {
  const interrupt = (): void => void process.kill(process.pid, "SIGINT");
  return {
    out: process.stdout,
    error: process.stderr,
    in: openInput(process.stdin, { error: process.stderr, interrupt }),
    env,
    onInterrupt(stop) {
      // Not once: with an older Node, one Ctrl+C comes twice (scripts/run.mjs).
      for (const name of SIGNALS) process.on(name, stop);
      return () => {
        for (const name of SIGNALS) process.off(name, stop);
      };
    },
  };
}

/** A reader that has seen enough, such as `head`, ends the command without a word. */
function endWithReaders(): void {
  let isEnding = false;
  const end = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
    if (isEnding) return;
    isEnding = true;
    // A command that must end in order listens for Ctrl+C.
    if (!process.emit("SIGINT", "SIGINT")) process.exit(PIPE_EXIT_CODE);
  };
  for (const stream of [process.stdout, process.stderr]) stream.on("error", end);
}
