/** Runs a command of `src/cli` with the settings that are given and no others: as a function, or where that is tested as a process. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { COMMANDS } from "../src/cli/commands.ts";
import { openInput } from "../src/cli/standard-input.ts";
import { FOR_A_START } from "./engine.ts";

export const COMMANDS_ENTRY = join(import.meta.dirname, "../src/cli/main.ts");

export interface CommandEnded {
  code: number;
  out: string;
  error: string;
}

interface Given {
  /** What is piped into it, or what a person types when it is a terminal. */
  input?: string;
  isTerminal?: boolean;
  /** Its abort is Ctrl+C. */
  signal?: AbortSignal;
  /** Gets each text that is written, as it comes. */
  onText?: (text: string) => void;
}

export async function runCommand(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
  { input = "", isTerminal = false, signal, onText }: Given = {},
): Promise<CommandEnded> {
  const load = COMMANDS[name];
  if (load === undefined) throw new Error(`there is no command ${name}`);
  const { run } = await load();
  const [out, error] = [collect(onText), collect(onText)];
  const stream = Object.assign(Readable.from(input === "" ? [] : [Buffer.from(input)]), { isTTY: isTerminal });
  const interrupts = new Set<() => void>();
  const interrupt = (): void => interrupts.forEach((stop) => stop());
  signal?.addEventListener("abort", interrupt);
  const code = await run(args, {
    out: out.stream,
    error: error.stream,
    in: openInput(stream, { error: error.stream, interrupt }),
    env: settings,
    onInterrupt(stop) {
      interrupts.add(stop);
      return () => void interrupts.delete(stop);
    },
  });
  return { code, out: out.text(), error: error.text() };
}

function collect(onText: (text: string) => void = () => {}): { stream: Writable; text: () => string } {
  let all = "";
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      all += text;
      onText(text);
      done();
    },
  });
  return { stream, text: () => all };
}

/** As a person starts it. */
export function startCommand(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
): ChildProcessWithoutNullStreams {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  return spawn(process.execPath, [...FOR_A_START, COMMANDS_ENTRY, name, ...args], { env });
}
