/**
 * Parses command lines: help and version first, then a sentence and exit code 2 for invalid input. Commands are named as they
 * were called, so that hints can be typed as shown.
 */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { environmentWithFile } from "../config.ts";

/** For an invalid command line, as in most programs. */
export const USAGE_EXIT_CODE = 2;

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

type Environment = Record<string, string | undefined>;

/** Set by `scripts/meterbook.mjs`, which knows its own name. Not named like a setting, because unknown settings stop a start. */
const NAMED = "_METERBOOK_CALLED_AS";

/** `npx meterbook import`, `meterbook import`, or as a script of the package `npm run import`. */
export function calledAs(command: string, environment: Environment = environmentWithFile()): string {
  const name = environment[NAMED];
  if (name !== undefined) return `${name} ${command}`;
  return command === "start" ? "npm start" : `npm run ${command}`;
}

/** The same with arguments; npm would take options as its own unless they follow two dashes. */
export function calledWith(command: string, rest: string, environment: Environment = environmentWithFile()): string {
  const called = calledAs(command, environment);
  return environment[NAMED] === undefined ? `${called} -- ${rest}` : `${called} ${rest}`;
}

/** A command with the name by which it was called. */
export const createCommand = (name: string, description: string): Command =>
  new Command(calledWith(name, "").trimEnd())
    .description(description)
    .version(version, "--version", "print the version of Meterbook")
    .helpOption("--help", "print this")
    .exitOverride();

/** As a shell counts a program that SIGPIPE ended, a signal that Node does not get. */
const PIPE_EXIT_CODE = 141;

/** A reader that has seen enough, such as `head`, ends the command without a word. */
function endWithReaders(): void {
  let isEnding = false;
  const end = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
    if (isEnding) return;
    isEnding = true;
    // A command that must end in order listens for Ctrl-C.
    if (!process.emit("SIGINT", "SIGINT")) process.exit(PIPE_EXIT_CODE);
  };
  for (const stream of [process.stdout, process.stderr]) stream.on("error", end);
}

/** False when help, the version or an error was printed and the exit code is set, so that nothing is left to do. */
export function understands(command: Command, args: readonly string[] = process.argv.slice(2)): boolean {
  endWithReaders();
  try {
    command.parse(args, { from: "user" });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
    return false;
  }
}
