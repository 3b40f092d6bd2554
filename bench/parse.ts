/**
 * How many bills a core reads: from the file to a checked statement, beside the text alone, and beside `pdftotext -layout` as a
 * process per file where it is installed. Bills of the sandbox; one child process reads them. Rates are the best of several turns.
 * `node_modules/.bin/node bench/parse.ts [bills] [turns]`
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkReading, isAccepted } from "../src/domain/bills/reconcile.ts";
import { createPdfReader } from "../src/parsers/pdf/read-pdf.ts";
import { createParsers, parsersOf, type Parsers } from "../src/parsers/registry.ts";
import { builtInTemplates } from "../src/utilities/utilities.fixtures.ts";
import { drawBills } from "../test/drawn-bills.ts";
import { bestMs } from "./timing.ts";

const BILLS = Number(process.argv[2] ?? 200);
const TURNS = Number(process.argv[3] ?? 5);

const drawn = (
  await Promise.all([
    drawBills("northgate-electric", "demo_commercial"),
    drawBills("clearwater-gas-water", "demo_residential"),
  ])
).flat();
const files = Array.from({ length: BILLS }, (_, index) => drawn[index % drawn.length]?.bytes ?? new Uint8Array());
const reader = createPdfReader({ processes: 1 });

const templates = parsersOf(builtInTemplates(), { reader });
const generic = createParsers({ reader, templates: () => [] });

/** Bills per second: the service and its one child process work in turn, so together they take one core. */
async function rateOf(read: (bytes: Uint8Array) => Promise<unknown>): Promise<number> {
  const milliseconds = await bestMs(TURNS, async () => {
    for (const bytes of files) await read(bytes);
  });
  return (BILLS * 1000) / milliseconds;
}

async function readChecked(parsers: Parsers, bytes: Uint8Array): Promise<boolean> {
  const [reading] = await parsers.read(bytes);
  return isAccepted(checkReading(reading, { acct_num: null, today: null }));
}

const counts = { accepted: 0 };
for (const bytes of files) if (await readChecked(templates, bytes)) counts.accepted += 1;
const text = await rateOf((bytes) => reader.read(bytes));
const whole = await rateOf((bytes) => readChecked(templates, bytes));
const without = await rateOf((bytes) => readChecked(generic, bytes));
const line = (what: string, rate: number) =>
  console.log(
    `${what.padEnd(28)} ${rate.toFixed(0).padStart(5)} bills/s, ${(rate / text).toFixed(2)} of the text alone`,
  );
console.log(`${BILLS} bills, ${counts.accepted} accepted`);
line("text alone", text);
line("to a checked statement", whole);
line("without a template", without);
await measurePdftotext();
await reader.close();

async function measurePdftotext(): Promise<void> {
  if (spawnSync("pdftotext", ["-v"]).error !== undefined) {
    console.log("pdftotext is not installed: not compared");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "meterbook-bench-"));
  const paths = drawn.map(({ bytes }, index) => {
    const path = join(folder, `${index}.pdf`);
    writeFileSync(path, bytes);
    return path;
  });
  let next = 0;
  const rate = await rateOf(async () => {
    const child = spawn("pdftotext", ["-layout", paths[next++ % paths.length] ?? "", "-"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    child.stdout.resume();
    await once(child, "close");
  });
  line("pdftotext -layout", rate);
  rmSync(folder, { recursive: true });
}
