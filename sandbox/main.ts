/** Runs the sandbox by hand: `node sandbox/main.ts --port 8090`. Its bills go up to today, or to `--newest-month`. Ctrl-C ends it. */
import { parseArgs } from "node:util";
import { startSandbox } from "./server.ts";
import { LATEST_LAST_DAY, USUAL_LAST_DAY, endOfMonth, lastDayOn } from "./world/last-day.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8090" },
    host: { type: "string", default: "127.0.0.1" },
    "newest-month": { type: "string" },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`--port must be a number from 0 to 65535, not ${values.port}`);
  process.exit(2);
}

const month = values["newest-month"];
const lastDay = month === undefined ? lastDayOn(new Date().toISOString().slice(0, 10)) : endOfMonth(month);
if (lastDay === undefined) {
  const [first, last] = [USUAL_LAST_DAY, LATEST_LAST_DAY].map((day) => day.slice(0, 7));
  console.error(`--newest-month must be a month from ${first} to ${last}, such as 2027-01, not ${month}`);
  process.exit(2);
}

const sandbox = await startSandbox({ port, host: values.host, lastDay, log: (line) => console.log(line) });
console.log(`Sandbox utilities: ${sandbox.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
