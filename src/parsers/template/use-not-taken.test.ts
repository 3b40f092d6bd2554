import assert from "node:assert/strict";
import { test } from "node:test";
import { pagesOfText } from "../parsers.fixtures.ts";
import { runTemplate } from "./run-template.ts";
import { readTemplate } from "./template.ts";

const template = (usages: string, field = "Account") => `
id: lake-gas
version: 1
name: Lake Gas
match: { all: [^Lake Gas] }
locale: { decimal_mark: ".", language: en, date_formats: [M/D/YYYY] }
period_end: inclusive
fields: { acct_num: { label: ${field} }, invoice_date: { label: Bill date }, amount_due: { label: Please pay } }
units: { MMBTU: MMBtu }
meters:
  - energy_type: GAS
    period: { start: { label: Service from }, end: { label: To } }
${usages}
    charges:
      - row: '^(?<description>Commodity)  .*(?<amount>\\d+\\.\\d\\d)$'
usage_map: [{ description: Commodity, type: usage_amount }]
charge_map: [{ description: Commodity, type: usage_cost }]
`;

const BILL = `
Lake Gas
Account  4711-08
Bill date  03/14/2026
Service from  02/10/2026
Until  03/11/2026
Commodity  6.26 MMBTU  $10.00  62.60
Please pay  62.60
`;

const read = (yaml: string, text = BILL) => runTemplate(readTemplate(yaml, "lake.yaml"), pagesOfText(text));

test("a meter without use whose line states a quantity has a warning that names the line", () => {
  const bill = BILL.replace("Until", "To");
  const { findings } = read(template(""), bill);
  assert.deepEqual(
    findings.map(({ name, severity }) => [name, severity]),
    [["use_not_taken", "warning"]],
  );
  assert.match(findings[0]?.detail ?? "", /MMBTU.+"Commodity {2}6\.26 MMBTU {2}\$10\.00 {2}62\.60"/);
  const usages = "    usages: [{ row: '^(?<description>Commodity)  (?<amount>\\S+) (?<unit>MMBTU)  ' }]";
  assert.deepEqual(read(template(usages), bill).findings, []);
  assert.deepEqual(read(template(""), bill.replace("6.26 MMBTU", "")).findings, [], "no line states a use");
});

test("what a meter lacks is said together with what the bill lacks", () => {
  const { statement, findings } = read(template("", "Customer"));
  assert.equal(statement, null);
  const missing = findings.filter(({ name }) => name === "field_missing").map(({ detail }) => detail);
  assert.deepEqual(missing, [
    "The account number (acct_num) was not found.",
    "The last day of meter 1 (end) was not found.",
  ]);
});
