/** The recipes of the guide read the bill that the guide prints beside them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkReading, isAccepted } from "../domain/bills/reconcile.ts";
import { pagesOfText } from "./parsers.fixtures.ts";
import { runTemplate } from "./template/run-template.ts";
import { readTemplate } from "./template/template.ts";

const REST = `id: pond-city
version: 1
name: Pond City
match: { all: [^Pond City] }
locale: { decimal_mark: ".", language: en, date_formats: [MM/DD/YYYY] }
period_end: inclusive
units: { gallons: gal, kWh: kWh }
charge_map: [{ description: fee$, type: tax_cost }, { description: ., type: usage_cost }]
`;

const WATER = "usage_map: [{ description: ^Water used$, type: usage_amount }]";

const guide = readFileSync(new URL("../../docs/read-a-bill.md", import.meta.url), "utf8");
const recipes = guide.slice(guide.indexOf("### Recipes"));
const blocks = (language: string): string[] =>
  [...recipes.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``, "g"))].map(([, text = ""]) => text);
const read = (bill: string, yaml: string[]) =>
  runTemplate(readTemplate([REST, ...yaml].join("\n"), "guide.yaml"), pagesOfText(bill));

test("the recipes read a bill without a date, with two services in one list and days on several lines", () => {
  const [bill = ""] = blocks("bill");
  const reading = read(bill, [WATER, ...blocks("yaml").slice(0, 2)]);
  assert.deepEqual(reading.findings, []);
  assert.ok(isAccepted(checkReading(reading, { acct_num: null, today: null })));
  assert.deepEqual(
    reading.statement?.meters.map(({ energy_type, usages, charges }) => [
      energy_type,
      usages.map(({ amount, measurement_unit }) => `${amount} ${measurement_unit}`),
      charges.map(({ amount, start_date, end_date }) => [amount, start_date, end_date]),
    ]),
    [
      [
        "WATER",
        ["15100 gal"],
        [
          ["40.00", "2026-02-10", "2026-03-12"],
          ["4.00", "2026-02-10", "2026-03-12"],
        ],
      ],
      ["SEWER", [], [["20.00", "2026-02-10", "2026-03-12"]]],
    ],
  );
  assert.equal(reading.statement?.invoice_date, "2026-03-11");
});

test("the recipes keep a total register beside its parts, and count a late penalty in the balance", () => {
  const [, bill = ""] = blocks("bill");
  const reading = read(bill, blocks("yaml").slice(2));
  assert.deepEqual(checkReading(reading, { acct_num: null, today: null }), []);
  const [meter] = reading.statement?.meters ?? [];
  assert.deepEqual(
    [meter?.usages.map(({ amount }) => amount), meter?.registers?.map(({ current_read }) => current_read)],
    [["3200", "5200"], ["04420"]],
  );
  assert.equal(reading.statement?.adjustments, "6.00");
});
