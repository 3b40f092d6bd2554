/** How a command of the project is called, said as the person called this one, so that what a text tells can be typed. */
import { environmentWithFile } from "../config.ts";

type Environment = Record<string, string | undefined>;

/** Set by `scripts/meterbook.mjs`, which alone knows its own name. Not named as a setting is: settings that nobody knows stop a start. */
const NAMED = "_METERBOOK_CALLED_AS";

/** `npx meterbook import`, `meterbook import`, or of the scripts of the package `npm run import`. */
export function calledAs(command: string, environment: Environment = environmentWithFile()): string {
  const name = environment[NAMED];
  if (name !== undefined) return `${name} ${command}`;
  return command === "start" ? "npm start" : `npm run ${command}`;
}

/** The same with what follows it; npm takes options for its own unless they stand behind two dashes. */
export function calledWith(command: string, rest: string, environment: Environment = environmentWithFile()): string {
  const called = calledAs(command, environment);
  return environment[NAMED] === undefined ? `${called} -- ${rest}` : `${called} ${rest}`;
}
