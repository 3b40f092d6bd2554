/** Reports over all properties in the dashboard, in a real browser: read, downloaded, and each bill exported once. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { axeFindings, startBrowser } from "../browser.ts";
import { drawBill } from "../drawn-bills.ts";
import { until } from "../callers.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and this is unused.
const { caller, url, visit } = browser === null ? ({} as LiveDashboard) : await openLiveDashboard({ after }, browser);

async function upload(at: number): Promise<void> {
  const { bytes } = await drawBill("northgate-electric", "demo_residential", at);
  const file = new Blob([Buffer.from(bytes)]);
  const { id } = await caller.upload<{ id: number }>(`/documents?name=bill-${at}.pdf`, file);
  await until("the bill", async () => {
    const { state } = await caller.get<{ state: string }>(`/documents/${id}`);
    return state === "waiting" ? null : true;
  });
}

describe("an accountant", { skip }, () => {
  test("sees the bills to pay, exports them once, and finds a new one in the next export", async () => {
    await upload(0);
    await visit("/reports", async (page) => {
      await page.getByText("All properties").click();
      await page.getByRole("combobox", { name: "Report" }).click();
      await page.getByRole("option", { name: "Bills to pay" }).click();
      await page.getByText("New since the last export").click();
      await page.getByText("Nothing was exported in this browser yet").waitFor();
      const rows = page.getByRole("region", { name: "Bills to pay" }).locator("tbody tr");
      await rows.first().waitFor();
      assert.equal(await rows.count(), 1);
      await page.getByRole("button", { name: "Download" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "CSV" }).click(),
      ]);
      assert.match(download.url(), /until=booking-\d+/);
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Mark as exported" }).click();
      await page.getByText("There is nothing new").waitFor();
      await upload(1);
      // Once all writes that began before have ended.
      await until("the new bill", async () => {
        await page.reload();
        await page.getByText(/\b(0 rows|1 row)\./).waitFor();
        return (await rows.count()) === 1 ? true : null;
      });
    });
  });

  test("marks as exported what is shown and downloaded, while another bill arrives and is not in it", async () => {
    await visit("/reports?about=all&report=accounts_payable&bills=new", async (page) => {
      const rows = page.getByRole("region", { name: "Bills to pay" }).locator("tbody tr");
      await rows.first().waitFor();
      const before = await rows.count();
      await page.getByRole("button", { name: "Download" }).click();
      const href = await page.getByRole("menuitem", { name: "CSV" }).getAttribute("href");
      await page.keyboard.press("Escape");
      const exported = new URL(href ?? "", url).searchParams.get("until");
      const asked: string[] = [];
      page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
      await upload(2);
      // Changes are gathered for a second.
      await delay(2500);
      assert.deepEqual(
        asked.filter((path) => path.includes("/reports/")),
        [],
      );
      assert.equal(await rows.count(), before);
      await page.getByRole("button", { name: "Mark as exported" }).click();
      await page.getByText("The next export begins here.").waitFor();
      const kept = "Object.entries(localStorage).find(([key]) => key.startsWith('export '))?.[1]";
      assert.equal((await page.evaluate<string>(kept)).split(" ")[0], exported);
    });
  });

  test("sees since when bills are new for the report that is shown, also after going back", async () => {
    await visit("/reports?about=all&report=accounts_payable&bills=new", async (page) => {
      await page.getByRole("button", { name: "Mark as exported" }).click();
      await page.getByText(/^Last export: /).waitFor();
      await page.getByRole("combobox", { name: "Report" }).click();
      await page.getByRole("option", { name: "Bookings (general ledger)" }).click();
      await page.getByText(/^Nothing was exported in this browser yet/).waitFor();
      await page.goBack();
      await page.getByText(/^Last export: /).waitFor();
    });
  });

  test("narrows the bills to pay, and the list of bills, to those due by a day", async () => {
    await visit("/reports?about=all&report=accounts_payable", async (page) => {
      await page.getByRole("combobox", { name: "Days of" }).selectOption({ label: "Due date" });
      await page.getByLabel("From").fill("2001-01-01");
      await page.getByLabel("Until").fill("2001-12-31");
      await page.getByText("There is nothing to show for these days").waitFor();
      await page.getByLabel("Until").fill("2099-12-31");
      await page.getByRole("region", { name: "Bills to pay" }).locator("tbody tr").first().waitFor();
      assert.match(page.url(), /days=due/);
    });
    await visit("/bills?days=due&to=2001-12-31", async (page) => {
      await page.getByText("0 bills", { exact: true }).waitFor();
      await page.getByRole("combobox", { name: "Days of" }).waitFor();
      await page.getByRole("button", { name: "Clear" }).click();
      await page.getByText(/^[1-9]\d* bills?$/).waitFor();
    });
  });

  test("is told before sending it weekly that no mail server is set up, and what else there is", async () => {
    await visit("/reports?about=all&report=accounts_payable", async (page) => {
      await page.getByText("Send weekly").click();
      await page.getByText(/^Mails cannot be sent yet/).waitFor();
      assert.ok(await page.getByRole("radio", { name: "By mail" }).isDisabled());
      assert.ok(await page.getByRole("radio", { name: /^Links on the page/ }).isChecked());
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { name: "How it stands" }).waitFor();
    });
  });

  test("reads the bookings of a bill, and how the properties do", async () => {
    await visit("/reports?about=all&report=general_ledger&from=2020-01-01", async (page) => {
      await page.getByText(/adds? up to/).waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
    await visit("/reports?about=all&report=portfolio_performance", async (page) => {
      await page.getByRole("heading", { name: "How the properties do against last year" }).waitFor();
    });
  });
});
