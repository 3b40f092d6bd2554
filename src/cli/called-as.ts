/** The command line by which the user called this command, so that hints can be typed as shown. */
import { environmentWithFile } from "../config.ts";

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
