/** A process with a visit in a browser, for a test that kills it: `node test/browser-child.ts <origin>`; it prints a line when the page is open. */
import { createBrowserPool } from "../src/browser/pool.ts";
import { createLog } from "../src/log.ts";
import { createOutbound } from "../src/outbound/outbound.ts";

const origin = process.argv[2] ?? "";
const pool = createBrowserPool({
  program: null,
  browsersMax: 1,
  visitsAtOnce: 1,
  memoryBytesMax: 2_000_000_000,
  log: createLog({ level: "silent" }),
  now: () => performance.now(),
});
const tab = await pool.openTab({
  mayVisit: (url) => url.origin === origin,
  delayMs: 0,
  signal: new AbortController().signal,
  hidden: [],
  cookies: null,
  outbound: createOutbound({ allowedPrivateOrigins: [origin] }),
});
await tab.open(new URL("/second", origin));
console.log("open");
setInterval(() => {}, 1000);
