import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { placeOfWords, wordsIn, type Page } from "../pdf/page-model.ts";
import { parsersOf } from "../registry.ts";
import { pagesOfText } from "../parsers.fixtures.ts";
import { BILL, smallTemplate, templateWith } from "../small-bill.fixtures.ts";

/** The small bill, recognised surely except for these words. */
function pagesWith(unsure: Record<string, number>, bill: string): Page[] {
  return pagesOfText(bill).map((page) => ({
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      words: row.words.map((word) => ({ ...word, confidence: unsure[word.text] ?? 96 })),
    })),
  }));
}

async function findingsWith(unsure: Record<string, number>, bill = BILL, template = smallTemplate): Promise<string[]> {
  const parsers = parsersOf([template], {
    reader: { read: async () => ({ ok: false, finding: { name: "no_text", severity: "error", detail: "" } }) },
    pictures: { read: async () => ({ ok: true, pages: pagesWith(unsure, bill) }) },
  });
  const [{ statement, findings }] = await parsers.read(new Uint8Array(0));
  assert.ok(statement);
  return findings.map(({ name, severity, detail }) => `${severity} ${name}: ${detail}`);
}

test("a bill whose words are all sure has no finding", async () => {
  assert.deepEqual(await findingsWith({}), []);
});

test("a value below the bar is an error that names field, text and confidence", async () => {
  assert.deepEqual(await findingsWith({ "12-34": 79.6 }), [
    'error low_confidence: "12-34" of the account number was recognised with a confidence of 79, at least 80 is needed.',
  ]);
});

test("a line below the bar is an error too, a word that no value was read from is not", async () => {
  assert.deepEqual(await findingsWith({ Tax: 12, Power: 3 }), [
    'error low_confidence: "Tax" of the charge 2 of meter 1 was recognised with a confidence of 12, at least 80 is needed.',
  ]);
});

test("a row whose words were joined or missed is an error in a picture: its sums can be right", async () => {
  const row = "^(?<description>[A-Z].*?) +(?<amount>[\\d.]+)$";
  const template = templateWith({ "meters.0.charges": [{ after: "^Charge", row, end: "^Meter total" }] });
  assert.deepEqual(await findingsWith({}, BILL, template), []);
  const joined = BILL.replace("Energy day                ", "Energy day      200 of0.1");
  const finding = (await findingsWith({}, joined, template)).find((text) => text.includes("row_not_understood"));
  assert.match(finding ?? "", /^error row_not_understood: The description "Energy day +200 of0\.1" holds a number/);
});

test("the words of a place are found again, however the page lies", () => {
  const words = ["one", "two", "three", "four"].map((text, at) => ({
    text,
    left: 50 + 130 * at,
    right: 150 + 130 * at,
    top: 0,
    bottom: 9,
  }));
  const rows = Array.from({ length: 40 }, (_, at) => ({
    top: 20 + 18 * at,
    bottom: 29 + 18 * at,
    words: words.map((word) => ({ ...word, top: 20 + 18 * at, bottom: 29 + 18 * at })),
  }));
  fc.assert(
    fc.property(
      fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
      fc.double({ min: -6, max: 6, noNaN: true }),
      fc.nat(39),
      fc.nat(3),
      fc.nat(3),
      (turned, skew, row, one, other) => {
        const page: Page = { page: 1, width: 612, height: 792, turned, skew, rows };
        const chosen = rows[row]?.words.slice(Math.min(one, other), Math.max(one, other) + 1) ?? [];
        assert.deepEqual(wordsIn(page, placeOfWords(page, chosen).box), chosen);
      },
    ),
  );
});
