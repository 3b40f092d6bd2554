#!/usr/bin/env node
/** `meterbook <command>`: what an operator does, under one name and from any folder: `npx meterbook` in the checkout, `meterbook` after `npm link`. */
import { readFileSync } from "node:fs";

/** What is no command of `src/cli`. */
const ENTRIES = { start: "src/main.ts", sandbox: "sandbox/main.ts" };

const COMMANDS = {
  start: "runs the service",
  demo: "shows the whole chain on the utilities of the sandbox",
  sandbox: "runs the fictional utilities of the sandbox, to try things on",
  import: "brings a spreadsheet of bill history, or bill files, into a running service",
  weather: "brings files of daily temperatures into the database",
  read: "reads bills without a service",
  template: "drafts, tries and tests the templates that read bills",
  utility: "adds a utility: its folder, its recipe, and trials of it",
  utilities: "lists the utilities, with the faults in their files",
  reread: "reads the stored bill files again with the templates of today",
  rebuild: "derives all data from the bills again",
  audit: "verifies the audit log",
  user: "makes a link with which a user sets a new password",
  "copy-files": "moves the bill files from the data folder to the bucket",
};

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
const list = Object.entries(COMMANDS).map(([name, does]) => `  ${name.padEnd(width)}  ${does}`);
const USAGE = `Usage: meterbook <command> [arguments]\n\n${list.join("\n")}\n`;

const [name = "--help", ...args] = process.argv.slice(2);
if (Object.hasOwn(COMMANDS, name)) {
  // For texts that say how to go on, see src/cli/command-line.ts.
  process.env._METERBOOK_CALLED_AS = process.env.npm_command === "exec" ? "npx meterbook" : "meterbook";
  const entry = Object.hasOwn(ENTRIES, name) ? [ENTRIES[name]] : ["src/cli/main.ts", name];
  process.argv = [process.execPath, "run.mjs", ...entry, ...args];
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
