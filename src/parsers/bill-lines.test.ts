import assert from "node:assert/strict";
import { test } from "node:test";
import { BILL, meterOf, readWith, summaryOf } from "./small-bill.fixtures.ts";

test("a charge with its own days keeps them", () => {
  const reading = readWith({
    "Tax                                             10.50": "Tax                  01/01/2026   02/28/2026   10.50",
  });
  assert.deepEqual(reading.findings, []);
  const { start_date, end_date } = meterOf(reading).charges[1] ?? {};
  assert.deepEqual([start_date, end_date], ["2026-01-01", "2026-02-28"]);
});

test("unreadable days of a charge are an error and not replaced by those of its section", () => {
  const line = "Tax                                             10.50";
  for (const days of ["01/01/2026   02/30/2026", "01/01/2026             ", "soon         02/28/2026"]) {
    const reading = readWith({ [line]: `Tax                  ${days}   10.50` });
    assert.deepEqual(summaryOf(reading), ["error row_not_understood"], days);
  }
});

test("a line among the charges that is not a charge is a warning unless the template skips it", () => {
  const note = "Tax                                             10.50";
  assert.deepEqual(summaryOf(readWith({ [note]: `thank you for being with us\n${note}` })), [
    "warning row_not_understood",
  ]);
  assert.deepEqual(summaryOf(readWith({ [note]: `Subtotal                       20.00\n${note}` })), []);
});

test("a charge whose amount cannot be read is an error", () => {
  assert.deepEqual(summaryOf(readWith({ " 10.50\nMeter": " 1O.50\nMeter" })), ["error row_not_understood"]);
});

test("a line among the reads that is not a read is an error", () => {
  const night = "Night         00300";
  assert.deepEqual(summaryOf(readWith({ [night]: `see overleaf\n${night}` })), ["error row_not_understood"]);
});

test("a table continues on the next page under its repeated header, even with shifted columns", () => {
  const reading = readWith({
    "Tax   ": `Page 1\fMeter 7  continued
      Charge               From         To           Amount
      Tax   `,
  });
  assert.deepEqual(reading.findings, []);
  assert.deepEqual(
    meterOf(reading).charges.map(({ description, amount, place }) => [
      description,
      amount,
      place !== null && "page" in place && place.page,
    ]),
    [
      ["Energy day", "20.00", 1],
      ["Tax", "10.50", 2],
    ],
  );
});

test("a range of lines is ignored within a section", () => {
  const reading = readWith({ "Tax   ": "Slip\nEnergy day   99.00\nEnd of slip\nTax   " });
  assert.deepEqual(reading.findings, []);
  assert.equal(meterOf(reading).charges.length, 2);
});

test("each opening line begins a new meter", () => {
  const section = BILL.slice(BILL.indexOf("Meter 7"));
  const { statement, findings } = readWith({}, BILL + section.replace("Meter 7", "Meter 8"));
  assert.deepEqual(findings, []);
  assert.deepEqual(
    statement?.meters.map(({ meter_num, charges }) => [meter_num, charges.length]),
    [
      ["7", 2],
      ["8", 2],
    ],
  );
});

test("a corrected bill is recognized by its line, and other fields are kept as printed", () => {
  const { statement } = readWith({ "Small Power": "Small Power\nCorrected bill\nRate R1" });
  assert.equal(statement?.corrected, true);
  assert.equal(statement?.printed["rate_code"]?.text, "R1");
});

test("an overlong line is left out instead of being searched", () => {
  const reading = readWith({ "Small Power": `Small Power\nAccount  ${"9".repeat(700)}` });
  assert.equal(reading.statement?.acct_num, "12-34");
});
