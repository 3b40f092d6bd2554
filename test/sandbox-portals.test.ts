/** The portals of the sandbox whose pages need scripts, in a real browser: it signs in, goes to a bill and downloads it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import type { Download, Page } from "playwright-core";
import { startSandbox } from "../sandbox/server.ts";
import { createDocuments } from "../sandbox/web/documents.ts";
import type { UtilitySlug } from "../sandbox/world/model.ts";
import { createWorld } from "../sandbox/world/world.ts";
import { startBrowser } from "./browser.ts";

const sandbox = await startSandbox({ port: 0 });
const browser = await startBrowser();
after(async () => {
  await browser?.close();
  await sandbox.close();
});
const options = { skip: browser === null ? "no browser starts here" : false };

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The digest of the bill of an account, by its place from the newest on. */
async function digestOf(utility: UtilitySlug, accountAt: number, at: number): Promise<string> {
  const account = createWorld().accountsOf(utility, "demo_commercial")?.[accountAt];
  const bill = account?.bills.toReversed()[at];
  assert.ok(account && bill);
  return digest(await createDocuments().fetch(utility, account, bill));
}

let shown: Page | undefined;

/** In a window of its own, in place of the one before. */
async function open(path: string): Promise<Page> {
  assert.ok(browser);
  await shown?.close();
  const page = await browser.newPage();
  shown = page;
  page.on("pageerror", (error) => assert.fail(error));
  await page.goto(`${sandbox.url}${path}`);
  return page;
}

async function saved(page: Page, click: () => Promise<void>): Promise<string> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent("download"), click()]);
  return digest(await readFile(await download.path()));
}

/** Names that change are no matter to a person: the same steps lead to the same bill. */
function testBothLayouts(utility: UtilitySlug, promise: string, steps: () => Promise<void>): void {
  for (const fault of [null, "layout_changed"]) {
    test(`${utility}: ${promise}${fault === null ? "" : ", also with another layout"}`, options, async () => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ utility, fault });
      const reply = await fetch(`${sandbox.url}/sandbox/faults`, { method: "POST", headers, body });
      assert.equal(reply.status, 200);
      await steps();
    });
  }
}

testBothLayouts("harbor-power", "the script signs in, lists bills page by page, and opens one", async () => {
  const page = await open("/harbor-power/");
  await page.getByLabel("User name").fill("demo_commercial");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("is not right").waitFor();
  await page.getByLabel("User name").fill("demo_commercial");
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("button", { name: "Sign in" }).click();
  const account = page.locator("section.account").nth(1);
  await account.getByRole("button", { name: "Show bills" }).click();
  await account.getByRole("button", { name: "Older bills" }).click();
  await account.locator("li.bill").nth(9).waitFor();
  const openBill = account.locator("li.bill").nth(7).getByRole("button");
  assert.equal(await saved(page, () => openBill.click()), await digestOf("harbor-power", 1, 7));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("User name").waitFor();
});

testBothLayouts("juniper-water", "links and the list of accounts post the page", async () => {
  const page = await open("/juniper-water/");
  await page.getByLabel("User ID").fill("demo_commercial");
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/Bills.aspx");
  await Promise.all([page.waitForEvent("load"), page.getByLabel("Account").selectOption({ index: 1 })]);
  await page.getByRole("link", { name: "2", exact: true }).click();
  await page.locator("tr.pager span", { hasText: "2" }).waitFor();
  const link = page.getByRole("link", { name: "View PDF" }).nth(1);
  assert.equal(await saved(page, () => link.click()), await digestOf("juniper-water", 1, 7));
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByLabel("User ID").waitFor();
});

testBothLayouts("meridian-gas", "the way in leads through another place and a question", async () => {
  const page = await open("/meridian-gas/");
  await page.getByLabel("E-mail or user name").fill("demo_commercial");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("link", { name: "Bills" }).nth(1).click();
  await page.getByRole("link", { name: "2", exact: true }).click();
  await page.locator("strong[aria-current]", { hasText: "2" }).waitFor();
  const address = await page.getByRole("link", { name: "Bill (PDF)" }).nth(1).getAttribute("href");
  const file = await page.request.get(`${sandbox.url}${address}`);
  assert.equal(digest(await file.body()), await digestOf("meridian-gas", 1, 7));
});

testBothLayouts("vista-electric", "the script proves the password, lists bills, and opens one by a click", async () => {
  const page = await open("/vista-electric/");
  await page.getByLabel("Customer name").fill("demo_commercial");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("do not match").waitFor();
  await page.getByLabel("Customer name").fill("demo_commercial");
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("button", { name: "Log in" }).click();
  const rows = page.locator("tbody tr");
  await rows.nth(6).waitFor();
  await page.reload();
  // Each list before the next request: a seal is good for one, and a second one meanwhile ends the session.
  await rows.nth(6).waitFor();
  await page.getByLabel("Account").selectOption({ index: 1 });
  await rows.nth(6).waitFor();
  await page.getByRole("button", { name: "Show older bills" }).click();
  await rows.nth(13).waitFor();
  const openBill = rows.nth(7).getByRole("button", { name: "Open PDF" });
  assert.equal(await saved(page, () => openBill.click()), await digestOf("vista-electric", 1, 7));
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByLabel("Customer name").waitFor();
});

test(
  "new terms of use are accepted on their way by a person, also where a script fills the page",
  options,
  async () => {
    const order = (utility: string, fault: string | null) =>
      fetch(`${sandbox.url}/sandbox/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ utility, fault }),
      });
    for (const utility of ["harbor-power", "vista-electric"]) {
      await order(utility, "interstitial");
      const page = await open(`/${utility}/`);
      await page.locator("input").first().fill("demo_residential");
      await page.getByLabel("Password").fill("sandbox");
      await page.locator("form button").click();
      await page.getByRole("button", { name: "I accept" }).click();
      await page.getByText("14 Example Lane").first().waitFor({ state: "attached" });
      await order(utility, null);
    }
  },
);
