/** A person decides about a document in a browser without scripts: accepts its findings by name, corrects its values, or rejects it. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings, startBrowser } from "../../test/browser.ts";
import { drawBill } from "../../test/drawn-bills.ts";
import { DESK, openFormSite, TELEPHONE, type FormSite } from "../../test/form-site.ts";
import { until } from "../../test/callers.ts";
import { pageOf, textAt } from "../parsers/parsers.fixtures.ts";
import type { ReadDocument } from "../records/document.ts";
import type { z } from "zod";

type Document = z.infer<typeof ReadDocument>;
const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and these are unused.
const site = browser === null ? ({} as FormSite) : await openFormSite({ after }, browser);
const { app, caller, visit } = site;

async function upload(bytes: Uint8Array, query: string): Promise<Document> {
  const { id } = await caller.upload<Document>(`/documents?${query}`, new Blob([Buffer.from(bytes)]));
  return until("the reading", async () => {
    const document = await caller.get<Document>(`/documents/${id}`);
    return document.state === "waiting" ? null : document;
  });
}

const linkOf = async ({ id }: Document) =>
  (await caller.get<{ review_link: string }>(`/documents/${id}/review_link`)).review_link;
const WITHOUT_SCRIPT = { ...DESK, javaScriptEnabled: false };

/** A bill of another account than the one it was uploaded for: its reading is whole, and has an error. */
async function misplaced(at: number): Promise<Document> {
  const own = await drawBill("northgate-electric", "demo_residential");
  const foreign = await drawBill("northgate-electric", "demo_commercial", at);
  const { utility_account_id } = await upload(own.bytes, "name=own.pdf");
  const document = await upload(foreign.bytes, `name=may.pdf&utility_account_id=${utility_account_id}`);
  assert.deepEqual([document.state, document.findings.map(({ name }) => name)], ["review", ["account_number_differs"]]);
  return document;
}

/** What is in view: nothing is cut off, and axe finds nothing. The checks are scripts, which the page itself does without. */
async function looksWhole(page: Page, what: string): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], what);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true, what);
}

/** Where the links of a page open. */
const TARGETS = (links: { target: string; rel: string }[]) => [
  ...new Set(links.map(({ target, rel }) => `${target} ${rel}`)),
];

describe("the page of a document", { skip }, () => {
  test("shows its pages, and accepts the findings that were ticked", async () => {
    const document = await misplaced(0);
    await visit(WITHOUT_SCRIPT, async (page) => {
      await page.goto(await linkOf(document));
      const picture = page.getByAltText("Page 1 of 2");
      assert.ok((await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)) > 500);
      await page.getByRole("button", { name: "Accept the reading" }).click();
      await page.getByText("Tick every finding that you accept").waitFor();
      await page.getByLabel("account_number_differs").check();
      await page.getByLabel("Note").fill("The same customer.");
      await page.getByRole("button", { name: "Accept the reading" }).click();
      await page.getByText("This document is a bill now. Its reading was accepted.").waitFor();
    });
    const decided = await caller.get<Document>(`/documents/${document.id}`);
    assert.deepEqual(
      [decided.state, decided.decision, decided.decision_note],
      ["accepted", "accepted", "The same customer."],
    );
  });

  test("saves corrected values, when they add up or what does not is ticked", async () => {
    const document = await misplaced(1);
    await visit(TELEPHONE, async (page) => {
      await page.goto(await linkOf(document));
      await page.getByText("Correct the values").click();
      await page.locator("[id='amount_due']").fill("1,500");
      await page.getByRole("button", { name: "Save the bill" }).click();
      await page.getByRole("link", { name: "Amount due" }).waitFor();
      await page.locator("[id='amount_due']").fill("1,234.56");
      await page.locator("[id='due_date']").fill("2026-01-30");
      await page.getByRole("button", { name: "Save the bill" }).click();
      await page.getByText("The values do not add up").waitFor();
      await looksWhole(page, "values that do not add up");
      for (const box of await page.locator("[id^='values-']").all()) await box.check();
      await page.getByRole("button", { name: "Save the bill" }).click();
      await page.getByText("Its values were entered.").waitFor();
      await page.getByText(/^1234\.56/).waitFor();
      assert.equal(await page.getByText("account_number_differs").count(), 0, "a finding of the replaced reading");
      await looksWhole(page, "a saved bill");
    });
    const { utility_bill_id, decision } = await caller.get<Document>(`/documents/${document.id}`);
    assert.equal(decision, "keyed_in");
    const bill = await caller.get<{ amount_due: number; origin: string }>(`/utility_bills/${utility_bill_id}`);
    assert.deepEqual([bill.amount_due, bill.origin], [1234.56, "keyed_in"]);
  });

  test("moves, types and deletes several lines at once, without a script", async () => {
    const document = await misplaced(2);
    await visit({ ...TELEPHONE, javaScriptEnabled: false }, async (page) => {
      await page.goto(await linkOf(document));
      await page.getByText("Correct the values").click();
      const meter = page.getByRole("group", { name: "The ticked lines of meter 1" });
      await meter.getByRole("button", { name: "Delete them" }).click();
      await page.getByText("Tick the lines first.").waitFor();
      const description = (line: string) => page.locator(`[id='${line}.description']`);
      const first = await description("meters.0.charges.0").inputValue();
      const second = await description("meters.0.charges.1").inputValue();
      await page.getByLabel("Charge 1", { exact: true }).first().check();
      await meter.getByLabel("Move to").selectOption("A new meter");
      await meter.getByRole("button", { name: "Move them" }).click();
      const added = (await page.locator("fieldset.meter").count()) - 1;
      assert.equal(await description(`meters.${added}.charges.0`).inputValue(), first);
      assert.equal(await description("meters.0.charges.0").count(), 0);
      await page.getByLabel("Charge 2", { exact: true }).first().check();
      await meter.getByLabel("Type of charge").selectOption("Tax cost");
      await meter.getByRole("button", { name: "Set their type" }).click();
      assert.equal(await page.locator("[id='meters.0.charges.1.utility_charge_type']").inputValue(), "tax_cost");
      assert.equal(await description("meters.0.charges.1").inputValue(), second);
      await page.getByText("The same days for all lines of this meter").first().click();
      await page.locator("[id='days.0.start_date']").fill("2026-01-05");
      await page.locator("[id='days.0.end_date']").fill("2026-02-05");
      await page.getByRole("button", { name: "Set the days" }).first().click();
      assert.equal(await page.locator("[id='meters.0.charges.1.start_date']").inputValue(), "2026-01-05");
    });
    await visit(TELEPHONE, async (page) => {
      await page.goto(await linkOf(document));
      await page.getByText("Correct the values").click();
      await looksWhole(page, "lines that can be ticked");
    });
  });

  test("refuses a form with more lines than the page holds, and lines that would be too many", async () => {
    const leaflet = await upload(pageOf(textAt("No bill but many lines", 100, 700)), "name=many-lines.pdf");
    const link = await linkOf(leaflet);
    const seen = /name="seen" value="(\w+)"/.exec(await (await fetch(link)).text())?.[1] ?? assert.fail("no version");
    const send = async (lines: number, action: string) => {
      const typed = new URLSearchParams({ seen, do: action });
      for (let line = 0; line < lines; line += 1)
        typed.set(`meters.${Math.floor(line / 200)}.charges.${line % 200}.description`, `Charge no. ${line}`);
      const headers = { origin: app.publicUrl };
      const answer = await fetch(`${link}/values`, { method: "POST", body: typed, headers });
      const text = await answer.text();
      return {
        status: answer.status,
        isRefused: text.includes("at most 1000 lines"),
        keeps: text.includes("Charge no. 1"),
      };
    };
    assert.deepEqual(await send(1001, "save"), { status: 422, isRefused: true, keeps: false });
    assert.deepEqual(await send(1000, "meters.5.charges"), { status: 200, isRefused: false, keeps: true });
    assert.deepEqual(await send(1000, "meter"), { status: 422, isRefused: true, keeps: true });
  });

  test("rejects what is no bill, and opens for nobody else", async () => {
    const leaflet = await upload(pageOf(textAt("Save energy this winter", 100, 700)), "name=leaflet.pdf");
    const link = await linkOf(leaflet);
    await visit(DESK, async (page) => {
      await page.goto(link);
      await looksWhole(page, "a document without a reading");
    });
    await visit(WITHOUT_SCRIPT, async (page) => {
      await page.goto(link);
      await page.getByLabel("Utility *").fill("Lakeview Power");
      await page.getByRole("button", { name: "Add 10 charges" }).click();
      assert.equal(new URL(page.url()).hash, "#meters.0.charges.2");
      assert.equal(await page.getByText("Charge 12", { exact: true }).count(), 1);
      await page.locator("[id='meters.0.charges.0.amount']").fill("12.50");
      await page.locator("[id='meters.0.charges.0.amount']").press("Enter");
      const faults = await page.locator(".value .error").all();
      const faulty = await Promise.all(faults.map((fault) => fault.getAttribute("id")));
      assert.deepEqual(faulty, [
        "acct_num-error",
        "invoice_date-error",
        "meters.0.energy_type-error",
        "meters.0.charges.0.description-error",
        "meters.0.charges.0.start_date-error",
        "meters.0.charges.0.end_date-error",
      ]);
      assert.equal(await page.getByLabel("Utility *").inputValue(), "Lakeview Power");
      assert.deepEqual(await page.locator("a:not([href^='#'])").evaluateAll(TARGETS), ["_blank noopener"]);
      await page.getByText("Reject the document", { exact: true }).click();
      await page.getByLabel("Reason").fill("A leaflet.");
      await page.getByRole("button", { name: "Reject" }).click();
      await page.getByText("This document was rejected").waitFor();
    });
    assert.equal((await caller.get<Document>(`/documents/${leaflet.id}`)).decision_note, "A leaflet.");
    const post = (headers: Record<string, string>, path = link) =>
      fetch(`${path}/reject`, { method: "POST", headers, body: new URLSearchParams({ reason: "x" }) });
    assert.equal((await post({ origin: "https://elsewhere.example" })).status, 403);
    assert.equal((await post({})).status, 409, "not what was seen");
    assert.equal((await fetch(`${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`)).status, 404);
    assert.equal((await fetch(`${link}/pages/2.png`)).status, 404);
    assert.equal((await fetch(`${link.replace("/review/", "/review/1")}/pages/1.png`)).status, 403);
    const { id, company_id } = await caller.get<{ id: number; company_id: number }>("/me");
    await app.db
      .updateTable("users")
      .set((eb) => ({ token_version: eb("token_version", "+", 1) }))
      .where("company_id", "=", company_id)
      .where("id", "=", id)
      .execute();
    assert.equal((await fetch(link)).status, 404, "signed out everywhere");
  });
});
