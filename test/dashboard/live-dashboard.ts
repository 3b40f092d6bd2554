/** The dashboard of a whole service with its sandbox, opened by a real browser: what people see while bills arrive. */
import type { Browser, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import type { Ending } from "../database.ts";
import { newCompany } from "../callers.ts";
import { startTestService, type TestService } from "../start.ts";
import { openWindow, visitDashboard, type Login, type Watch } from "./visit.ts";

export type LiveDashboard = Awaited<ReturnType<typeof openLiveDashboard>>;

let plain: Promise<TestService> | undefined;

/**
 * A company of its own. Files of one process that set nothing share one service, which the first of them ends when all tests of
 * the process are over.
 */
export async function openLiveDashboard(ending: Ending, browser: Browser, settings?: Record<string, string>) {
  await buildDashboard();
  const starting = settings === undefined ? (plain ??= startTestService(ending)) : startTestService(ending, settings);
  const { service, sandboxUrl } = await starting;
  const { url } = service;
  const { caller, id } = await newCompany(url, "Sample Buildings");
  const login = { email: `user-${id}@example.com`, password: "correct horse battery" };
  return {
    url,
    caller,
    login,
    sandboxUrl,
    open: (who: Login | null, watch: Watch): Promise<Page> => openWindow({ browser, url, login: who }, watch),
    visit: (path: string, use: (page: Page) => Promise<void>) => visitDashboard({ browser, url, login }, path, use),
  };
}
