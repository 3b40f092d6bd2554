/** Opens a page of the dashboard in a window of its own, signed in as a user. */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: "en-US" };

interface Visit {
  browser: Browser;
  /** Of the service. */
  url: string;
  login: { email: string; password: string };
  context?: BrowserContextOptions;
}

/** Fails when a page reports an error, or requests anything from another site. */
export async function visitDashboard(
  { browser, url, login: { email, password }, context: more = {} }: Visit,
  path: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  // Without movement, so that nothing is looked at while it fades in.
  const context = await browser.newContext({ ...DESK, reducedMotion: "reduce", ...more });
  await context.request.post(`${url}/v1/sessions`, { data: { email, password } });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => void faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith("blob:")) faults.push(request.url());
  });
  try {
    await page.goto(`${url}/app${path}`);
    await use(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}
