/** Reports over all properties, from bills in a real database to rows. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../test/app.ts";
import { deriveAll } from "../../test/derived.ts";
import { PORTFOLIO_REPORT_TYPES } from "../records/portfolio-report.ts";
import { insertProperty, months, patch, pick, readReport } from "../../test/portfolio-reports.ts";

const opened = await sharedApp();
const { app } = opened;

describe("portfolio performance", async () => {
  const member = await newMember(opened, { name: "Performance" });
  const year = (index: number) => (index < 12 ? 0 : 1);
  const dearer = await insertProperty(
    app,
    member,
    months("2024-01-01", 24, (index) => ({ amount: 1000, costs: { usage_cost: year(index) === 0 ? 100 : 150 } })),
  );
  const lower = await insertProperty(
    app,
    member,
    months("2024-01-01", 24, (index) => ({
      amount: year(index) === 0 ? 2000 : 1500,
      costs: { usage_cost: year(index) === 0 ? 200 : 150 },
    })),
  );
  const partial = await insertProperty(
    app,
    member,
    months("2024-01-01", 20, () => ({ amount: 500, costs: { usage_cost: 50 } })),
  );
  for (const [{ property_id }, name, sq_ft] of [
    [dearer, "Dearer", 1000],
    [lower, "Lower", 2000],
    [partial, "Partial", null],
  ] as const)
    await patch(member, `/v1/properties/${property_id}`, { name, sq_ft });
  await deriveAll(app);

  test("ranks the properties by the change of their cost, each with its main reason", async () => {
    const { rows, head } = await readReport(app, member, "portfolio_performance");
    assert.deepEqual(head.period, { start_date: "2025-01-01", end_date: "2026-01-01" });
    assert.deepEqual(
      pick(rows, "property", "cost", "cost_before", "change", "change_percent", "main_reason", "complete_months"),
      [
        ["Dearer", 1800, 1200, 600, 50, "price", 12],
        ["Lower", 1800, 2400, -600, -25, "use", 12],
        // Four months of it are not billed.
        ["Partial", 400, 600, -200, -33.333333, "days", 8],
      ],
    );
    assert.deepEqual(pick(rows, "complete", "main_reason_amount")[0], [true, 600]);
  });

  test("has no change and no reason of one for a property with bills on one side alone", async () => {
    const range = { from: "2024-01-01", to: "2025-01-01" };
    const { rows } = await readReport(app, member, "portfolio_performance", { range });
    assert.deepEqual(pick(rows, "property", "cost", "cost_before", "change", "main_reason", "main_reason_amount"), [
      ["Dearer", 1200, null, null, null, null],
      ["Lower", 2400, null, null, null, null],
      ["Partial", 600, null, null, null, null],
    ]);
  });

  test("adds up only the properties that are complete in both periods, and says how many are not", async () => {
    const { totals, notes } = await readReport(app, member, "portfolio_performance");
    assert.deepEqual(
      [totals["cost"], totals["cost_before"], totals["change"], totals["use_electric"]],
      [3600, 3600, 0, 30_000],
    );
    assert.match(notes.join(" "), /2 of 3 properties are in the totals\. 1 property is not/);
  });

  test("has the use of each service in its own unit, and energy by floor area", async () => {
    const { rows, head } = await readReport(app, member, "portfolio_performance");
    const use = head.columns.find(({ key }) => key === "use_electric");
    assert.deepEqual([use?.label, use?.unit], ["Electricity Use", "kWh"]);
    assert.deepEqual(pick(rows, "use_electric", "kbtus_per_sq_ft")[0], [12_000, 12 * 3.412]);
    assert.equal(rows[2]?.["kbtus_per_sq_ft"], null);
  });

  test("opens with the cost of what can be compared, and the property that rose the most", async () => {
    const { opening } = await readReport(app, member, "portfolio_performance");
    assert.match(
      opening?.answer ?? "",
      /^Your 2 properties cost \$3,600 from Jan 2025 to Dec 2025, as much as from Jan 2024 to Dec 2024\. Dearer rose the most, by \$600, mainly by prices\.$/,
    );
    const tiles = new Map(opening?.tiles.map(({ key, value }) => [key, value]));
    assert.deepEqual([tiles.get("cost"), tiles.get("properties_compared")], [3600, "2 of 3"]);
  });

  test("compares other months with the same months of the year before", async () => {
    const { rows } = await readReport(app, member, "portfolio_performance", {
      range: { from: "2025-02-01", to: "2025-04-01" },
    });
    assert.deepEqual(pick(rows, "property", "cost", "cost_before")[0], ["Dearer", 300, 200]);
  });

  test("of one property has only that one", async () => {
    const { rows } = await readReport(app, member, "portfolio_performance", { property_id: lower.property_id });
    assert.deepEqual(pick(rows, "property"), [["Lower"]]);
  });

  test("is the same in Spanish, with the same keys and labels", async () => {
    const { head, opening } = await readReport(app, member, "portfolio_performance", { language: "es" });
    assert.match(opening?.answer ?? "", /^Sus 2 propiedades costaron/);
    const change = head.columns.find(({ key }) => key === "change");
    assert.deepEqual([change?.label, change?.name], ["Change", "Cambio"]);
  });
});

test("every row has a cell for each column, in every report", async () => {
  const member = await newMember(opened, { name: "Columns" });
  await insertProperty(
    app,
    member,
    months("2025-01-01", 2, () => ({ amount: 10, costs: { usage_cost: 10 } })),
  );
  await deriveAll(app);
  for (const type of PORTFOLIO_REPORT_TYPES) {
    const { head, rows, totals } = await readReport(app, member, type);
    const keys = head.columns.map(({ key }) => key);
    assert.ok(rows.length > 0, type);
    assert.equal(new Set(head.columns.map(({ label }) => label)).size, keys.length, type);
    for (const row of rows) assert.deepEqual(Object.keys(row).sort(), keys.toSorted(), type);
    assert.deepEqual(
      Object.keys(totals).filter((key) => !keys.includes(key)),
      [],
      type,
    );
  }
});

test("a company without bills, and another one, has reports without rows that say so", async () => {
  const member = await newMember(opened, { name: "Empty" });
  for (const type of PORTFOLIO_REPORT_TYPES) {
    const { rows, head, opening } = await readReport(app, member, type);
    assert.deepEqual([rows, head.period], [[], null], type);
    assert.match(opening?.answer ?? "", /^There is (no|nothing)/, type);
  }
});
