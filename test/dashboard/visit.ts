/** Opens pages of the dashboard in a window, signed in as a user, and watches what no page may do. */
import assert from "node:assert/strict";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { keepWindows } from "../kept-windows.ts";

const SIZE = { width: 1280, height: 900 };
export const DESK: BrowserContextOptions = { viewport: SIZE, locale: "en-US" };

export interface Login {
  email: string;
  password: string;
}

/** What pages did so far that none may do. */
export interface Watch {
  requests: number;
  /** Errors of pages, and what they requested from another host. */
  faults: string[];
  /** Requests that the service refused: most on purpose, and the first thing to look at where a page waits in vain. */
  refused: string[];
  /** Requests without an answer so far. */
  open: Set<string>;
}

export const newWatch = (): Watch => ({ requests: 0, faults: [], refused: [], open: new Set() });

const TEXT_MAX = 3000;

/** Prints what the page of a failed test shows. Never throws, which would hide the failure. */
export async function sayWhatShows(page: Page, { faults, refused, open }: Watch): Promise<void> {
  const [text, focus] = await page
    .evaluate<[string, string]>("[document.body.innerText, document.activeElement?.outerHTML ?? '']")
    .catch(() => ["", ""]);
  console.log(`Failed at ${page.url()}, with the focus on ${focus.slice(0, 200)}`);
  console.log(text.slice(0, TEXT_MAX).replaceAll(/\n+/g, " | "));
  console.log(`Refused: ${refused.slice(-10).join(", ")}; without an answer: ${[...open].join(", ")}`);
  console.log(`Faults: ${faults.join(", ")}`);
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
  if (login !== null) await context.addCookies(await signIn(context, url, login));
  return context.newPage();
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** By service and user: comparing a password takes long. */
const signedIn = new Map<string, Promise<Cookies>>();

/** Of one sign-in of the user in all windows. */
function signIn(context: BrowserContext, url: string, { email, password }: Login): Promise<Cookies> {
  const key = `${url} ${email}`;
  const known = signedIn.get(key);
  if (known !== undefined) return known;
  const cookies = context.request
    .post(`${url}/v1/sessions`, { data: { email, password } })
    .then(() => context.cookies());
  signedIn.set(key, cookies);
  return cookies;
}

const inKeptWindow = keepWindows<{ page: Page; watch: Watch }>(async ({ page }) => {
  await page.evaluate("localStorage.clear()");
  // What is under way on a page would be drawn for as long as it is open.
  await page.goto(new URL("/healthz", page.url()).href);
});

/**
 * Loads the page in a window that is kept for the next visit, whose browser remembers nothing but the sign-in. Fails when a page
 * reports an error, or requests anything from another site.
 */
export async function visitDashboard(window: Window, path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const { url, login, context: { viewport = null, colorScheme = null, ...others } = {} } = window;
  const open = async () => {
    const watch = newWatch();
    return { page: await openWindow({ ...window, context: others }, watch), watch };
  };
  await inKeptWindow(JSON.stringify([url, login === null, others]), open, async ({ page, watch }) => {
    try {
      await page.setViewportSize(viewport ?? SIZE);
      await page.emulateMedia({ colorScheme });
      if (login !== null) await page.context().addCookies(await signIn(page.context(), url, login));
      await page.goto(`${url}/app${path}`);
      await use(page);
      assert.deepEqual(watch.faults, []);
    } catch (error) {
      await sayWhatShows(page, watch);
      throw error;
    }
  });
}

function watchOver(context: BrowserContext, url: string, watch: Watch): void {
  context.on("weberror", (error) => void watch.faults.push(error.error().message));
  context.on("request", (request) => {
    watch.requests += 1;
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith("blob:")) watch.faults.push(request.url());
  });
  const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;
  context.on("request", (request) => void watch.open.add(nameOf(request)));
  context.on("requestfinished", (request) => void watch.open.delete(nameOf(request)));
  context.on("requestfailed", (request) => void watch.open.delete(nameOf(request)));
  context.on("response", (response) => {
    if (response.status() >= 400) watch.refused.push(`${nameOf(response.request())} ${response.status()}`);
  });
}
