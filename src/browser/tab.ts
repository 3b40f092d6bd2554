/** One visit in a browser: one action at a time, within limits of time and size, with errors that a recipe's visit knows. */
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { portalChanged, PortalError } from "../connectors/contract.ts";
import type { Awaited, Shown, Tab, TabOptions } from "../connectors/tab.ts";
import { TOO_LARGE } from "../connectors/refusal.ts";
import { placesWithout } from "../connectors/transport.ts";
import { browserCookies, serializeCookies } from "./cookies.ts";
import type { Pass } from "./door.ts";
import { createDownloads } from "./download.ts";
import { MissingElement, press, submitForm } from "./form.ts";
import { ledTo, loadFailureOf, portalDown, refusalOf } from "./refusals.ts";
import { settle } from "./settle.ts";
import { createSnapshots } from "./snapshot.ts";
import type { VisitLimits } from "./visit-limits.ts";
import { isWeb, watchContext, type PageState } from "./watch.ts";

export interface TabParts {
  context: BrowserContext;
  pass: Pass;
  limits: VisitLimits;
  now: () => number;
  /** Resolves when the browser has ended. */
  browserEnded: Promise<void>;
  /** Runs once, when the visit is over in whatever way. Never throws. */
  onClose: () => Promise<void>;
}

/** Windows of a visit that may be open at the same time, the first among them; another is closed at once. */
const WINDOWS_MAX = 5;
const FAILURE_SHOWN_MS = 1_000;
const LOOK_MS = 20;

/** Keeps none of the values to hide, only the function that hides them. */
export async function openTabIn(
  parts: TabParts,
  { hidden, mayVisit: isOfVisit, delayMs, signal, cookies }: TabOptions,
): Promise<Tab> {
  const place = placesWithout(hidden);
  const mayVisit = (url: URL): boolean => isWeb(url) && isOfVisit(url);
  const { context, pass, limits, now } = parts;
  context.setDefaultTimeout(limits.elementMs);
  if (cookies !== null) await addCookies(context, browserCookies(cookies));

  const end = watchForEnd(parts, signal);
  const watch = watchContext(context, { mayVisit, now });
  const snapshots = createSnapshots();
  const first = await context.newPage();
  const windows = [first];
  /** The newest window. */
  const shownPage = (): Page => windows.findLast((page) => !page.isClosed()) ?? first;
  const downloads = createDownloads({ ...parts, watch, snapshots, place, mayVisit, shownPage });
  /** Only a click may open a window; what else opens is no part of the visit. */
  let mayOpenWindows = false;
  context.on("page", (page) => {
    downloads.follow(page);
    if (mayOpenWindows && context.pages().length <= WINDOWS_MAX) windows.push(page);
    else void page.close().catch(() => {});
  });
  downloads.follow(first);
  end.throwIfOver();

  let previous: Promise<unknown> = Promise.resolve();
  let rested: Promise<unknown> = Promise.resolve();
  const act = <T>(limitMs: number, run: () => Promise<T>, opensWindows = true): Promise<T> => {
    const done = previous.then(async () => {
      await rested;
      end.throwIfOver();
      pass.allow(limits.pageBytesMax);
      const limit = timeLimit(limitMs, () => portalDown(`no answer in time, at ${place(urlOf(shownPage()))}`));
      try {
        mayOpenWindows = opensWindows;
        return await Promise.race([run(), end.over, limit.passed]);
      } catch (error) {
        const why = await errorToShow(error);
        await failureShown(shownPage(), watch.stateOf(shownPage()));
        throw why;
      } finally {
        limit.clear();
        mayOpenWindows = false;
        rested = sleep(delayMs, undefined, { signal }).catch(() => {});
      }
    });
    previous = done.catch(() => {});
    return done;
  };

  /** What playwright says has addresses and values in it, so only our own errors are passed on. */
  async function errorToShow(error: unknown): Promise<unknown> {
    if (error instanceof PortalError || error === signal.reason) return error;
    const where = place(urlOf(shownPage()));
    const refusal = refusalOf(watch.stateOf(shownPage()), pass, place);
    if (refusal !== null) return refusal;
    if (error instanceof MissingElement) return portalChanged(`${error.message}, at ${where}`);
    // A browser that has just ended tells the page first.
    await sleep(0);
    end.throwIfOver();
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return portalDown(isLate ? `no answer in time, at ${where}` : `the page could not be used, at ${where}`);
  }

  async function shown({ ready, readsAnyStatus = false }: Awaited): Promise<Shown> {
    const whyNot = readsAnyStatus ? loadFailureOf : refusalOf;
    const isEnough = (): boolean => whyNot(watch.stateOf(shownPage()), pass, place) !== null;
    const { stillMs, settleMs: limitMs } = limits;
    await settle({ page: shownPage, watch, ready, stillMs, limitMs, isEnough, now });
    const page = shownPage();
    const state = watch.stateOf(page);
    const refusal = whyNot(state, pass, place);
    if (refusal !== null) throw refusal;
    if (state.onItsWay !== null) throw portalDown(`no answer in time, at ${place(urlOf(page))}`);
    const url = urlOf(page);
    if (state.document === null || !mayVisit(url)) throw portalChanged(`no page at ${place(url)}`);
    const html = await snapshots.html(page);
    if (html === null) throw portalChanged(`${TOO_LARGE}, at ${place(url)}`);
    const { headers } = state.document;
    const header: Shown["header"] = (name) => headers[name.toLowerCase()] ?? null;
    return { url, status: state.document.status, header, html };
  }

  async function closeOtherWindows(): Promise<Page> {
    const [page = first, ...others] = windows.filter((each) => !each.isClosed());
    windows.splice(0, windows.length, page);
    await Promise.all(others.map((other) => other.close().catch(() => {})));
    return page;
  }

  return {
    place,
    open: (url, awaited = {}) =>
      act(
        limits.actionMs,
        async () => {
          if (!mayVisit(url)) throw ledTo(url, place);
          const page = await closeOtherWindows();
          watch.startAnew(page);
          await page.goto(url.href, { waitUntil: "commit", timeout: limits.answerMs });
          return shown(awaited);
        },
        false,
      ),
    submit: (form, fields, button, awaited = {}) =>
      act(limits.actionMs, async () => {
        await submitForm(shownPage(), { form, fields, button });
        return shown(awaited);
      }),
    click: (selector, awaited = {}) =>
      act(limits.actionMs, async () => {
        await press(shownPage(), selector);
        return shown(awaited);
      }),
    download: (what, asked) => act(asked.timeoutMs + limits.elementMs, () => downloads.get(what, asked)),
    cookies: () => act(limits.actionMs, async () => serializeCookies(await context.cookies())),
    close: end.close,
  };
}

/** The browser's own page about a failure comes late, and would end what the next action begins. */
async function failureShown(page: Page, { failure }: PageState): Promise<void> {
  if (failure === null) return;
  for (let waited = 0; waited < FAILURE_SHOWN_MS; waited += LOOK_MS) {
    if (page.isClosed() || page.url().startsWith("chrome-error:")) return;
    await sleep(LOOK_MS);
  }
}

/** The address of a page; an address without a host while it has none. */
function urlOf(page: Page): URL {
  return URL.parse(page.url()) ?? new URL("about:blank");
}

/** One that the browser refuses does not keep the others from it. */
async function addCookies(context: BrowserContext, cookies: ReturnType<typeof browserCookies>): Promise<void> {
  for (const cookie of cookies) await context.addCookies([cookie]).catch(() => {});
}

interface End {
  /** Rejects when the visit is over: aborted, too long, or without its browser. */
  over: Promise<never>;
  throwIfOver(): void;
  close(): Promise<void>;
}

function watchForEnd({ context, pass, limits, browserEnded, onClose }: TabParts, signal: AbortSignal): End {
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => {});
  let reason: unknown = null;
  let closed: Promise<void> | null = null;
  const finish = (why: unknown): void => {
    reason ??= why;
    reject(reason);
  };
  const abort = (): void => {
    finish(signal.reason);
    void close();
  };
  const timer = setTimeout(() => {
    finish(portalDown(`the visit took longer than ${limits.visitMs / 60_000} minutes`));
    void close();
  }, limits.visitMs);
  const close = (): Promise<void> => {
    closed ??= (async () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      finish(new Error("the visit is over"));
      pass.end();
      await onClose();
    })();
    return closed;
  };
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  void browserEnded.then(() => finish(portalDown("the browser broke down")));
  context.on("close", () => finish(portalDown("the browser broke down")));
  context.on("page", (page) => page.on("crash", () => finish(portalDown("the browser broke down"))));
  return {
    over,
    throwIfOver() {
      if (reason !== null) throw reason;
    },
    close,
  };
}

function timeLimit(ms: number, make: () => Error): { passed: Promise<never>; clear: () => void } {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  passed.catch(() => {});
  const timer = setTimeout(() => reject(make()), ms);
  return { passed, clear: () => clearTimeout(timer) };
}
