/** The dashboard of a whole service with its sandbox, opened by a real browser that is signed in: what people see while bills arrive. */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import type { Ending } from "../database.ts";
import { newCompany, startTestService } from "../start.ts";

export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: "en-US" };

export type LiveDashboard = Awaited<ReturnType<typeof openLiveDashboard>>;

export async function openLiveDashboard(ending: Ending, browser: Browser, settings: Record<string, string> = {}) {
  await buildDashboard();
  const { service, sandboxUrl } = await startTestService(ending, settings);
  const { url } = service;
  const { caller, id } = await newCompany(url, "Sample Buildings");
  const login = { email: `user-${id}@example.com`, password: "correct horse battery" };
  return {
    caller,
    sandboxUrl,
    /** A window of its own, signed in. Fails when a page reports an error, or requests anything from another site. */
    async visit(path: string, use: (page: Page) => Promise<void>): Promise<void> {
      // Without movement, so that nothing is looked at while it fades in.
      const context = await browser.newContext({ ...DESK, reducedMotion: "reduce" });
      await context.request.post(`${url}/v1/sessions`, { data: login });
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
    },
  };
}
