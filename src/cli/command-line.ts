/** How commands read what they are given: help and version before anything happens, a sentence and exit code 2 for what makes no sense. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { calledWith } from "./called-as.ts";

/** Of a command that was not understood, as of most programs. */
export const USAGE_EXIT_CODE = 2;

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** A command under the name by which it was called. */
export const createCommand = (name: string, description: string): Command =>
  new Command(calledWith(name, "").trimEnd())
    .description(description)
    .version(version, "--version", "print the version of Meterbook")
    .helpOption("--help", "print this")
    .exitOverride();

/** False: help, the version or what is wrong was printed, the exit code is set, and nothing is to be done. */
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
