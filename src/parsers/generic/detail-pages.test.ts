/** A bill whose first page sums up what its next page prints in full: the rows of the detail are its charges. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkReading } from "../../domain/bills/reconcile.ts";
import type { Reading } from "../../records/statement.ts";
import { pagesOfText } from "../parsers.fixtures.ts";
import { DETAILED_BILL } from "./detail-pages.fixtures.ts";
import { readGeneric } from "./read-generic.ts";

function readWith(changes: Record<string, string> = {}): Reading | null {
  let text = DETAILED_BILL;
  for (const [from, to] of Object.entries(changes)) {
    assert.ok(text.includes(from), from);
    text = text.replaceAll(from, to);
  }
  return readGeneric(pagesOfText(text));
}
const errorsOf = (reading: Reading | null): string[] =>
  (reading === null ? [] : checkReading(reading, { acct_num: null, today: null }))
    .filter(({ severity }) => severity === "error")
    .map(({ name }) => name);
const chargesOf = (reading: Reading | null) =>
  (reading?.statement?.meters[0]?.charges ?? []).map(({ description, utility_charge_type, amount, quantity, rate }) =>
    [description, utility_charge_type, amount, quantity, rate].join(" | "),
  );

const DETAIL = [
  "Abonnement | service_cost | 20.00 |  | ",
  "Electricité heures pleines | usage_cost | 90.00 | 600 | 0.1500",
  "Part de la ville | tax_cost | 12.00 | 600 | 0.0200",
  "Part du pays | tax_cost | 3.50 | 600 | 0.005833",
  "TVA à 5,50% | tax_cost | 1.10 | 20.00 | 0.0550",
  "TVA à 20,00% | tax_cost | 21.90 | 109.50 | 0.2000",
];

test("the rows below headings are the charges, not the summary nor the headings, and taxes are known by their heading", () => {
  const reading = readWith();
  assert.deepEqual(chargesOf(reading), DETAIL);
  assert.deepEqual(errorsOf(reading), []);
});

test("rows that do not add up to their heading leave the summary, which waits for a person", () => {
  const reading = readWith({ "12,00 €    20,00 %": "12,10 €    20,00 %" });
  assert.ok(chargesOf(reading).length < DETAIL.length);
  assert.ok(errorsOf(reading).length > 0);
});

test("neighboring charges of the same amount, and charges that happen to add up, stay charges", () => {
  const plain = (rows: string, total: string) =>
    chargesOf(
      readGeneric(
        pagesOfText(`Lakeside Power          Account 4711-0815     Bill date 03/14/2026
Meter L-77           From 02/10/2026 through 03/11/2026, 30 days
Previous       Current       kWh used
02200          02750         550
${rows}
Total charges     ${total}
Amount due        ${total}`),
      ),
    ).map((row) => row.split(" | ")[0]);
  assert.deepEqual(plain("Basic charge   44.00\nEnergy charge   550 kWh   0.0800   44.00", "88.00"), [
    "Basic charge",
    "Energy charge",
  ]);
  assert.deepEqual(plain("Rental   30.00\nBasic charge   10.00\nEnergy charge   550 kWh   0.0364   20.00", "60.00"), [
    "Rental",
    "Basic charge",
    "Energy charge",
  ]);
});

test("a charge has its own days where its row prints them, and the period is that of the charge for the whole use", () => {
  const [meter] = readWith()?.statement?.meters ?? [];
  const days = meter?.charges.slice(0, 3).map(({ start_date, end_date }) => `${start_date} ${end_date}`);
  assert.deepEqual(days, ["2026-03-01 2026-05-01", "2026-01-01 2026-03-01", "2026-01-01 2026-03-01"]);
  const wrapped = readWith({
    "Part  de  la  ville     600": "Part  de  la  ville    du 01/02/2026 au 28/02/2026    600",
    "Part du pays            600": "Part du pays           28/02/2026     600",
  });
  const [, , city] = wrapped?.statement?.meters[0]?.charges ?? [];
  assert.equal(city?.start_date, "2026-01-01", "days that go over several lines are no pair");
});

test("reads that continue each other are one read, and its use is the quantity that a charge is priced on", () => {
  const useOf = (reading: Reading | null) =>
    reading?.statement?.meters[0]?.usages.map(({ amount, measurement_unit, previous_read, current_read }) =>
      [amount, measurement_unit, previous_read, current_read].join(" "),
    );
  assert.deepEqual(useOf(readWith()), ["600 kWh 1000 1600"]);
  assert.equal(readWith()?.statement?.meters[0]?.meter_num, "620-7");
  const other = readWith({ "1600 le": "1610 le" });
  assert.deepEqual(useOf(other), []);
  assert.ok(errorsOf(other).includes("row_not_understood"));
});

test("the due date is read beside its words, and only from the date of the bill on", () => {
  const dueOf = (line: string) => readWith({ "à partir du :              18/03/2026": line })?.statement?.due_date;
  for (const words of [
    "à partir du :  ",
    "Date d'échéance :",
    "Zahlbar bis",
    "Fecha de vencimiento:",
    "Vencimento",
    "Due date",
  ])
    assert.equal(dueOf(`${words}   18/03/2026`), "2026-03-18", words);
  assert.equal(dueOf("Due date   18/02/2026"), undefined);
  assert.equal(dueOf("Due date   18/03/2027"), undefined);
  assert.ok(readWith()?.statement?.unconfirmed?.includes("due_date"));
});

test("each row of a summary is taken from the one section that has its amount as total, whatever stands between the sections", () => {
  const bill = (taxes: string) => `Lakeside Power          Account 4711-0815     Bill date 03/14/2026
Electric service                                             52.00
Taxes and fees                                                6.50
Amount due                                                   58.50
\f
Meter L-77           From 02/10/2026 through 03/11/2026, 30 days
Previous       Current       kWh used
02200          02750         550
Basic charge                                                  8.00
Energy charge             550 kWh    0.0800                  44.00
Total electric                                               52.00
Your average cost of a day                                    1.73
Cost of the same month last year                             49.90
City tax                                                      4.00
State levy                                                    ${taxes}
Total taxes                                                   6.50`;
  const rowsOf = (taxes: string) =>
    chargesOf(readGeneric(pagesOfText(bill(taxes)))).map((row) => row.split(" | ").slice(0, 3).join(" "));
  assert.deepEqual(rowsOf("2.50"), [
    "Basic charge service_cost 8.00",
    "Energy charge usage_cost 44.00",
    "City tax tax_cost 4.00",
    "State levy tax_cost 2.50",
  ]);
  assert.ok(rowsOf("2.60").includes("Taxes and fees tax_cost 6.50"));
  assert.ok(errorsOf(readGeneric(pagesOfText(bill("2.60")))).includes("total_not_confirmed"));
});
