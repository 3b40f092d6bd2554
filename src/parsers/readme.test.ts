import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pagesOfText } from "./parsers.fixtures.ts";
import { PDF_LIMITS } from "./pdf/pdf-limits.ts";
import { runTemplate } from "./template/run-template.ts";
import { readTemplate } from "./template/template.ts";

const README = readFileSync(new URL("README.md", import.meta.url), "utf8");

/** The fenced text of a kind, without its indent. */
function block(kind: string): string {
  const [, indent = "", text = ""] = new RegExp(`^( *)\`\`\`${kind}\\n([^]*?)\\n *\`\`\`$`, "m").exec(README) ?? [];
  assert.notEqual(text, "");
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

test("the template of the guide reads the bill of the guide, and the bill adds up", () => {
  const template = readTemplate(block("yaml"), "lakeside-power.yaml");
  const { statement, findings } = runTemplate(template, pagesOfText(block("bill")));
  assert.deepEqual(findings, []);
  assert.ok(statement);
  const { acct_num, invoice_date, amount_due, previous_balance, amount_paid, current_charges, meters } = statement;
  assert.deepEqual([acct_num, invoice_date, amount_due], ["4711-08", "2026-03-14", "58.50"]);
  assert.deepEqual([previous_balance, amount_paid, current_charges], ["120.00", "120.00", "58.50"]);
  assert.equal(meters.length, 1);
  const [meter] = meters;
  assert.ok(meter);
  assert.deepEqual([meter.meter_num, meter.printed_total, meter.measurement_unit], ["L-77", "58.50", "kWh"]);
  assert.deepEqual(
    meter.charges.map(({ description, amount, quantity, rate, utility_charge_type, end_date }) => ({
      line: [description, amount, quantity, rate].join(" "),
      utility_charge_type,
      end_date,
    })),
    [
      { line: "Basic charge 8.00  ", utility_charge_type: "service_cost", end_date: "2026-03-12" },
      { line: "Energy 44.00 550 0.0800", utility_charge_type: "usage_cost", end_date: "2026-03-12" },
      { line: "Town tax 6.50 52.00 0.1250", utility_charge_type: "tax_cost", end_date: "2026-03-12" },
    ],
  );
  assert.deepEqual(
    meter.usages.map(({ amount, previous_read, current_read, multiplier }) => [
      amount,
      previous_read,
      current_read,
      multiplier,
    ]),
    [["550", "02200", "02475", "2"]],
  );
});

test("the guide names the limits as they are", () => {
  assert.ok(README.includes(`${PDF_LIMITS.dataBytesMax / 1024 / 1024} MB, ${PDF_LIMITS.timeoutMs / 1000} seconds`));
  assert.ok(
    README.includes(`${PDF_LIMITS.bytesMax / 1024 / 1024} MB, ${PDF_LIMITS.pagesMax} pages, 2,000,000 letters`),
  );
  assert.equal(PDF_LIMITS.charactersMax, 2_000_000);
});

test("the guide names every finding that the parsers can give", async () => {
  const { globSync } = await import("node:fs");
  const sources = globSync("{.,pdf,template}/*.ts", { cwd: import.meta.dirname }).filter(
    (file) => !/\.(test|fixtures)\.ts$/.test(file),
  );
  const code = sources.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\n");
  const names = [...code.matchAll(/\b(?:error|warning|say|refusal|Unreadable)\(\s*"([a-z_]+)"/g)].map(([, name]) =>
    String(name),
  );
  assert.ok(new Set(names).size > 15);
  for (const name of names) assert.ok(README.includes(`\`${name}\``), name);
});
