/** Parses command lines: help and version first, then a sentence and exit code 2 for invalid input. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { calledWith } from "./called-as.ts";

/** For an invalid command line, as in most programs. */
export const USAGE_EXIT_CODE = 2;

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** A command with the name by which it was called. */
export const createCommand = (name: string, description: string): Command =>
  new Command(calledWith(name, "").trimEnd())
    .description(description)
    .version(version, "--version", "print the version of Meterbook")
    .helpOption("--help", "print this")
    .exitOverride();

/** False when help, the version or an error was printed and the exit code is set, so that nothing is left to do. */
export function understands(command: Command, args: readonly string[] = process.argv.slice(2)): boolean {
  try {
    command.parse(args, { from: "user" });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
    return false;
  }
}
