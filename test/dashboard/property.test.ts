/** The page of a property and why its cost changed, in a real browser: notes, meters, findings, coverage and score by mouse and keyboard. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { z } from "zod";
import type { ReadDocument } from "../../src/records/document.ts";
import { axeFindings, startBrowser } from "../browser.ts";
import { drawBill } from "../drawn-bills.ts";
import { until } from "../callers.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";

type Document = z.infer<typeof ReadDocument>;
interface Property {
  id: number;
  metadata: { notes?: { date: string; text: string }[]; property_use?: Record<string, unknown> };
}
interface Meter {
  id: number;
  deactivation_date: string | null;
  utility_account: { delivery_name: string | null };
}

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and these are unused.
const { caller, visit } = browser === null ? ({} as LiveDashboard) : await openLiveDashboard({ after }, browser);
const property = browser === null ? 0 : await billedProperty();

/** A property with the months of three bills. */
async function billedProperty(): Promise<number> {
  for (const at of [0, 1, 2]) {
    const { bytes } = await drawBill("northgate-electric", "demo_residential", at);
    const file = new Blob([Buffer.from(bytes)]);
    const { id } = await caller.upload<Document>(`/documents?name=bill-${at}.pdf`, file);
    await until("the reading", async () => {
      const { state } = await caller.get<Document>(`/documents/${id}`);
      return state === "waiting" ? null : state;
    });
  }
  return until("the months", async () => {
    const [first] = await caller.get<Property[]>("/properties");
    if (first === undefined) return null;
    const { property_aggregated_monthly_data: months } = await caller.get<{
      property_aggregated_monthly_data: unknown[];
    }>(`/properties/${first.id}/monthly`);
    return months.length >= 3 ? first.id : null;
  });
}

const readProperty = () => caller.get<Property>(`/properties/${property}`);

describe("a user", { skip }, () => {
  test("writes, changes and removes notes, and what was typed stays when the service refuses", async () => {
    await visit(`/properties/${property}`, async (page) => {
      const notes = page.getByRole("region", { name: "Notes" });
      await notes.getByRole("button", { name: "Add a note" }).click();
      await notes.getByLabel("Day").fill("9998-01-01");
      await notes.getByLabel("Note").fill("Chiller replaced.");
      await notes.getByRole("button", { name: "Save" }).click();
      await notes.getByRole("alert").waitFor();
      assert.equal(await notes.getByLabel("Note").inputValue(), "Chiller replaced.");
      await notes.getByLabel("Day").fill("2026-03-14");
      await notes.getByRole("button", { name: "Save" }).click();
      await notes.getByText("Mar 14, 2026").waitFor();
      // What another user has written meanwhile stays.
      const { metadata } = await readProperty();
      assert.deepEqual(metadata.notes, [{ date: "2026-03-14", text: "Chiller replaced." }]);
      const others = [...(metadata.notes ?? []), { date: "2026-01-02", text: "Roof mended." }];
      await caller.send("PATCH", `/properties/${property}`, { metadata: { notes: others } });
      await notes.getByRole("button", { name: /^Edit Mar 14, 2026/ }).click();
      await notes.getByLabel("Note").fill("Chiller and tower replaced.");
      await notes.getByRole("button", { name: "Save" }).click();
      await notes.getByText("Chiller and tower replaced.").waitFor();
      await notes.getByText("Roof mended.").waitFor();
      await notes.getByRole("button", { name: /^Remove Jan 2, 2026/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await notes.getByText("Roof mended.").waitFor({ state: "detached" });
      assert.deepEqual((await readProperty()).metadata.notes, [
        { date: "2026-03-14", text: "Chiller and tower replaced." },
      ]);
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("begins a note with the day that it is where the user is", async () => {
    // One of the two has another day than UTC at any time.
    const timezoneId = new Date().getUTCHours() < 11 ? "Etc/GMT+12" : "Pacific/Kiritimati";
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: timezoneId }).format(new Date());
    await visit(
      `/properties/${property}`,
      async (page) => {
        const notes = page.getByRole("region", { name: "Notes" });
        await notes.getByRole("button", { name: "Add a note" }).click();
        assert.equal(await notes.getByLabel("Day").inputValue(), today);
      },
      { timezoneId },
    );
  });

  test("ends the service of a meter and says whom the utility bills, in one form", async () => {
    const [meter] = await caller.get<Meter[]>(`/meters?property_id=${property}`);
    assert.ok(meter);
    await visit(`/properties/${property}?meter=${meter.id}`, async (page) => {
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: "End it with its last bill" }).click();
      const end = await form.getByLabel("Out of service from").inputValue();
      await form.getByLabel("Billed to").fill("Sample Buildings");
      await form.getByLabel("E-mail of the bills").fill("not an address");
      await form.getByRole("button", { name: "Save" }).click();
      await form
        .getByText(/e-?mail/i)
        .nth(1)
        .waitFor();
      assert.equal(await form.getByLabel("Billed to").inputValue(), "Sample Buildings");
      await form.getByLabel("E-mail of the bills").fill("bills@example.com");
      assert.deepEqual(await axeFindings(page, undefined, "[role=dialog]"), []);
      await form.getByRole("button", { name: "Save" }).click();
      await form.waitFor({ state: "detached" });
      await page.getByRole("cell", { name: "Sample Buildings" }).waitFor();
      await page.getByText(/^Out of service from /).waitFor();
      const saved = await caller.get<Meter>(`/meters/${meter.id}`);
      assert.equal(saved.deactivation_date?.slice(0, 10), end);
      assert.equal(saved.utility_account.delivery_name, "Sample Buildings");
    });
    await caller.send("PATCH", `/meters/${meter.id}`, { deactivation_date: null });
  });

  test("goes through the coverage by keyboard, reads what to do and comes back to the cell", async () => {
    await visit(`/properties/${property}`, async (page) => {
      const grid = page.getByRole("region", { name: "Which months are billed" });
      const cell = grid.locator("button[tabindex='0']");
      await cell.focus();
      const first = await cell.getAttribute("aria-label");
      await page.keyboard.press("ArrowLeft");
      const second = await grid.locator("button:focus").getAttribute("aria-label");
      assert.notEqual(first, second);
      await page.keyboard.press("Enter");
      const detail = page.getByRole("dialog");
      await detail.getByText(String(second)).waitFor();
      assert.ok((await detail.getByRole("link").count()) > 0);
      assert.deepEqual(await axeFindings(page, undefined, "[role=dialog]"), []);
      await page.keyboard.press("Escape");
      await detail.waitFor({ state: "detached" });
      assert.equal(await grid.locator("button:focus").getAttribute("aria-label"), second);
    });
  });

  test("makes a property before its first bill, and is shown that its address is taken", async () => {
    await visit("/properties", async (page) => {
      await page.getByRole("button", { name: "New property" }).click();
      const dialog = page.getByRole("dialog");
      const fill = async (name: string) => {
        await dialog.getByLabel("Name").fill(name);
        await dialog.getByLabel("Street and number").fill("7 Quarry Road");
        await dialog.getByLabel("City").fill("Springfield");
        await dialog.getByRole("button", { name: "Make the property" }).click();
      };
      await fill("Boiler house");
      await page.waitForURL(/\/properties\/\d+$/);
      await page.getByRole("heading", { level: 1, name: "Boiler house" }).waitFor();
      await page.goBack();
      await page.getByRole("row", { name: /Boiler house.*no bills in these months/ }).waitFor();
      await page.getByRole("button", { name: "New property" }).click();
      await fill("Boiler house again");
      await dialog.getByText("The company has a property at this address already.").waitFor();
      assert.equal(await dialog.getByLabel("Name").inputValue(), "Boiler house again");
      assert.deepEqual(await axeFindings(page, undefined, "[role=dialog]"), []);
    });
  });

  test("enters the use of the building, and sees what its score still lacks", async () => {
    await visit(`/properties/${property}`, async (page) => {
      const score = page.getByRole("region", { name: "ENERGY STAR score" });
      await score.getByRole("button", { name: "Enter its use" }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("combobox", { name: "Type of property" }).click();
      await page.getByRole("option", { name: "Hotel", exact: true }).click();
      await form.getByLabel("Rooms").fill("40");
      await form.getByRole("combobox", { name: "Commercial kitchen" }).click();
      await page.getByRole("option", { name: "Yes" }).click();
      await form.getByLabel("Part that is heated, in %").fill("50");
      await form.getByRole("button", { name: "Save" }).click();
      await score.getByText(/Enter what is missing: .*workers on the main shift/).waitFor();
      const { property_use } = (await readProperty()).metadata;
      assert.deepEqual(
        { ...property_use },
        { property_type: "Hotel", rooms: 40, commercial_kitchen: true, percent_heated: 0.5 },
      );
    });
  });

  test("sees its bills as billed, each bar the way to its bill, by keyboard", async () => {
    await visit(`/properties/${property}?basis=billed&figure=use`, async (page) => {
      await page.getByText(/^3 bills\. The latest, /).waitFor();
      const keys = page.getByRole("slider", { name: /^Electricity, account/ });
      await keys.focus();
      await keys.press("ArrowRight");
      assert.match(String(await keys.getAttribute("aria-valuetext")), /kWh/);
      await keys.press("Enter");
      await page.waitForURL(/\/bills\/\d+$/);
    });
  });

  test("reads a report with its charts, whose bills are called by their account and date", async () => {
    await visit(`/reports?property=${property}`, async (page) => {
      await page.getByRole("figure").first().getByRole("img").waitFor();
      await page
        .getByRole("link", { name: /^[\w-]+, [A-Z][a-z]+ \d+, \d{4}$/ })
        .first()
        .waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("sees that the charts of a report could not be loaded, and loads them again", async () => {
    await visit(`/reports?property=${property}`, async (page) => {
      await page.getByRole("figure").first().waitFor();
      await page.route(
        ({ pathname, searchParams }) => pathname.startsWith("/v1/reports/") && searchParams.get("format") === "html",
        (route) => route.fulfill({ status: 403, json: { type: "/problems/forbidden", title: "Refused" } }),
      );
      await page.reload();
      await page.getByText("Refused.").waitFor();
      await page.unrouteAll();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("figure").first().waitFor();
    });
  });

  test("sees that the months could not be loaded, not that none is billed, and loads them again", async () => {
    await visit(`/properties/${property}`, async (page) => {
      await page.getByRole("heading", { name: "What the cost is made of" }).waitFor();
      await page.route(
        ({ pathname }) => pathname === `/v1/properties/${property}/monthly`,
        (route) => route.fulfill({ status: 403, json: { type: "/problems/forbidden", title: "Refused" } }),
      );
      await page.reload();
      await page.getByText("Refused.").waitFor();
      assert.equal(await page.getByRole("heading", { name: "What the cost is made of" }).count(), 0);
      await page.unrouteAll();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "What the cost is made of" }).waitFor();
    });
  });

  test("sees that a chart could not be saved as a file", async () => {
    await visit(`/properties/${property}`, async (page) => {
      // As after an upgrade of the service while the page is open.
      await page.route(/\/downloads-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
      await page
        .getByRole("button", { name: /^Download / })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Table as CSV" }).click();
      await page
        .getByRole("alert")
        .getByText(/^The file could not be saved\./)
        .waitFor();
      await page.unrouteAll();
    });
  });

  test("reads the lines of a month with their amounts on a telephone", async () => {
    const { property_aggregated_monthly_data: months } = await caller.get<{
      property_aggregated_monthly_data: { effective_month: string }[];
    }>(`/properties/${property}/monthly`);
    const month = months[1]?.effective_month.slice(0, 7) ?? "";
    await visit(`/properties/${property}/months/${month}`, async (page) => {
      await page.setViewportSize({ width: 390, height: 900 });
      const lines = page.getByRole("region", { name: "Electricity" }).last();
      await lines
        .getByText(/ days in this month · bill of [A-Z]/)
        .first()
        .waitFor();
      const amount = await lines
        .getByRole("cell", { name: /^\$[\d,]+\.\d\d$/ })
        .first()
        .boundingBox();
      assert.ok(amount !== null && amount.x + amount.width <= 390, JSON.stringify(amount));
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("sees the months in the company's fiscal years", async () => {
    await visit(`/properties/${property}`, async (page) => {
      const map = page.getByRole("region", { name: "Month by month" });
      await map.getByText(/Each row is a calendar year/).waitFor();
      await caller.send("PATCH", "/company", { fiscal_year_start: 7 });
      await page.reload();
      await map.getByText(/Each row is a fiscal year/).waitFor();
      await map
        .getByText(/^FY 20/)
        .first()
        .waitFor();
      await caller.send("PATCH", "/company", { fiscal_year_start: 1 });
    });
  });

  test("opens the lines behind a part of the change, of the property and of a meter, and goes on to the bill", async () => {
    const { property_aggregated_monthly_data: months } = await caller.get<{
      property_aggregated_monthly_data: { effective_month: string }[];
    }>(`/properties/${property}/monthly`);
    const [against, month] = months.slice(1, 3).map(({ effective_month }) => effective_month.slice(0, 7));
    await visit(`/properties/${property}/why?month=${month}&against=${against}`, async (page) => {
      await page.getByRole("group", { name: "What is behind the change" }).waitFor();
      await page.getByRole("button", { name: /^Taxes / }).click();
      const lines = page.getByRole("region", { name: /^Taxes: / });
      await lines.getByRole("rowheader", { name: "Sum" }).first().waitFor();
      await page.getByRole("combobox", { name: "Of what" }).click();
      await page.getByRole("option", { name: /^Electricity, meter/ }).click();
      await page.getByRole("heading", { name: /^Meter .*: from / }).waitFor();
      await page.getByRole("button", { name: /^Taxes / }).click();
      assert.deepEqual(await axeFindings(page), []);
      await lines.getByRole("link").first().click();
      await page.waitForURL(/\/bills\/\d+\?line=charge/);
    });
  });

  test("counts the findings about its bills: the gap that a voided bill leaves", async () => {
    const bills = await caller.get<{ id: number; invoice_date: string }[]>("/utility_bills");
    const [, middle] = bills.toSorted((one, other) => one.invoice_date.localeCompare(other.invoice_date));
    await caller.send("POST", `/utility_bills/${middle?.id}/void`, {});
    // The stream of changes has the bill, not what is derived from it.
    await until("the finding", async () => {
      const { length } = await caller.get<unknown[]>(`/findings?property_id=${property}&state=open`);
      return length === 0 ? null : length;
    });
    await visit(`/properties/${property}`, async (page) => {
      const findings = page.getByRole("region", { name: "Findings about its bills" });
      await findings.getByText("1 finding waits for someone: correct the bill, or close it with a note.").waitFor();
      await findings.getByText(/^No bill covers the \d+ days from /).waitFor();
    });
  });
});
