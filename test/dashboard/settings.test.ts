/** Settings and the page for developers in a real browser: sessions end, tokens are made and revoked, a viewer is invited and changes nothing. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createCanvas } from "@napi-rs/canvas";
import type { Page } from "playwright-core";
import { axeFindings, startBrowser } from "../browser.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";
import { newWatch } from "./visit.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and this is unused.
const { url, open, caller, visit } =
  browser === null ? ({} as LiveDashboard) : await openLiveDashboard({ after }, browser);

const serviceOf = (page: Page): string => new URL(page.url()).origin;
const statusWith = async (page: Page, token: string): Promise<number> =>
  (await fetch(`${serviceOf(page)}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe("a user", { skip }, () => {
  test("is signed in by a link that the page sends once, also when no answer comes", async () => {
    const watch = newWatch();
    const page = await open(null, watch);
    try {
      await page.route("**/v1/sessions/link", (route) =>
        route.fulfill({ status: 503, json: { type: "/problems/unavailable", title: "Interrupted" } }),
      );
      await page.goto(`${url}/app/sign-in#a-token-that-works-once`);
      await page.getByText("Interrupted.").waitFor();
      assert.deepEqual(
        watch.refused.filter((request) => request.includes("/sessions/link")),
        ["POST /v1/sessions/link 503"],
      );
    } finally {
      await page.context().close();
    }
  });

  test("ends another session and stays signed in", () =>
    visit("/settings/account", async (page) => {
      const { email } = await caller.get<{ email: string }>("/me");
      const login = await fetch(`${serviceOf(page)}/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (Windows) Firefox/140.0" },
        body: JSON.stringify({ email, password: "correct horse battery" }),
      });
      const { token } = (await login.json()) as { token: string };
      assert.equal(await statusWith(page, token), 200);
      await page.reload();
      await page.getByRole("button", { name: /^Sign out Firefox, Windows/ }).click();
      await page.getByText("Firefox, Windows").waitFor({ state: "detached" });
      assert.equal(await statusWith(page, token), 401);
      await page.getByText("this session").waitFor();
      assert.deepEqual(await axeFindings(page), []);
    }));

  test("makes a token that works, and revokes it", () =>
    visit("/developers", async (page) => {
      await page.getByRole("button", { name: "New token" }).click();
      await page.getByLabel("Name").fill("Nightly sync");
      await page.getByRole("button", { name: "Make the token" }).click();
      const token = await page.getByRole("textbox", { name: "Token" }).inputValue();
      assert.match(token, /^mbk_/);
      assert.equal(await statusWith(page, token), 200);
      await page.getByRole("button", { name: "I have kept it" }).click();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Revoke Nightly sync" }).click();
      await page.getByRole("button", { name: "Revoke", exact: true }).click();
      await page.getByText("There is no token in use").waitFor();
      assert.equal(await statusWith(page, token), 401);
    }));

  test("puts a logo on the form for tenants, and takes it away", () =>
    visit("/settings/company", async (page) => {
      const canvas = createCanvas(240, 80);
      canvas.getContext("2d").fillRect(20, 20, 200, 40);
      const file = { name: "logo.png", mimeType: "image/png", buffer: canvas.toBuffer("image/png") };
      await page.locator("input[type=file]").setInputFiles(file);
      await page.getByAltText("Logo of Sample Buildings").first().waitFor();
      assert.equal((await caller.get<{ logo: { width: number } | null }>("/company")).logo?.width, 240);
      await page.getByRole("button", { name: "Remove", exact: true }).first().click();
      await page.getByText("There is no logo.").waitFor();
    }));

  test("invites a viewer, who sees the company and can change nothing", () =>
    visit("/settings/people", async (page) => {
      await page.getByRole("button", { name: "Invite a person" }).click();
      await page.getByLabel("E-mail address").fill("viewer@example.com");
      await page.getByRole("button", { name: "Make the invitation" }).click();
      const link = new URL(await page.getByRole("textbox", { name: "Link" }).inputValue());
      const context = await page.context().browser()?.newContext({ locale: "en-US" });
      const guest = await context?.newPage();
      assert.ok(context && guest);
      try {
        await guest.goto(`${serviceOf(page)}${link.pathname}${link.hash}`);
        await guest.getByRole("heading", { name: /^You are invited to/ }).waitFor();
        assert.deepEqual(await axeFindings(guest), []);
        await guest.getByLabel("Your name").fill("A viewer");
        await guest.getByLabel("Choose a password").and(guest.locator("input")).fill("a long passphrase");
        await guest.getByRole("button", { name: "Join" }).click();
        await guest.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
        await guest.goto(`${serviceOf(page)}/app/settings/company`);
        await guest.getByText("You may look at these settings.").waitFor();
        assert.equal(await guest.getByRole("button", { name: "Save" }).count(), 0);
        const refused = await guest.evaluate(
          `fetch("/v1/company", { method: "PATCH", headers: { "content-type": "application/json" }, body: '{"name":"x"}' }).then(({ status }) => status)`,
        );
        assert.equal(refused, 403);
        await guest.goto(`${serviceOf(page)}${link.pathname}${link.hash}`);
        await guest.getByRole("heading", { name: "This invitation no longer works" }).waitFor();
      } finally {
        await context.close();
      }
    }));
});
