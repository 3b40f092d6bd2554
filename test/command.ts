/** Runs a command of `src/cli` as a person would: in a process of its own, which sees only the settings that are given. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";

const CLI = join(import.meta.dirname, "../src/cli");

export interface CommandEnded {
  /** The exit code, or the signal that ended it. */
  code: number | string | null;
  out: string;
  error: string;
}

/** `name` is that of the command, and of its file in a folder of `src/cli`; `cwd` is the folder it runs in, `input` what is piped into it. */
export function runCommand(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
  { cwd, input = "" }: { cwd?: string; input?: string } = {},
): Promise<CommandEnded> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...globSync(`${CLI}/*/${name}.ts`), ...args],
      { env, cwd },
      (failure, out, error) => resolve({ code: failure?.code ?? failure?.signal ?? 0, out, error }),
    );
    // A command that does not read it may have ended before.
    child.stdin?.on("error", () => {}).end(input);
  });
}
