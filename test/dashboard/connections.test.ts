/** Connecting a utility and bringing bills in the dashboard, in a real browser: from the login to bills that arrive while one watches. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { axeFindings, startBrowser } from "../browser.ts";
import { until } from "../callers.ts";
import { drawBill } from "../drawn-bills.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";
import { newWatch, sayWhatShows, type Login } from "./visit.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and this is unused.
const { caller, sandboxUrl, login, url, open, visit } =
  browser === null ? ({} as LiveDashboard) : await openLiveDashboard({ after }, browser);

const codeOf = async (): Promise<string> => {
  const codes = (await (await fetch(new URL("/codes.json", sandboxUrl))).json()) as Record<string, string | null>;
  return codes["northgate-electric"] ?? assert.fail("no code was sent");
};

async function connect(page: Page, username: string): Promise<void> {
  await page.getByRole("button", { name: "Connect a utility" }).first().click();
  await page.getByLabel("Name or website of the utility").fill("northg");
  await page.getByRole("button", { name: "Northgate Electric" }).click();
  await page.getByLabel("User name or e-mail").fill(username);
  await page.getByLabel("Password", { exact: false }).and(page.locator("input")).fill("sandbox");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
}

describe("a user", { skip }, () => {
  test("connects a utility that asks for a code, has the accounts collected, and sees their bills arrive", () =>
    visit("/connections", async (page) => {
      await page.getByText("There is no login yet").waitFor();
      await connect(page, "demo_mfa");
      await page.getByText("The utility asks for a second step").waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByLabel("Code").fill(await codeOf());
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("The bills of 0 of 1 account are collected.").waitFor();
      await page.getByRole("link", { name: "Overview" }).click();
      await page.getByText("1 login is connected.").waitFor();
      await page.getByRole("link", { name: "See how far they are" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: "Login at Northgate Electric" }).waitFor();
      // Few bills, of a portal whose newest one always is of October 2026.
      await page.getByLabel("Bills from").fill("2026-09-01");
      await page.getByRole("button", { name: "Collect bills" }).click();
      await page.getByText("The bills of 1 of 1 account are collected.").waitFor();
      await page.getByText("Sep 1, 2026").waitFor();
      await page
        .getByRole("listitem")
        .filter({ hasText: "Bills (done)" })
        .getByText(/^[23] bills$/)
        .waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("link", { name: "Connections" }).click();
      await page.getByRole("row", { name: /Northgate Electric.*Up to date.*1 of 1/ }).waitFor();
    }));

  test("corrects a refused login where it is refused, and removes it after one question", () =>
    visit("/connections", async (page) => {
      await connect(page, "demo_bad_login");
      await page.getByText("did not accept this user name or password").waitFor();
      await page.getByLabel("User name or e-mail").fill("demo_residential");
      await page.getByLabel("Password", { exact: false }).and(page.locator("input")).fill("sandbox");
      await page.getByRole("button", { name: "Try this login" }).click();
      await page.getByText("The bills of 0 of 1 account are collected.").waitFor();
      await page.getByRole("button", { name: "Remove this login" }).click();
      await page.getByRole("dialog").getByText("Accounts, bills, months and reports stay.").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Remove this login" }).click();
      await page.getByText("Your company removed it.").waitFor();
    }));

  test("finds a utility whose bills cannot be collected, is led to bringing them, and it is noted as wanted", () =>
    visit("/connections", async (page) => {
      await page.getByRole("button", { name: "Connect a utility" }).first().click();
      await page.getByLabel("Name or website of the utility").fill("northgate");
      await page.getByRole("button", { name: "Northgate Electric" }).waitFor();
      await page.getByLabel("Name or website of the utility").fill("pg&e");
      await page.getByRole("button", { name: "Pacific Gas and Electric not collected yet" }).click();
      await page.getByText("cannot be collected with a login yet").waitFor();
      assert.equal(await page.locator("input[type=password]").count(), 0);
      await page.getByText("sees that this utility is wanted").waitFor();
      assert.deepEqual(await axeFindings(page, undefined, "[role=dialog]"), []);
      await page.getByRole("dialog").getByText("Bring bills", { exact: true }).click();
      await page.waitForURL(/bring-bills/);
      const wishes = await caller.get<{ utility: string; wishes: number }[]>("/utilities/wishes");
      assert.deepEqual(
        wishes.map(({ utility, wishes: count }) => [utility, count]),
        [["pacific-gas-and-electric", 1]],
      );
    }));

  test("makes a link for each reference that is pasted, and ends one of them", () =>
    visit("/connections?view=links", async (page) => {
      await page.getByRole("button", { name: "Make links" }).click();
      // Nothing of a list is made that the service takes in no single request.
      await page.getByLabel("References").fill(Array.from({ length: 501 }, (_, at) => `unit-${at}`).join("\n"));
      await page.getByRole("button", { name: "Make the links" }).click();
      await page.getByText(/^At most 500 links can be made at once: these are 501\./).waitFor();
      assert.deepEqual(await caller.get("/form_links"), []);
      await page.getByLabel("References").fill("unit-12a\n\n unit-12b ");
      await page.getByRole("button", { name: "Make the links" }).click();
      await page.getByRole("row", { name: /unit-12a.*Not opened yet/ }).waitFor();
      await page.getByRole("button", { name: "More for the link of unit-12b" }).click();
      await page.getByRole("menuitem", { name: "End the link" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "End the link" }).click();
      await page.getByRole("row", { name: /unit-12b.*Ended/ }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
    }));

  test("brings a bill as a file and opens it, and a second time learns that it is there", () =>
    visit("/bring-bills", async (page) => {
      const { bytes } = await drawBill("northgate-electric", "demo_commercial");
      const file = { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from(bytes) };
      const choose = page.locator("input[type=file]");
      await choose.setInputFiles(file);
      const row = page.getByRole("region", { name: "What becomes of these files" }).getByRole("listitem");
      await row.getByText("Saved:").waitFor();
      assert.equal(await choose.inputValue(), "", "else a browser takes the same file for no change");
      assert.deepEqual(await axeFindings(page), []);
      const bill = row.getByRole("link", { name: /^bill of / });
      const bills = await caller.get<{ id: number; origin: string }[]>("/utility_bills");
      const id = bills.find(({ origin }) => origin === "upload")?.id;
      assert.equal(await bill.getAttribute("href"), `/app/bills/${id}`);
      await page.getByRole("button", { name: "Clear the list" }).click();
      await choose.setInputFiles(file);
      await row.getByText("This file was uploaded before.").waitFor();
    }));

  test("sees at once what became of a file that was read before the answer to its upload came", () =>
    visit("/bring-bills", async (page) => {
      const { bytes } = await drawBill("northgate-electric", "demo_commercial", 3);
      await page.route(
        ({ pathname }) => pathname === "/v1/documents",
        async (route) => {
          if (route.request().method() !== "POST") return route.continue();
          const response = await route.fetch();
          const { id } = (await response.json()) as { id: number };
          await until("the bill", async () => {
            const { state } = await caller.get<{ state: string }>(`/documents/${id}`);
            return state === "waiting" ? null : state;
          });
          // The stream of changes has said so meanwhile.
          await delay(1000);
          return route.fulfill({ response });
        },
      );
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      const file = { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from(bytes) };
      await page.locator("input[type=file]").setInputFiles(file);
      await answered;
      const row = page.getByRole("region", { name: "What becomes of these files" }).getByRole("listitem");
      await row.getByText("Saved:").waitFor({ timeout: 2500 });
      await page.unrouteAll();
    }));

  test("leaves no files for the user who signs in next in the same window, whether sent or waiting", async () => {
    if (browser === null) return;
    const next = await openLiveDashboard({ after }, browser);
    const watch = newWatch();
    const page = await open(null, watch);
    const enter = async ({ email, password }: Login) => {
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password", { exact: false }).and(page.locator("input")).fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("link", { name: "Bring bills" }).first().click();
    };
    const sent: string[] = [];
    try {
      await page.route(
        ({ pathname }) => pathname === "/v1/documents",
        (route) => {
          if (route.request().method() !== "POST") return route.continue();
          sent.push(new URL(route.request().url()).searchParams.get("name") ?? "");
          // No answer comes.
          return undefined;
        },
      );
      await page.goto(`${url}/app/sign-in`);
      await enter(login);
      const names = ["one.pdf", "two.pdf", "three.pdf", "four.pdf"];
      const files = names.map((name) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(name) }));
      await page.locator("input[type=file]").setInputFiles(files);
      await page.getByText("four.pdf").waitFor();
      await page.getByRole("button", { name: "A user" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await enter(next.login);
      await page.getByRole("heading", { name: "Bring bills" }).waitFor();
      await page.locator("input[type=file]").waitFor({ state: "attached" });
      assert.equal(await page.getByText(/^(one|four)\.pdf$/).count(), 0);
      await delay(200);
      assert.deepEqual(sent.toSorted(), ["one.pdf", "three.pdf", "two.pdf"]);
    } catch (error) {
      await sayWhatShows(page, watch);
      throw error;
    } finally {
      await page.context().close();
    }
  });

  test("saves the spreadsheet to fill in by its address", () =>
    visit("/bring-bills", async (page) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Spreadsheet to fill in" }).click(),
      ]);
      assert.equal(download.suggestedFilename(), "meterbook-import.csv");
    }));

  test("sees what a spreadsheet would change, with its refused rows, before it is saved", () =>
    visit("/bring-bills", async (page) => {
      const csv = [
        "utility_company,account_number,energy_type,start_date,end_date,usage,usage_unit,total_cost,property_name",
        "Hillside Power,A-1,ELECTRIC,2025-01-01,2025-01-31,100,kWh,21.50,North Hall",
        "Hillside Power,A-1,ELECTRIC,2025-02-01,2025-02-28,100,bushels,21.50,North Hall",
      ].join("\n");
      const file = { name: "years.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
      await page.locator("input[type=file]").setInputFiles(file);
      await page.getByRole("link", { name: "A spreadsheet: see what it would change" }).click();
      const refused = page.getByRole("row", { name: /bushels/ });
      await refused.waitFor();
      await page.getByRole("row", { name: /North Hall/ }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("columnheader", { name: "Column" }).waitFor({ state: "detached" });
      const { x, width } = (await refused.boundingBox()) ?? { x: 0, width: 0 };
      assert.ok(width > 0 && x + width <= 390, "the reason is in sight");
      await page.getByRole("button", { name: "Save 1 bill" }).click();
      await page.getByText("What was saved").waitFor();
      await page.getByRole("region", { name: "Spreadsheet years.csv" }).getByText("Imported").waitFor();
    }));
});
