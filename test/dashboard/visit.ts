/** Opens pages of the dashboard in a window of their own, signed in as a user, and watches what no page may do. */
import assert from "node:assert/strict";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: "en-US" };

export interface Login {
  email: string;
  password: string;
}

/** What pages did so far that none may do. */
export interface Watch {
  requests: number;
  /** Errors of pages, and what they requested from another host. */
  faults: string[];
}

interface Window {
  browser: Browser;
  /** Of the service. */
  url: string;
  /** Null: not signed in. */
  login: Login | null;
  context?: BrowserContextOptions;
}

/** Close its context. */
export async function openWindow({ browser, url, login, context: more = {} }: Window, watch: Watch): Promise<Page> {
  // Without movement, so that nothing is looked at while it fades in.
  const context = await browser.newContext({ ...DESK, reducedMotion: "reduce", ...more });
  watchOver(context, url, watch);
  if (login !== null)
    await context.request.post(`${url}/v1/sessions`, { data: { email: login.email, password: login.password } });
  return context.newPage();
}

/** Fails when a page reports an error, or requests anything from another site. */
export async function visitDashboard(window: Window, path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const watch: Watch = { requests: 0, faults: [] };
  const page = await openWindow(window, watch);
  try {
    await page.goto(`${window.url}/app${path}`);
    await use(page);
    assert.deepEqual(watch.faults, []);
  } finally {
    await page.context().close();
  }
}

function watchOver(context: BrowserContext, url: string, watch: Watch): void {
  context.on("weberror", (error) => void watch.faults.push(error.error().message));
  context.on("request", (request) => {
    watch.requests += 1;
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith("blob:")) watch.faults.push(request.url());
  });
}
