/** The dashboard of a whole service with its sandbox, opened by a real browser: what people see while bills arrive. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import type { Ending } from "../database.ts";
import { newQuickCompany, sharedTestService, startTestService } from "../start.ts";
import { openWindow, visitDashboard, type Login, type Watch } from "./visit.ts";

export type LiveDashboard = Awaited<ReturnType<typeof openLiveDashboard>>;

/** A company of its own; with settings a service of its own, too. */
export async function openLiveDashboard(ending: Ending, browser: Browser, settings?: Record<string, string>) {
  await buildDashboard();
  const { service, sandboxUrl } = await (settings === undefined
    ? sharedTestService(ending)
    : startTestService(ending, settings));
  const { url } = service;
  const { caller, login } = await newQuickCompany(service, "Sample Buildings");
  return {
    url,
    caller,
    login,
    sandboxUrl,
    open: (who: Login | null, watch: Watch): Promise<Page> => openWindow({ browser, url, login: who }, watch),
    visit: (path: string, use: (page: Page) => Promise<void>, context: BrowserContextOptions = {}) =>
      visitDashboard({ browser, url, login, context }, path, use),
  };
}
