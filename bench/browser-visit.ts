/**
 * How long a visit with a browser takes: sign in at a form that a script has made, read the list that a script fetches, and fetch a
 * file by a click, on this machine's own small portal without delays. Prints the first visit, which starts the browser, the median
 * and the longest of those after it, and the memory of the browser's processes. Argument: how many visits.
 */
import { readProcessTree } from "../src/browser/processes.ts";
import { poolOf, visit } from "../test/browser-pool.ts";
import { LOGIN, startSite } from "../test/browser-site.ts";
import { median } from "./timing.ts";

const visits = Number(process.argv[2] ?? 20);
const site = await startSite();
const pool = poolOf();
const steps: Record<string, number[]> = { begin: [], open: [], "sign in": [], download: [], close: [], all: [] };
let mostBytes = 0;

async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  steps[step]?.push(performance.now() - began);
  return result;
}

/** Of the browser alone: it is the only child of this process. */
function measureMemory(): void {
  const [, browser] = readProcessTree(process.pid)?.pids ?? [];
  mostBytes = Math.max(mostBytes, browser === undefined ? 0 : (readProcessTree(browser)?.memoryBytes ?? 0));
}

async function visitOnce(): Promise<void> {
  const fields = [
    ["ctl00$user", LOGIN.user],
    ["password", LOGIN.password],
  ] as const;
  const tab = await timed("begin", () => visit(pool.openTab, site));
  await timed("open", () => tab.open(new URL("/", site.origin), { ready: "#login" }));
  await timed("sign in", () => tab.submit("#login", fields, undefined, { ready: "a.bill" }));
  await timed("download", () => tab.download("a.bill", { bytesMax: 1_000_000, timeoutMs: 10_000 }));
  measureMemory();
  await timed("close", () => tab.close());
}

const began = performance.now();
await visitOnce();
console.log(`first visit, with the start of the browser: ${Math.round(performance.now() - began)} ms`);
for (const times of Object.values(steps)) times.length = 0;
for (let count = 0; count < visits; count += 1) await timed("all", visitOnce);
for (const [step, times] of Object.entries(steps)) {
  console.log(`${step}: median ${Math.round(median(times))} ms, longest ${Math.round(Math.max(...times))} ms`);
}
console.log(`memory of the browser, without its program: ${Math.round(mostBytes / 1e6)} MB`);
await pool.close();
process.exit();
