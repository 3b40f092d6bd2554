/** Budgets in the dashboard, in a real browser: proposed, edited, undone, compared with the cost, sent as a table, and the accruals. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember } from "../app.ts";
import { axeFindings, startBrowser } from "../browser.ts";
import { deriveAll, insertMeter, insertMonthlyBills, insertPlace } from "../derived.ts";
import { openFilledDashboard, type FilledDashboard } from "./filled-dashboard.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and this is unused.
const { opened, member, visit } =
  browser === null ? ({} as FilledDashboard) : await openFilledDashboard({ after }, browser);

/** Electricity at $100 a month, billed through September 2026. */
async function insertProperty(name: string): Promise<number> {
  const { app } = opened;
  const place = await insertPlace(app, member.company_id);
  const meter = { energy_type: "ELECTRIC", unit: "kWh" } as const;
  const id = await insertMeter(app, place, { ...meter, meter_num: "E100" });
  await insertMonthlyBills(app, place, {
    meter: { ...meter, id },
    first: "2025-01-01",
    count: 21,
    amount: 500,
    cost: 100,
  });
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { name });
  await deriveAll(app);
  return place.property_id;
}

const budgetOf = async (id: number, year: number) =>
  (await member.send("GET", `/v1/properties/${id}/budget?from=${year}-01&to=${year + 1}-01`)).json<{
    amounts: { amount: number }[];
  }>().amounts;

describe("a property accountant", { skip }, () => {
  test("has a budget proposed from last year, changes a month, saves it, and takes it back", async () => {
    const id = await insertProperty("Sample Parkway");
    await visit(`/properties/${id}/budget?from=2026-01`, async (page) => {
      await page.getByText("There is no budget yet").waitFor();
      await page.getByRole("button", { name: "Propose from last year" }).click();
      const dialog = page.getByRole("dialog", { name: "Propose a budget" });
      await dialog.getByLabel("Change in percent").fill("5");
      await dialog.getByRole("button", { name: "Fill in" }).click();
      await page.getByText("12 amounts filled in. Check them, then save.").waitFor();
      assert.deepEqual(await budgetOf(id, 2026), []);
      const march = page.getByLabel("Electricity, Mar 2026");
      assert.equal(await march.inputValue(), "105.00");
      await march.fill("12,5x");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Some fields are no amounts. They are marked.").waitFor();
      assert.equal(await march.inputValue(), "12,5x");
      await page.getByRole("row", { name: "Sum – –", exact: true }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await march.fill("1,205.50");
      await page.getByRole("row", { name: "Sum $2,360.50 $2,360.50", exact: true }).waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
      assert.deepEqual((await budgetOf(id, 2026)).map(({ amount }) => amount).slice(0, 3), [105, 105, 1205.5]);
      await page.getByText(/^Through .* the cost is .* under the budget/).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("There is no budget yet").waitFor();
      assert.deepEqual(await budgetOf(id, 2026), []);
    });
  });

  test("sees the months with what is billed, accrued and open, and why a month is accrued", async () => {
    const id = await insertProperty("Example Lane");
    const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);
    const amounts = months.map((effective_month) => ({ energy_type: null, effective_month, amount: 90 }));
    await member.send("PUT", `/v1/properties/${id}/budget`, { amounts });
    await visit(`/properties/${id}/budget?from=2026-01&as_of=2026-10-15`, async (page) => {
      const table = page.getByRole("region", { name: "Month by month" });
      await table
        .getByRole("row", { name: /^Sep 2026 \$90\.00 \$100\.00 \$0\.00 \+\$10\.00 \+11\.1% \$100\.00 billed/ })
        .waitFor();
      await table.getByRole("row", { name: /^Oct 2026 \$90\.00 – \$100\.00 \+\$10\.00 .* accrued/ }).waitFor();
      const accruals = page.getByRole("region", { name: /^Accruals/ }).last();
      await accruals
        .getByRole("row", { name: /E100 .*Oct 1 – 15, 2026 15 days \$48\.39/ })
        .getByText(/the same days of the year before/)
        .waitFor();
      assert.match(
        (await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href")) ?? "",
        /as_of=2026-10-15&format=csv/,
      );
      await page.getByRole("textbox", { name: "Through" }).fill("2026-09-30");
      await page.getByText("Through Sep 30, 2026 every day is billed.").waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("sees all properties, and sends the table back with a mistake first", async () => {
    const id = await insertProperty("Third Street");
    await visit("/budget?from=2026-01", async (page) => {
      const file = (text: string) => ({ name: "budget.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      const input = page.locator('input[type="file"]');
      await page.getByRole("button", { name: "Send a table" }).waitFor();
      await input.setInputFiles(file(`property_id,service,2026-01\n${id},ELECTRIC,many\n`));
      await page.getByText("Nothing was saved: the file has 1 mistake.").waitFor();
      await page.getByText(/^Line 2, 2026-01: This must be an amount/).waitFor();
      await input.setInputFiles(file(`property_id,service,2026-01\n${id},ELECTRIC,80\n`));
      await page.getByText("The budget of 1 property has changed.").waitFor();
      await page.getByRole("row", { name: /Third Street \$80 \$100 \+\$20 \+25%/ }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("who only reads sees the figures and no button that changes one, on a phone and in Spanish", async () => {
    const viewer = await newMember(opened, { name: "Viewer", colleagueOf: member, company_role: "viewer" });
    const context = { viewport: { width: 390, height: 844 }, locale: "es-US" };
    await visit(
      "/budget?from=2026-01",
      async (page) => {
        await page.getByRole("heading", { name: "Presupuesto", exact: true }).waitFor();
        await page.getByRole("link", { name: "Descargar la tabla" }).waitFor();
        assert.equal(await page.getByRole("button", { name: "Enviar una tabla" }).count(), 0);
        const width = await page.evaluate<number>("document.documentElement.scrollWidth");
        assert.ok(width <= 390, `${width} pixels wide`);
        assert.deepEqual(await axeFindings(page), []);
      },
      { as: viewer, context },
    );
  });
});
