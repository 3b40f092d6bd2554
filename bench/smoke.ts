/** Runs every bench at a small size, one after the other, so that none breaks unnoticed: the figures mean nothing here, only that each bench finishes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Arguments that make each bench small. A bench that is not listed fails the run. */
const SMALL: Record<string, string[]> = {
  "browser-visit.ts": ["2"],
  "calendarize.ts": ["50"],
  "caltrack.ts": ["50"],
  "cost-avoidance.ts": ["1"],
  "coverage.ts": ["2", "2"],
  "bill-list.ts": ["400", "2"],
  "portfolio.ts": ["2", "2"],
  "dashboard.ts": ["8", "3", "1"],
  "dashboard-tasks.ts": [],
  "derive.ts": ["5"],
  "documents.ts": ["500"],
  "espi.ts": ["1000"],
  "findings.ts": ["2"],
  "guessing.ts": ["100"],
  "import.ts": ["200"],
  "import-account.ts": ["100"],
  "counted-days.ts": ["30"],
  "large-property.ts": ["10"],
  "night.ts": ["40", "4", "4", "5", "20", "5"],
  "ocr.ts": ["1", "1"],
  "parse.ts": ["4", "1"],
  "reads.ts": ["500", "2"],
  "savings-band.ts": ["300"],
  "secrets-in-memory.ts": ["1"],
  "slow-neighbours.ts": ["import", "1", "1"],
  "slow-readers.ts": ["20", "2"],
  "webhooks.ts": ["1"],
};
/** Parts of benches. */
const PARTS = new Set([
  "browser-frames.ts",
  "filled-place.ts",
  "collect-on-signal.ts",
  "derive-app.ts",
  "derive-change.ts",
  "derive-limits.ts",
  "derive-portfolio.ts",
  "fill-bills.ts",
  "load.ts",
  "night-figures.ts",
  "night-fill.ts",
  "night-logins.ts",
  "night-portal.ts",
  "pages.ts",
  "reads-server.ts",
  "smoke.ts",
  "timing.ts",
]);
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
  if (args === undefined) console.log(`FAIL bench/${name} has no small size in bench/smoke.ts`);
  if (args === undefined || !(await run(name, args))) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
