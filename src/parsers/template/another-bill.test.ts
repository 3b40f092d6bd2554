import assert from "node:assert/strict";
import { test } from "node:test";
import { BILL, readWith, summaryOf } from "../small-bill.fixtures.ts";

const pages = (...bills: string[]) => readWith({}, bills.join("\f"));
const ofMay = BILL.replace("03/14/2026", "05/14/2026");

test("a second bill in a file keeps the file out, and the sentence gives its place and the difference", () => {
  const reading = pages(BILL, ofMay);
  const [finding] = reading.findings;
  assert.equal(finding?.name, "another_bill_in_file");
  assert.equal(finding.severity, "error");
  assert.match(finding.detail, /date 2026-03-14, and date 2026-05-14 on page 2/);
  assert.equal(reading.statement?.invoice_date, "2026-03-14");
});

test("a bill of another account is detected by its account", () => {
  const reading = pages(BILL, BILL.replace("12-34", "12-35"));
  assert.match(reading.findings[0]?.detail ?? "", /account 12-34, and account 12-35 on page 2/);
});

test("it is detected after pages without content", () => {
  assert.match(pages(BILL, "\nHow to pay\n", ofMay).findings[0]?.detail ?? "", /2026-05-14 on page 3/);
});

test("pages with a repeated header, and a payment slip, belong to one bill", () => {
  const slip = "\nAccount  12-34         Bill date\n                       03/14/2026\nAmount due             30.50\n";
  for (const rest of [BILL, slip, `Small Power\n${slip}`, `Small Power\nBill date\n04/14/2026\n`]) {
    const names = summaryOf(pages(BILL, rest)).filter((name) => name.includes("another_bill"));
    assert.deepEqual(names, [], rest);
  }
});
