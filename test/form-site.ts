/** A service whose form is visited by a real browser: what people see, what the browser reports, and states to look at. */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { replaceChallenge } from "../src/operations/challenges.ts";
import type { OpenChallenge } from "../src/records/challenge.ts";
import type { Ending } from "./database.ts";
import { keepWindows } from "./kept-windows.ts";
import { newQuickCompany, sharedTestService } from "./start.ts";

export const TELEPHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };
export const DESK: BrowserContextOptions = { viewport: { width: 1024, height: 768 } };

/** State of an authorization whose login the utility refused. */
export const REFUSED = {
  status: "Pending",
  status_detail: "invalid_credentials",
  action_required_by: "customer",
  errors: "x",
};

/** Of all files of the process, whose service is the same. */
const inKeptWindow = keepWindows<{ page: Page; faults: string[] }>(async ({ page }) => {
  // A page of something under way asks for as long as it is open.
  await page.goto("about:blank");
  await page.context().clearCookies();
});

async function openWindow(browser: Browser, options: BrowserContextOptions, url: string) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => void faults.push(error.message));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) faults.push(`asks ${request.url()}`);
  });
  return { page, faults };
}

export type FormSite = Awaited<ReturnType<typeof openFormSite>>;

export async function openFormSite(ending: Ending, browser: Browser) {
  const { service, sandboxUrl } = await sharedTestService(ending);
  const { app } = service;
  const { caller, id: company_id } = await newQuickCompany(service, "Sample Buildings");
  const { authorizationFormLink: link } = await caller.get<{ authorizationFormLink: string }>(
    "/authorizations/formlink",
  );
  return {
    app,
    caller,
    link,
    sandboxUrl,
    /**
     * A window that is kept for the next visit with the same options; a visit that moves the clock has its own. Fails when a page
     * reports an error, or requests anything from another site.
     */
    visit(
      options: BrowserContextOptions,
      use: (page: Page) => Promise<void>,
      { movesClock = false } = {},
    ): Promise<void> {
      const open = () => openWindow(browser, options, app.publicUrl);
      return inKeptWindow(JSON.stringify([options, movesClock]), open, async ({ page, faults }) => {
        await use(page);
        assert.deepEqual(faults, []);
      });
    },
    /** A submission that waits for a person: the utility locked the account. */
    async submitLocked(page: Page): Promise<{ path: string; id: number }> {
      await page.goto(`${link}?utility=northgate-electric`);
      await fillLogin(page, "demo_locked");
      await page.locator("form[method=post] button[type=submit]").click();
      await page.locator("[data-state^='needed']").waitFor();
      return { path: page.url(), id: await numberOf(page) };
    },
    setState: (id: number, state: object) =>
      app.db.updateTable("authorizations").set(state).where("id", "=", id).execute(),
    ask: (authorization_id: number, asked: Pick<OpenChallenge, "kind" | "prompt" | "options">) =>
      app.db.transaction().execute(async (trx) => {
        const challenge = { ...asked, session: "{}" };
        await replaceChallenge(trx, app, { company_id, authorization_id, challenge, job: "inventory", tries_left: 3 });
      }),
  };
}

export async function fillLogin(page: Page, username: string): Promise<void> {
  await page.getByLabel(/User name or e-mail|Usuario o correo/).fill(username);
  await page.locator("[type=password]").fill("sandbox");
}

/** Of the receipt that is shown. */
export const numberOf = async (page: Page): Promise<number> => Number(await page.locator("dd").first().textContent());
