#!/usr/bin/env node
/** `meterbook <command>`: what an operator does, under one name and from any folder: `npx meterbook` in the checkout, `meterbook` after `npm link`. */
import { readFileSync } from "node:fs";

const COMMANDS = {
  start: { entry: "src/main.ts", does: "runs the service" },
  demo: { entry: "src/cli/demo/demo.ts", does: "shows the whole chain on the utilities of the sandbox" },
  sandbox: { entry: "sandbox/main.ts", does: "runs the fictional utilities of the sandbox, to try things on" },
  import: {
    entry: "src/cli/import/import.ts",
    does: "brings a spreadsheet of bill history, or bill files, into a running service",
  },
  weather: { entry: "src/cli/installation/weather.ts", does: "brings files of daily temperatures into the database" },
  read: { entry: "src/cli/template/read.ts", does: "reads bills without a service" },
  template: { entry: "src/cli/template/template.ts", does: "drafts, tries and tests the templates that read bills" },
  utility: { entry: "src/cli/utility/utility.ts", does: "adds a utility: its folder, its recipe, and trials of it" },
  utilities: { entry: "src/cli/utility/utilities.ts", does: "lists the utilities, with the faults in their files" },
  reread: {
    entry: "src/cli/installation/reread.ts",
    does: "reads the stored bill files again with the templates of today",
  },
  rebuild: { entry: "src/cli/installation/rebuild.ts", does: "derives all data from the bills again" },
  audit: { entry: "src/cli/installation/audit.ts", does: "verifies the audit log" },
  user: { entry: "src/cli/installation/user.ts", does: "makes a link with which a user sets a new password" },
  "copy-files": {
    entry: "src/cli/installation/copy-files.ts",
    does: "moves the bill files from the data folder to the bucket",
  },
};

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
const list = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
const USAGE = `Usage: meterbook <command> [arguments]\n\n${list.join("\n")}\n`;

const [name = "--help", ...args] = process.argv.slice(2);
if (Object.hasOwn(COMMANDS, name)) {
  // For texts that say how to go on, see src/cli/command-line.ts.
  process.env._METERBOOK_CALLED_AS = process.env.npm_command === "exec" ? "npx meterbook" : "meterbook";
  process.argv = [process.execPath, "run.mjs", COMMANDS[name].entry, ...args];
  await import("./run.mjs");
} else if (name === "--version") {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else if (["--help", "-h", "help"].includes(name)) {
  process.stdout.write(USAGE);
} else {
  process.stderr.write(`There is no command "${name}".\n${USAGE}`);
  process.exitCode = 2;
}
