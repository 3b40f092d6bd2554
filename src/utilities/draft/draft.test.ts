import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileReaders } from "../../../test/file-readers.ts";
import fc from "fast-check";
import type { Page } from "../../parsers/pdf/page-model.ts";
import { pagesOfText } from "../../parsers/parsers.fixtures.ts";
import { DETAILED_BILL } from "../../parsers/generic/detail-pages.fixtures.ts";
import { readGeneric } from "../../parsers/generic/read-generic.ts";
import { parseTemplate, readTemplate } from "../../parsers/template/template.ts";
import { sharedMaterial } from "../../../test/shared.ts";
import { draftOf } from "./draft.ts";
import { checkBills, readPagesOf } from "../read-bill.ts";
import { builtInUtilities } from "../utilities.fixtures.ts";
import { listFixtures } from "../fixtures.ts";
import { readWords } from "../words-file.ts";

const ANY = { acct_num: null, today: null };

/** What the service makes of the bill with its own draft, when all of it was looked at. */
async function tryDraft(pages: Page[]) {
  const { yaml } = draftOf(pages);
  assert.match(yaml, /^draft: true/m);
  const [bill] = await checkBills(
    { ok: true, pages },
    [readTemplate(yaml.replace(/^draft: true.*\n/m, ""), "draft.yaml")],
    ANY,
  );
  return bill ?? assert.fail("no bill");
}

test("the draft of the guide's bill reads the bill, and is accepted", async () => {
  const readme = readFileSync(new URL("../../parsers/README.md", import.meta.url), "utf8");
  const [, text = ""] = /```bill\n([^]*?)\n```/.exec(readme) ?? [];
  const { accepted, findings, statement } = await tryDraft(pagesOfText(text));
  assert.deepEqual([accepted, findings], [true, []]);
  assert.deepEqual([statement?.acct_num, statement?.invoice_date], ["4711-08", "2026-03-14"]);
  assert.deepEqual(
    statement?.meters.map(({ meter_num, printed_total }) => [meter_num, printed_total]),
    [["L-77", "58.50"]],
  );
  assert.deepEqual(
    statement?.meters[0]?.charges.map(({ utility_charge_type }) => utility_charge_type),
    ["service_cost", "usage_cost", "tax_cost"],
  );
});

test("the words that the guide begins with are those of the bill in the parsers' guide", async () => {
  const words = new URL("../../parsers/fixtures/lakeside-power.words.json", import.meta.url);
  const read = readWords(readFileSync(words, "utf8"));
  assert.ok(read);
  assert.equal((await tryDraft(read)).statement?.acct_num, "4711-08");
  const readme = readFileSync(new URL("../../parsers/README.md", import.meta.url), "utf8");
  const [, text = ""] = /```bill\n([^]*?)\n```/.exec(readme) ?? [];
  assert.deepEqual(read, pagesOfText(text));
});

test("the draft of a bill with one meter reads what the template of its author reads", async () => {
  const northgate = builtInUtilities().utilities.find(({ folder }) => folder.endsWith("northgate-electric"));
  assert.ok(northgate);
  const fixture = listFixtures(northgate.folder).fixtures.find(({ name }) => name.includes("residential"));
  assert.ok(fixture);
  const pages = await readPagesOf(fixture.bill, { read: () => assert.fail("words need no reader") });
  assert.ok(pages.ok);
  const { accepted, statement } = await tryDraft(pages.pages);
  assert.equal(accepted, true);
  const [{ statement: expected }] = JSON.parse(readFileSync(fixture.expected, "utf8")) as [
    { statement: NonNullable<typeof statement> },
  ];
  assert.deepEqual(
    [statement?.acct_num, statement?.invoice_date, statement?.amount_due],
    [expected.acct_num, expected.invoice_date, expected.amount_due],
  );
  assert.deepEqual(
    statement?.meters[0]?.charges.map(({ description, amount }) => [description, amount]),
    expected.meters[0]?.charges.map(({ description, amount }) => [description, amount]),
  );
});

test("what is missing or uncertain is a comment, in a template that can be tried", async () => {
  const { yaml, doubts } = draftOf(pagesOfText("Pond Water\nWater  12.00\nSewer  3.00\nTotal  15.00"));
  assert.ok(parseTemplate(yaml).ok);
  assert.ok(doubts.some((text) => text.startsWith("acct_num was not found")));
  assert.match(yaml, /# they add up to 15\.00/);
  assert.match(yaml, /acct_num: .*# LOOK: acct_num was not found/);
});

test("a number with spaces between its thousands is taken whole, in the language of the bill", async () => {
  const text = `Energie du Lac                    Account  4711-08
Votre facture                     Bill date  14 mars 2026
Balance forward       .00
Amount due            1 058,50 €
Meter L-77            du 10/02/2026 au 11/03/2026, 30 jours
Consommation          8 581 kWh
Abonnement de base               8,00 €
Remise                           ,00 €
Energie        8 581 kWh  0,1208  1 050,50 €
Total                         1 058,50 €`;
  const { yaml } = draftOf(pagesOfText(text));
  const { locale } = readTemplate(yaml, "draft.yaml");
  assert.deepEqual([locale.language, locale.date_formats], ["fr", ["D MMMM YYYY", "D/M/YYYY"]]);
  const { statement } = await tryDraft(pagesOfText(text));
  assert.deepEqual([statement?.invoice_date, statement?.amount_due], ["2026-03-14", "1058.50"]);
  const [meter] = statement?.meters ?? [];
  assert.deepEqual(
    [meter?.usages.map(({ amount }) => amount), meter?.charges.map(({ amount }) => amount)],
    [["8581"], ["8.00", "0.00", "1050.50"]],
  );
  assert.deepEqual(
    meter?.usages.map(({ start_date, end_date }) => [start_date, end_date]),
    [["2026-02-10", "2026-03-12"]],
  );
});

test("a supplier's line gives its days, quantity and price, and its bill the due date and the whole address", async () => {
  const text = `Pond Energy Supply
Account #: 4711-0815              Invoice Date: 05/25/2026
Service Location: Mill House      Payment Due Date: 06/24/2026
                  1 Mill Lane
                  Oakland, CA 94607
Natural gas     Deal     Date From - To           Volume       Price      Total
Commodity       12725    04/01/2026 04/30/2026    60 therms    $0.500     $30.00
Total charges                                                             $30.00
Amount due      $30.00`;
  const { accepted, statement } = await tryDraft(pagesOfText(text));
  assert.equal(accepted, true);
  assert.deepEqual(
    [statement?.due_date, statement?.service_address],
    ["2026-06-24", "Mill House, 1 Mill Lane, Oakland, CA 94607"],
  );
  const [charge] = statement?.meters[0]?.charges ?? [];
  assert.deepEqual(
    [charge?.description, charge?.start_date, charge?.end_date, charge?.quantity, charge?.rate],
    ["Commodity", "2026-04-01", "2026-05-01", "60", "0.500"],
  );
});

test("charges for another service have a LOOK, and a bill without use shows how one is written", () => {
  const { yaml } = draftOf(pagesOfText("Pond Water\nWater  12.00\nSewer  3.00\nTotal  15.00"));
  assert.match(yaml, /LOOK: 'Sewer' is billed for SEWER: give that a section of its own/);
  assert.match(yaml, /^units: \{ gallons: gal \} # LOOK/m);
  assert.match(yaml, /# {3}- row: .*<amount>.*<unit>/);
});

test("the previous balance is the last bill, not what its payments left of it", () => {
  const { yaml } = draftOf(
    pagesOfText(
      "Pond Water\nLast bill amount  84.11\nPayment received  84.11-\nBalance forward  .00\nAmount due  12.00",
    ),
  );
  assert.match(yaml, /previous_balance: \{ label: 'Last bill amount' \} # 84\.11/);
});

const BILLS = sharedMaterial("data/bills");

test("the draft of a real bill finds what its labels show", { skip: BILLS.skip }, async () => {
  const read = await readPagesOf(`${BILLS.path}/keller-water-kisd-01.pdf`, fileReaders.reader);
  assert.ok(read.ok);
  const { yaml, energy_type } = draftOf(read.pages, "City of Keller");
  assert.equal(energy_type, "WATER");
  const template = readTemplate(yaml, "draft.yaml");
  assert.equal(template.id, "city-of-keller");
  assert.deepEqual(template.fields["current_charges"]?.label, ["TOTAL NEW CHARGES"]);
  assert.deepEqual(template.fields["acct_num"]?.where, "below");
  assert.match(yaml, /# they add up to 344\.85/);
});

test("the draft of a bill with a summary and a detail reads the detail, each charge with its own days", async () => {
  const pages = pagesOfText(DETAILED_BILL);
  const { accepted, statement } = await tryDraft(pages);
  assert.equal(accepted, true);
  assert.equal(statement?.due_date, "2026-03-18");
  const charges = readGeneric(pages)?.statement?.meters[0]?.charges ?? [];
  assert.deepEqual(
    statement?.meters[0]?.charges.map(({ description, amount, start_date, end_date }) => [
      description,
      amount,
      start_date,
      end_date,
    ]),
    charges.map(({ description, amount, start_date, end_date }) => [description, amount, start_date, end_date]),
  );
  assert.doesNotMatch(draftOf(pages).yaml, /periods: each meter/);
});

test("whatever the words, the draft is a template that can be tried", () => {
  const cell = fc.oneof(
    fc.constantFrom("Account", "Amount due", "Total", "Previous", "Present", "kWh", "03/14/2026", "13.01.2026", "9.99"),
    fc.string({ maxLength: 12 }),
  );
  const line = fc.array(cell, { maxLength: 5 }).map((cells) => cells.join("   "));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const { yaml } = draftOf(pagesOfText(lines.join("\n")));
      const read = parseTemplate(yaml);
      assert.ok(read.ok, read.ok ? "" : `${JSON.stringify(read.faults)}\n${yaml}`);
    }),
    { numRuns: Number(process.env["METERBOOK_TEST_DRAFTS"] ?? 100) },
  );
});
