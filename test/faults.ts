/** What `npm run test:faults` runs: the tests of crashes and lost connections at full size. It takes about an hour. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const NUMBERS = {
  METERBOOK_TEST_KILLS: "200",
  METERBOOK_TEST_DATABASE_KILLS: "40",
  METERBOOK_TEST_CUTS: "50",
  METERBOOK_TEST_STOPS: "100",
  METERBOOK_TEST_TIMEOUT_MINUTES: "90",
};
const FILES = ["crash", "database-faults", "processes", "disk-full"];

for (const [name, value] of Object.entries(NUMBERS)) process.env[name] ??= value;
const paths = FILES.map((name) => join(import.meta.dirname, `${name}.test.ts`)).filter((path) => existsSync(path));
process.argv.push(...(process.argv.length > 2 ? [] : paths));
await import("./run.ts");
