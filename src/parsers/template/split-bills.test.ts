import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { pagesOfText } from "../parsers.fixtures.ts";
import { parsersOf } from "../registry.ts";
import { BILL } from "../small-bill.fixtures.ts";
import { BILLS_MAX } from "./split-bills.ts";
import { readTemplate } from "./template.ts";

const YAML = readFileSync(new URL("../fixtures/small.yaml", import.meta.url), "utf8");
const withStart = (bill_start: string) => readTemplate(`${YAML}\nbill_start: '${bill_start}'`, "small.yaml");

async function read(text: string, bill_start = "^Small Power$") {
  const reader = { read: async () => ({ ok: true as const, pages: pagesOfText(text) }) };
  return parsersOf([withStart(bill_start)], { reader }).read(new Uint8Array());
}

const ofAccount = (account: string) => BILL.replace("12-34", account).trim();
const accountsOf = (readings: Awaited<ReturnType<typeof read>>) =>
  readings.map(({ statement, findings }) => [statement?.acct_num, ...findings.map(({ name }) => name)]);

test("each bill of a file gives its own reading, in the order of the file", async () => {
  for (const between of ["\f", "\n", "\n\f\n"]) {
    const readings = await read([ofAccount("1"), ofAccount("2"), ofAccount("3")].join(between));
    assert.deepEqual(accountsOf(readings), [["1"], ["2"], ["3"]], JSON.stringify(between));
  }
});

test("a heading that comes again on the next page begins no bill while its value is the same", async () => {
  const [head = "", rest = ""] = ofAccount("1").split("Charge  ");
  const first = `${head}\fAccount  1\nMeter 7  continued\nCharge  ${rest}`;
  const readings = await read(`${first}\f${ofAccount("2")}`, "^Account  (?<value>\\S+)");
  assert.deepEqual(
    readings.map(({ statement }) => statement?.acct_num),
    ["1", "2"],
  );
});

test("the pages before the first bill are a cover, which belongs to none", async () => {
  const cover = "Summary of your accounts\nAmount due  61.00";
  const readings = await read([cover, ofAccount("1"), ofAccount("2")].join("\f"));
  assert.deepEqual(accountsOf(readings), [["1"], ["2"]]);
  assert.equal(readings[0].statement?.amount_due, "30.50");
});

test("values keep the page of the file on which they are printed", async () => {
  const [, second] = await read(`${ofAccount("1")}\f${ofAccount("2")}`);
  const { place } = second?.statement?.printed["acct_num"] ?? {};
  assert.equal(place && "page" in place && place.page, 2);
});

test("a file with one bill, or without the line that begins one, is one bill", async () => {
  assert.deepEqual(accountsOf(await read(ofAccount("1"))), [["1"]]);
  assert.deepEqual(accountsOf(await read(ofAccount("1"), "^Never printed$")), [["1"]]);
});

test("a bill that cannot be read does not keep the others from being read", async () => {
  const broken = ofAccount("2").replace("Amount due ", "Please pay ");
  const readings = await read([ofAccount("1"), broken, ofAccount("3")].join("\f"));
  assert.deepEqual(accountsOf(readings), [["1"], [undefined, "field_missing"], ["3"]]);
});

test("a file that seems to hold more bills than any is refused with a finding", async () => {
  const readings = await read("Small Power\n".repeat(BILLS_MAX + 1));
  assert.deepEqual(accountsOf(readings), [[undefined, "too_many_bills"]]);
});

test("the reading of many bills ends when it is aborted", async () => {
  const reader = {
    read: async () => ({ ok: true as const, pages: pagesOfText(`${ofAccount("1")}\f${ofAccount("2")}`) }),
  };
  const parsers = parsersOf([withStart("^Small Power$")], { reader });
  await assert.rejects(parsers.read(new Uint8Array(), AbortSignal.abort()), { name: "AbortError" });
});

test("any number of bills, however they are spread over pages, are all read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (isNewPage) => {
      const text = isNewPage.map((isNew, at) => `${isNew ? "\f" : "\n"}${ofAccount(String(at))}`).join("");
      const expected = isNewPage.map((_, at) => [String(at)]);
      assert.deepEqual(accountsOf(await read(text)), expected);
    }),
    { numRuns: 20 },
  );
});
