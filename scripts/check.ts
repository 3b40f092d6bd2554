/** What `npm run check` runs: format, lint, types, dead code, regular expressions and the lock file, in parallel, each with its own result. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const BIN = join(import.meta.dirname, "../node_modules/.bin");

const CHECKS: { name: string; command: string; args: string[] }[] = [
  { name: "format", command: "oxfmt", args: ["--check"] },
  { name: "lint", command: "oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "types", command: "tsc", args: ["-p", "tsconfig.json"] },
  // Without the types of Node: the client must not need it.
  { name: "types of the client", command: "tsc", args: ["-p", "client/tsconfig.json", "--noEmit"] },
  { name: "types of the dashboard", command: "tsc", args: ["-p", "web/tsconfig.json"] },
  { name: "dead code", command: "knip", args: [] },
  { name: "regular expressions", command: "node", args: ["scripts/check-patterns.ts"] },
  { name: "lock file", command: "node", args: ["scripts/check-lock.ts"] },
];

/** Runs one tool and keeps its output in case it fails. */
function run({ name, command, args }: (typeof CHECKS)[number]): Promise<{ name: string; ok: boolean; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ name: string; ok: boolean; output: string }>();
  const child = spawn(join(BIN, command), args, { cwd: join(BIN, "../.."), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.on("error", (error) => resolve({ name, ok: false, output: error.message }));
  child.on("close", (code) => resolve({ name, ok: code === 0, output }));
  return promise;
}

const results = await Promise.all(CHECKS.map(run));
for (const { name, ok, output } of results) {
  console.log(`${ok ? "ok  " : "FAIL"} ${name}`);
  if (!ok) console.log(output.trim());
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
