/** Runs the command that is named first, with the arguments behind it. */
import { USAGE_EXIT_CODE } from "./command-line.ts";
import { COMMANDS } from "./commands.ts";
import { enter } from "./enter.ts";

const [name = "", ...args] = process.argv.slice(2);
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (load === undefined) {
  process.stderr.write(`There is no command "${name}". Those there are: ${Object.keys(COMMANDS).join(", ")}.\n`);
  process.exitCode = USAGE_EXIT_CODE;
} else {
  const { run } = await load();
  await enter(run, args);
}
