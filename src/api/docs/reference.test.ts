/** The reference in a real browser: it draws every operation, tries them against this service alone, and can be read by everybody. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { newMember } from "../../../test/app.ts";
import { axeFindings, COLOUR_RULES, startBrowser } from "../../../test/browser.ts";
import { openFilledDashboard, type FilledDashboard } from "../../../test/dashboard/filled-dashboard.ts";

const browser = await startBrowser();
after(() => browser?.close());
// Without a browser every test is skipped and these are unused.
const { opened, url } = browser === null ? ({} as FilledDashboard) : await openFilledDashboard({ after }, browser);

interface Visit {
  page: Page;
  /** Addresses that were asked for, and what the browser complained of. */
  requests: string[];
  complaints: string[];
}

let kept: Page | undefined;

/** In the window of the visit before: its scripts are not compiled anew. */
async function visit(path: string): Promise<Visit> {
  assert.ok(browser !== null);
  const page = (kept ??= await browser.newPage({ colorScheme: "light" }));
  page.removeAllListeners();
  // An address of the page that is shown would not load it.
  await page.goto("about:blank");
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => void complaints.push(error.message));
  await page.goto(url + path);
  return { page, requests, complaints };
}

const elsewhere = (requests: string[]) =>
  requests.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith("data:"));

const operation = (name: string) => `#operations-${name}`;

describe("the reference", { skip: browser === null ? "no browser starts here" : false }, () => {
  test("draws every operation and every webhook, and asks no other host", async () => {
    const { page, requests, complaints } = await visit("/docs");
    const document = (await opened.server.inject("/openapi.json")).json<{
      paths: Record<string, Record<string, { tags: string[] }>>;
      webhooks: object;
    }>();
    const groups = Map.groupBy(
      Object.values(document.paths).flatMap((methods) => Object.values(methods)),
      ({ tags: [tag = ""] }) => tag,
    );
    const blocks = page.locator(".opblock");
    const webhooks = Object.keys(document.webhooks).length;
    await page.waitForSelector(".opblock-tag");
    assert.equal(await blocks.count(), webhooks);
    assert.equal(await page.locator(".opblock-tag").count(), groups.size);
    for (const [tag, operations] of groups) {
      const group = page.locator(`.opblock-tag[data-tag="${tag}"]`);
      await group.click();
      await blocks.nth(webhooks + operations.length - 1).waitFor();
      assert.equal(await blocks.count(), webhooks + operations.length, tag);
      await group.click();
    }
    assert.deepEqual(elsewhere(requests), []);
    assert.deepEqual(complaints, []);
  });

  test("signs in with the box, and tries a request against this very service", async () => {
    const { email, password } = await newMember(opened, { name: "Readers" });
    const login = await opened.server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
    const { page, requests, complaints } = await visit("/docs#/Access/getMe");
    await page.click(".btn.authorize");
    await page.fill(".auth-container input", login.json<{ token: string }>().token);
    await page.click(".auth-btn-wrapper .btn.authorize");
    await page.click(".auth-btn-wrapper .btn-done");
    await page.click(`${operation("Access-getMe")} .try-out__btn`);
    await page.click(`${operation("Access-getMe")} .execute`);
    const answer = page.locator(`${operation("Access-getMe")} .live-responses-table`);
    await answer.getByText(email).first().waitFor();
    assert.ok(requests.includes(`${url}/v1/me`));
    // A list has many parameters that may be left out: none of them is sent.
    await page.click('.opblock-tag[data-tag="Bills"]');
    const bills = operation("Bills-listUtilityBills");
    await page.click(`${bills} .opblock-summary-control`);
    await page.locator(`${bills} .responses-table`).waitFor();
    // It is read without the rest of the document, and must find all that it refers to.
    assert.equal(await page.locator(".errors-wrapper").count(), 0);
    await page.click(`${bills} .try-out__btn`);
    const [listed] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(`${url}/v1/utility_bills`)),
      page.click(`${bills} .execute`),
    ]);
    assert.deepEqual([listed.url(), listed.status()], [`${url}/v1/utility_bills`, 200]);
    assert.deepEqual(elsewhere(requests), []);
    assert.deepEqual(complaints, []);
  });

  test("can be read by everybody, light and dark", async () => {
    const { page, complaints } = await visit("/docs#/Authorizations/createAuthorization");
    await page.waitForSelector(`${operation("Authorizations-createAuthorization")} .responses-table`);
    for (const path of ["", "/docs/quick-start", "/problems/invalid"]) {
      if (path !== "") await page.goto(url + path);
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        // The page of the reference fades from one set of colours to the other.
        await page.evaluate(
          "Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {})",
        );
        assert.equal(await page.locator("html.dark-mode").count(), path === "" && scheme === "dark" ? 1 : 0);
        assert.deepEqual(
          await axeFindings(page, scheme === "dark" ? COLOUR_RULES : undefined),
          [],
          `${path} ${scheme}`,
        );
      }
    }
    assert.deepEqual(complaints, []);
  });
});
