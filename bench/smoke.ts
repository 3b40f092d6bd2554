/** Runs every bench at a small size, one after the other, so that none breaks unnoticed: the figures mean nothing here, only that each bench finishes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PARTS, SMALL } from "./small-sizes.ts";

const TIMEOUT_MS = 180_000;

async function run(name: string, args: string[]): Promise<boolean> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, "exit")) as [number | null];
  // One that was stopped may end as if all were well.
  const code = child.killed ? null : status;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? "ok  " : "FAIL"} bench/${name} ${args.join(" ")}: ${seconds} s`);
  if (code !== 0) console.log(said.slice(-3000));
  return code === 0;
}

const chosen = process.argv.slice(2);
let failed = 0;
for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts"))) {
  if (PARTS.has(name) || (chosen.length > 0 && !chosen.includes(name))) continue;
  const args = SMALL[name];
  if (args === undefined) console.log(`FAIL bench/${name} has no small size in bench/small-sizes.ts`);
  if (args === undefined || !(await run(name, args))) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
