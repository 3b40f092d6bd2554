/**
 * Parses command lines: help and version first, then a sentence and exit code 2 for invalid input. Commands are named as they
 * were called, so that hints can be typed as shown.
 */
import { readFileSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { ConfigError } from "../config.ts";
import { StartError } from "../errors.ts";
import { FileStoreError } from "../files/file-store.ts";
import { say, type Environment, type Io, type Output } from "./io.ts";

/** For an invalid command line, as in most programs. */
export const USAGE_EXIT_CODE = 2;

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Set by `scripts/meterbook.mjs`, which knows its own name. Not named like a setting, because unknown settings stop a start. */
const NAMED = "_METERBOOK_CALLED_AS";

/** `npx meterbook import`, `meterbook import`, or as a script of the package `npm run import`. */
export function calledAs(command: string, env: Environment): string {
  const name = env[NAMED];
  if (name !== undefined) return `${name} ${command}`;
  return command === "start" ? "npm start" : `npm run ${command}`;
}

/** The same with arguments; npm would take options as its own unless they follow two dashes. */
export function calledWith(command: string, rest: string, env: Environment): string {
  const called = calledAs(command, env);
  return env[NAMED] === undefined ? `${called} -- ${rest}` : `${called} ${rest}`;
}

/** Of lines of help: that of the terminal. */
const widthOf = ({ isTTY, columns }: Output): number => (isTTY ? columns : undefined) ?? 80;

/** A command with the name by which it was called. */
export const createCommand = ({ out, error, env }: Io, name: string, description: string): Command =>
  new Command(calledWith(name, "", env).trimEnd())
    .description(description)
    .version(version, "--version", "print the version of Meterbook")
    .helpOption("--help", "print this")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void out.write(text),
      writeErr: (text) => void error.write(text),
      getOutHelpWidth: () => widthOf(out),
      getErrHelpWidth: () => widthOf(error),
    });

/** Null when the command understands the arguments; else the exit code, after help, the version or an error was printed. */
export function parse(command: Command, args: readonly string[]): number | null {
  try {
    command.parse(args, { from: "user" });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
  }
}

/** For an option that is an id. */
export function readId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError("An id is a whole number.");
  return Number(text);
}

/** For an option that may be given several times. */
export const several = (value: string, before: string[] = []): string[] => [...before, value];

/** How a failure is reported: by its message alone and the exit code of a wrong command, unless the command gives its own. */
interface Failing {
  says: (message: string) => string;
  code: number;
}

const AS_WRONG_COMMAND: Failing = { says: (message) => message, code: USAGE_EXIT_CODE };

/** Runs the work of a command. What the caller can mend is a sentence and an exit code; any other error is ours. */
export async function attempt(
  io: Pick<Io, "error">,
  work: () => Promise<number>,
  { says, code }: Failing = AS_WRONG_COMMAND,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!isExpected(error)) throw error;
    say(io, says(error.message));
    return code;
  }
}

/** The message of the system names the file or the address. */
const isExpected = (error: unknown): error is Error =>
  error instanceof StartError ||
  error instanceof ConfigError ||
  error instanceof FileStoreError ||
  (error instanceof Error && "syscall" in error);
