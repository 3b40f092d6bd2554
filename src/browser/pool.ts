/** The browsers of this process: started when a visit needs one, few at a time, and ended when none does. */
import type { BrowserContext } from "playwright-core";
import type { OpenTab, Tab, TabOptions } from "../connectors/tab.ts";
import type { Log } from "../log.ts";
import { createLimiter } from "../processes/limiter.ts";
import { openDoor, type Door } from "./door.ts";
import { isRoot, launchBrowser, type RunningBrowser } from "./launch.ts";
import { portalDown } from "./refusals.ts";
import { openTabIn } from "./tab.ts";
import { VISIT_LIMITS, type VisitLimits } from "./visit-limits.ts";

export interface BrowserPool {
  openTab: OpenTab;
  /** Ends all visits and browsers. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Path of Chrome or Chromium; null takes what is found. */
  program: string | null;
  browsersMax: number;
  visitsAtOnce: number;
  /** Of all processes of one browser. */
  memoryBytesMax: number;
  log: Log;
  now: () => number;
  /** Windows that a person sees, see `LaunchOptions`. */
  shown?: { slowMs: number };
  /** For tests. */
  limits?: Partial<VisitLimits & typeof LIFE>;
  moreFlags?: string[];
}

/** When a browser ends besides at the end of the service. */
const LIFE = {
  idleMs: 60_000,
  /** What a browser has leaked is gone with it. */
  visitsMax: 50,
  measureMs: 1_000,
  /** Of files that it writes while it fetches them. */
  fileBytesMax: 300_000_000,
};
/** From this part of the memory on it takes no new visits. */
const RETIRES_AT = 0.75;
const CLOSE_MS = 5_000;
const STARTS_MAX = 3;

const NO_SANDBOX =
  "the browser runs without Chromium's own sandbox, because root starts it: run the service as another account to have it";

/** A browser that has been started, or is about to be. */
interface PoolEntry {
  started: Promise<RunningBrowser>;
  visits: number;
  /** How many it has had. */
  served: number;
  /** It takes no more visits, and ends with its last one. */
  retires: boolean;
  idle: NodeJS.Timeout | undefined;
  gone: Promise<void>;
}

/** Nothing is loaded or started before the first visit. */
export function createBrowserPool(options: PoolOptions): BrowserPool {
  const { log, now } = options;
  const limits = { ...VISIT_LIMITS, ...LIFE, ...options.limits };
  const limiter = createLimiter(options.visitsAtOnce);
  const entries = new Set<PoolEntry>();
  /** By what ends them. */
  const tabs = new Map<() => Promise<void>, Tab>();
  let door: Promise<Door> | null = null;
  let isClosed = false;
  let hasWarned = false;
  const openDoorOf = (): Promise<Door> => (door ??= openDoor());

  function start(): PoolEntry {
    if (isRoot() && !hasWarned) log.warn({}, NO_SANDBOX);
    hasWarned = true;
    const { program, shown, moreFlags } = options;
    const started = openDoorOf().then(({ url }) => launchBrowser({ program, doorUrl: url, shown, moreFlags }));
    const entry: PoolEntry = {
      started,
      visits: 0,
      served: 0,
      retires: false,
      idle: undefined,
      gone: Promise.resolve(),
    };
    entries.add(entry);
    entry.gone = follow(entry);
    return entry;
  }

  /** Watches a browser from its start to its end. Never throws: who waits for its start has the error. */
  async function follow(entry: PoolEntry): Promise<void> {
    const began = now();
    try {
      const browser = await entry.started;
      log.info({ took_ms: Math.round(now() - began) }, "a browser has started");
      const timer = setInterval(() => void measure(entry, browser), limits.measureMs).unref();
      await browser.ended;
      clearInterval(timer);
      log.info({ visits: entry.served }, "a browser has ended");
    } catch {
      // It has not started.
    }
    clearTimeout(entry.idle);
    entries.delete(entry);
  }

  async function measure(entry: PoolEntry, browser: RunningBrowser): Promise<void> {
    const { memoryBytes, fileBytes } = await browser.measure();
    const memory = memoryBytes ?? 0;
    if (memory > options.memoryBytesMax * RETIRES_AT) entry.retires = true;
    if (entry.retires && entry.visits === 0) return browser.end();
    if ((memory <= options.memoryBytesMax && fileBytes <= limits.fileBytesMax) || browser.isGone()) return;
    log.warn({ memory_bytes: memory, file_bytes: fileBytes }, "a browser is ended: it uses more than it may");
    return browser.kill();
  }

  /** A browser for one more visit. */
  async function enter(signal: AbortSignal): Promise<{ entry: PoolEntry; browser: RunningBrowser }> {
    for (let tries = 0; tries < STARTS_MAX;) {
      signal.throwIfAborted();
      if (isClosed) throw new Error("the browsers are closed");
      const [idlest] = [...entries]
        .filter(({ retires }) => !retires)
        .toSorted((one, other) => one.visits - other.visits);
      const mayStart = entries.size < options.browsersMax && (idlest?.visits ?? 1) > 0;
      const entry = mayStart ? start() : idlest;
      if (entry === undefined) {
        await goneOrAborted([...entries], signal);
        continue;
      }
      clearTimeout(entry.idle);
      entry.visits += 1;
      entry.served += 1;
      if (entry.served >= limits.visitsMax) entry.retires = true;
      const browser = await entry.started;
      if (!browser.isGone()) return { entry, browser };
      await entry.gone;
      tries += 1;
    }
    throw new Error("browsers end as soon as they have started: METERBOOK_BROWSER_MEMORY_MB may be too small");
  }

  async function leave(entry: PoolEntry, browser: RunningBrowser): Promise<void> {
    entry.visits -= 1;
    if (entry.visits > 0) return;
    if (entry.retires) return browser.end();
    entry.idle = setTimeout(() => {
      entry.retires = true;
      void browser.end();
    }, limits.idleMs).unref();
  }

  async function openTab(given: TabOptions): Promise<Tab> {
    const leaveLimiter = await limiter.enter(given.signal);
    let entered: Awaited<ReturnType<typeof enter>>;
    try {
      entered = await enter(given.signal);
    } catch (error) {
      leaveLimiter();
      throw error;
    }
    const { entry, browser } = entered;
    const pass = (await openDoorOf()).admit({ outbound: given.outbound, mayVisit: given.mayVisit });
    let context: BrowserContext | null = null;
    let ended: Promise<void> | null = null;
    const end = (): Promise<void> => {
      ended ??= (async () => {
        pass.end();
        tabs.delete(end);
        const hosts = pass.refusedHosts();
        if (hosts.length > 0) log.debug({ hosts }, "hosts that the recipe does not name were refused");
        await closeOrKill(context, browser);
        leaveLimiter();
        await leave(entry, browser);
      })();
      return ended;
    };
    try {
      context = await browser.newContext(pass);
      const tab = await openTabIn({ context, pass, limits, now, browserEnded: browser.ended, onClose: end }, given);
      tabs.set(end, tab);
      return tab;
    } catch (error) {
      const isBroken = browser.isGone();
      await end();
      throw isBroken ? portalDown("the browser broke down") : error;
    }
  }

  return {
    openTab,
    async close() {
      isClosed = true;
      await Promise.all([...tabs.values()].map((tab) => tab.close()));
      await Promise.all([...entries].map(async ({ started }) => (await started.catch(() => null))?.end()));
      await (await door)?.close();
    },
  };
}

/** Waits until one of the browsers has ended. @throws the signal's reason */
async function goneOrAborted(entries: readonly PoolEntry[], signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([aborted, ...entries.map(({ gone }) => gone)]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A page whose script never ends can keep its window from closing; then the whole browser ends. */
async function closeOrKill(context: BrowserContext | null, browser: RunningBrowser): Promise<void> {
  if (context === null) return;
  const timer = setTimeout(() => void browser.kill(), CLOSE_MS);
  await Promise.race([context.close().catch(() => {}), browser.ended]);
  clearTimeout(timer);
}
