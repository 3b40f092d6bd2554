/** Green Button Connect in the dashboard and the form, in a real browser: to the utility and back, and again when the permission has ended. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings, startBrowser } from "../browser.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";
import { newWatch } from "./visit.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and this is unused.
const { caller, sandboxUrl, open, login, url } =
  browser === null ? ({} as LiveDashboard) : await openLiveDashboard({ after }, browser);

const pictures = process.env["METERBOOK_TEST_PICTURES"];
/** Pictures of a page in both looks and widths, when a folder for them is named. */
async function keep(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  const size = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: join(pictures, `green-button-${name}-${colorScheme}-${width}.png`),
        fullPage: true,
      });
    }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
}

/** Of the connections; only the utility is visited besides, and no page reports an error. */
async function visit(use: (page: Page) => Promise<void>): Promise<void> {
  const watch = newWatch();
  const page = await open(login, watch);
  try {
    await page.goto(`${url}/app/connections`);
    await use(page);
    assert.deepEqual(
      watch.faults.filter((fault) => !fault.startsWith(`${sandboxUrl}/greenfield-energy/`)),
      [],
    );
  } finally {
    await page.context().close();
  }
}

/** At the utility, as its customer. */
async function decide(page: Page, decision: "Share" | "Do not share"): Promise<void> {
  await page.getByLabel("User name").fill("demo_residential");
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Share your data?" }).waitFor();
  await page.getByRole("button", { name: decision, exact: true }).click();
}

async function goThere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect a utility" }).first().click();
  await page.getByLabel("Name or website of the utility").fill("greenf");
  await page.getByRole("button", { name: "Greenfield Energy" }).click();
  await page.getByText("without giving anybody your password").waitFor();
  assert.equal(await page.locator("input[type=password]").count(), 0);
  await keep(page, "drawer");
  await page.getByRole("button", { name: "Continue to Greenfield Energy" }).click();
}

test("a user who says no at the utility comes back to a sentence", { skip }, () =>
  visit(async (page) => {
    await goThere(page);
    await decide(page, "Do not share");
    await page.getByText("It was not permitted at the utility").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await keep(page, "refused");
  }),
);

test("a user permits it, sees the accounts, and gives the permission again when it has ended", { skip }, () =>
  visit(async (page) => {
    await goThere(page);
    await decide(page, "Share");
    await page.getByText("Given at 127.0.0.1").waitFor();
    await page.getByText("Permission received").waitFor();
    await page.getByText("The bills of 0 of 1 account are collected.").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("button", { name: "End this permission" }).click();
    await page.getByRole("dialog").getByText("The permission is withdrawn at the utility").waitFor();
    await keep(page, "end");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await keep(page, "connected");
    const grants = (await (await fetch(`${sandboxUrl}/greenfield-energy/grants.json`)).json()) as { id: string }[];
    await fetch(`${sandboxUrl}/greenfield-energy/grants/${grants.at(-1)?.id}/revoke`, {
      method: "POST",
      redirect: "manual",
    });
    await page.getByRole("button", { name: "Read again" }).click();
    await page.getByText("The permission has ended, or was withdrawn at the utility.").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await keep(page, "ended");
    await page.getByRole("button", { name: "Continue to the utility" }).click();
    await decide(page, "Share");
    await page.getByText("The bills of 0 of 1 account are collected.").waitFor();
  }),
);

test("an account holder is led from the form to the utility and back to the receipt", { skip }, async () => {
  assert.ok(browser);
  const { authorizationFormLink } = await caller.get<{ authorizationFormLink: string }>("/authorizations/formlink");
  const page = await browser.newPage();
  try {
    await page.goto(`${url}${new URL(authorizationFormLink).pathname}?utility=greenfield-energy`);
    assert.deepEqual(await axeFindings(page), []);
    await keep(page, "form");
    await page.getByRole("link", { name: "Continue to Greenfield Energy" }).click();
    await decide(page, "Do not share");
    await page.getByText("You did not permit it at Greenfield Energy").waitFor();
    await page.getByRole("link", { name: "Continue to Greenfield Energy" }).click();
    await decide(page, "Share");
    await page.getByText("A permission, given at Greenfield Energy").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await keep(page, "receipt");
  } finally {
    await page.close();
  }
});
