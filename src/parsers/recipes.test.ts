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
units: { gallons: gal }
usage_map: [{ description: ^Water used$, type: usage_amount }]
charge_map: [{ description: fee$, type: tax_cost }, { description: ., type: usage_cost }]
`;

test("the recipes read a bill without a date, with two services in one list and days on several lines", () => {
  const guide = readFileSync(new URL("../../docs/read-a-bill.md", import.meta.url), "utf8");
  const recipes = guide.slice(guide.indexOf("### Recipes"));
  const [, bill = ""] = /```bill\n([^]*?)\n```/.exec(recipes) ?? [];
  const yaml = [...recipes.matchAll(/```yaml\n([^]*?)\n```/g)].map(([, text = ""]) => text);
  const reading = runTemplate(readTemplate([REST, ...yaml].join("\n"), "guide.yaml"), pagesOfText(bill));
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
