/** Browsers for tests of visits, which end when the test file does. */
import { createHash, X509Certificate } from "node:crypto";
import { after, afterEach, test } from "node:test";
import { createBrowserPool, type BrowserPool, type PoolOptions } from "../src/browser/pool.ts";
import { listPrograms } from "../src/browser/program.ts";
import type { OpenTab, Tab, TabOptions } from "../src/connectors/tab.ts";
import { createLog } from "../src/log.ts";
import { createOutbound, type Outbound } from "../src/outbound/outbound.ts";
import { CERTIFICATE } from "../sandbox/mail/imap-server.ts";
import type { Site } from "./browser-site.ts";

const spki = new X509Certificate(CERTIFICATE).publicKey.export({ type: "spki", format: "der" });
/** Has the browser trust the certificate of the tests, and no other. */
export const TRUST = [`--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`];

const closings: (() => Promise<void>)[] = [];
/** Tabs that a test has opened end with it, also when it fails: others wait for their turn. */
const tabs: Tab[] = [];
afterEach(() => Promise.all(tabs.splice(0).map((tab) => tab.close())));
after(async () => {
  for (const close of closings.toReversed()) await close();
});

const hasBrowser = listPrograms(null).length > 0;
type Body = () => void | Promise<void>;

/** A test that is left out where no browser is. */
export function browserTest(name: string, ...rest: [Body] | [{ skip: boolean }, Body]): void {
  const [{ skip }, body] = rest.length === 2 ? rest : [{ skip: false }, rest[0]];
  void test(name, { skip: skip || !hasBrowser }, body);
}

/** What a pool of a test logs. */
export const lines: string[] = [];

export function poolOf(options: Partial<PoolOptions> = {}): BrowserPool {
  const pool = createBrowserPool({
    program: null,
    browsersMax: 1,
    visitsAtOnce: 2,
    memoryBytesMax: 2_000_000_000,
    log: createLog({ level: "debug", write: (line) => void lines.push(line) }),
    now: () => performance.now(),
    ...options,
  });
  closings.push(() => pool.close());
  return pool;
}

/** A visit of this site only, as a recipe has it. */
export async function visit(open: OpenTab, site: Site, options: Partial<TabOptions> = {}): Promise<Tab> {
  const outbound: Outbound = createOutbound({ allowedPrivateOrigins: [site.origin] });
  closings.push(() => outbound.close());
  const tab = await open({
    mayVisit: (url) => url.origin === site.origin,
    delayMs: 0,
    signal: new AbortController().signal,
    hidden: [],
    cookies: null,
    outbound,
    ...options,
  });
  tabs.push(tab);
  return tab;
}
