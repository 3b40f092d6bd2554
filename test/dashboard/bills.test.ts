/** Bills and the review in the dashboard, in a real browser: a line and its place on the page, a correction, and decisions by keyboard. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { ReadDocument } from "../../src/records/document.ts";
import { axeFindings, startBrowser } from "../browser.ts";
import { drawBill } from "../drawn-bills.ts";
import { until } from "../callers.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";

type Document = z.infer<typeof ReadDocument>;

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and this is unused.
const { caller, visit } = browser === null ? ({} as LiveDashboard) : await openLiveDashboard({ after }, browser);

async function upload(username: string, at: number, query = ""): Promise<Document> {
  const { bytes } = await drawBill("northgate-electric", username, at);
  const file = new Blob([Buffer.from(bytes)]);
  const { id } = await caller.upload<Document>(`/documents?name=bill-${at}.pdf${query}`, file);
  return until("the reading", async () => {
    const document = await caller.get<Document>(`/documents/${id}`);
    return document.state === "waiting" ? null : document;
  });
}

describe("a user", { skip }, () => {
  test("sees where a line is printed, and which line is printed where one points", async () => {
    const { utility_bill_id } = await upload("demo_residential", 0);
    await visit(`/bills/${utility_bill_id}`, async (page) => {
      const row = page.getByRole("row", { name: /Customer charge/ });
      const place = page.locator('.mark[aria-label^="Customer charge"]');
      await page.getByAltText("Page 1 of 1").waitFor();
      await row.hover();
      await page.locator('.mark[data-lit][aria-label^="Customer charge"]').waitFor();
      // By keyboard.
      await page
        .getByRole("row")
        .getByRole("button", { name: /^On-peak energy/ })
        .focus();
      await page.locator('.mark[data-lit][aria-label^="On-peak energy"]').waitFor();
      assert.equal(await place.getAttribute("data-lit"), null);
      await place.hover();
      await page.locator("tr[data-lit]", { hasText: "Customer charge" }).waitFor();
      await page.getByRole("region", { name: /^Pages of/ }).press("ArrowRight");
      assert.equal(await page.locator(".mark[data-lit]").count(), 1);
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("corrects a charge, is told what no longer adds up, accepts it by name and finds the reason in the history", async () => {
    const { utility_bill_id } = await upload("demo_residential", 1);
    await visit(`/bills/${utility_bill_id}`, async (page) => {
      await page.getByRole("button", { name: "Correct" }).click();
      const sum = page.locator("[data-sum]");
      const before = await sum.textContent();
      const amount = page.getByRole("region", { name: /^Charges/ }).getByLabel("Amount, line 1");
      const typed = await amount.inputValue();
      await amount.fill("1,2,3");
      await page.getByRole("button", { name: "Save the correction" }).click();
      await page.getByText("Write this as 1234.56, without a comma").waitFor();
      await amount.fill(String(Number(typed) + 1));
      await page.getByText(/^They add up to .*: \$1\.00 off\.$/).waitFor();
      assert.notEqual(await sum.textContent(), before);
      await page.getByLabel("Reason").fill("By telephone.");
      await page.getByRole("button", { name: "Save the correction" }).click();
      await page.getByText("This does not add up").waitFor();
      assert.deepEqual(await axeFindings(page), []);
      for (const box of await page.getByRole("alert").getByRole("checkbox").all()) await box.check();
      await page.getByRole("button", { name: "Save the correction" }).click();
      await page.getByText("The correction is saved.").waitFor();
      await page.waitForURL((url) => !url.pathname.endsWith(`/${utility_bill_id}`));
      await page.getByText("Note: By telephone.").waitFor();
      await page.getByRole("link", { name: `Bill ${utility_bill_id}` }).waitFor();
    });
  });

  test("goes through the review by keyboard: the next document opens after each decision", async () => {
    const own = await upload("demo_residential", 2);
    for (const at of [0, 1, 2]) await upload("demo_commercial", at, `&utility_account_id=${own.utility_account_id}`);
    await visit("/review", async (page) => {
      await page.getByText("3 documents left").waitFor();
      await page.getByAltText("Page 1 of 2").waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).getByText("Accept the reading").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("j");
      const second = page.locator("a[aria-current]", { hasText: "bill-1.pdf" });
      await second.waitFor();
      await page.keyboard.press("a");
      await page
        .getByRole("dialog")
        .getByText(/listed under account/)
        .waitFor();
      await page.keyboard.press("Enter");
      await page.locator("a[aria-current]", { hasText: "bill-2.pdf" }).waitFor();
      await page.getByText("2 documents left").waitFor();
      await page.keyboard.press("x");
      await page.getByLabel("Reason").fill("No bill of ours.");
      await page.keyboard.press("Enter");
      await page.getByText("1 document left").waitFor();
      await page.locator("a[aria-current]", { hasText: "bill-0.pdf" }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("keeps the document that is worked on open while an older one comes back", async () => {
    const [older] = await caller.get<Document[]>("/documents?state=review");
    const own = await upload("demo_residential", 2);
    const newer = await upload("demo_commercial", 3, `&utility_account_id=${own.utility_account_id}`);
    await caller.send("POST", `/documents/${older?.id}/reject`, { reason: "Read again later." });
    await visit("/review", async (page) => {
      await page.getByText("1 document left").waitFor();
      await page.locator("a[aria-current]", { hasText: "bill-3.pdf" }).waitFor();
      await page.getByAltText("Page 1 of 2").waitFor();
      await page.keyboard.press("e");
      await page.getByLabel("Bill number").fill("typed");
      await caller.send("POST", `/documents/${older?.id}/reread`, {});
      await page.getByText("2 documents left").waitFor();
      assert.equal(await page.getByLabel("Bill number").inputValue(), "typed");
      assert.equal(new URL(page.url()).pathname, `/app/review/${newer.id}`);
    });
  });

  test("clears the filters together with a search that has not begun yet", async () => {
    await visit("/bills?archived=all", async (page) => {
      await page.getByRole("textbox", { name: "Search" }).fill("no bill is called so");
      await page.getByRole("button", { name: "Clear the filters", exact: true }).click();
      await page.waitForURL(({ search }) => !search.includes("archived"));
      await delay(500);
      assert.equal(new URL(page.url()).search, "");
    });
  });

  test("takes the bills of the list away as a file", async () => {
    const { utility_bill_id } = await upload("demo_residential", 2);
    const bill = await caller.get<{ invoice_number: string }>(`/utility_bills/${utility_bill_id}`);
    await visit(`/bills?q=${bill.invoice_number}`, async (page) => {
      await page.getByRole("button", { name: "Download" }).click();
      const coming = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: "Table as CSV" }).click();
      const download = await coming;
      assert.equal(download.suggestedFilename(), "bills.csv");
      const [head = "", ...rows] = (await text(await download.createReadStream())).trim().split("\r\n");
      assert.match(head, /Bill date.*Bill number.*First day.*Last day.*Amount due.*Currency/);
      assert.equal(rows.length, 1);
      assert.ok(rows.join("").includes(bill.invoice_number), rows.join(""));
    });
  });
});
