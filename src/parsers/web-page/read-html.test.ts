import assert from "node:assert/strict";
import { test } from "node:test";
import { fileReaders } from "../../../test/file-readers.ts";
import { checkReading } from "../../domain/bills/reconcile.ts";
import { Unreadable } from "../outcome.ts";
import { createParsers } from "../registry.ts";
import { linesOf } from "../template/lines.ts";
import { readHtml } from "./read-html.ts";

const linesIn = (html: string) => linesOf(readHtml(Buffer.from(html))).map(({ text }) => text);

test("tables become columns, also nested and with cells of several lines; blocks become lines", () => {
  const html = `<!doctype html><html><head><title>My bill</title><style>td{}</style></head><body>
    <h1>Lakeside <b>Power</b></h1>
    <table><tr><td><p>Account</p></td><td>4711-08<br>North shore</td>
      <td><table><tr><th>Bill date</th><td>03/14/2026</td></tr></table></td></tr></table>
    <table><thead><tr><th>Units</th><th colspan=2>Price and amount</th></tr></thead>
      <tr><td rowspan=2>550&nbsp;kWh</td><td>0.08</td><td>44.00</td></tr><tr><td></td><td>6.50</td></tr></table>
    <div>Total<span> due</span></div><div hidden>Hidden</div><p style="display: none">Hidden</p>
    <script>document.write("Hidden")</script><!-- Hidden --></body></html>`;
  assert.deepEqual(linesIn(html), [
    "Lakeside Power",
    "Account  4711-08  Bill date  03/14/2026",
    "North shore",
    "Units  Price and amount",
    "550 kWh  0.08  44.00",
    "6.50",
    "Total due",
  ]);
});

test("a column stands under its header", () => {
  const [page] = readHtml(Buffer.from("<table><tr><th>A long header<th>kWh<tr><td>x<td>550</table>"));
  const [head, row] = page?.rows ?? [];
  assert.equal(head?.words.at(-1)?.left, row?.words.at(-1)?.left);
});

test("a page is bounded in depth and length", () => {
  const findingOf = (html: string) => {
    try {
      readHtml(Buffer.from(html));
      return null;
    } catch (error) {
      assert.ok(error instanceof Unreadable, String(error));
      return error.finding;
    }
  };
  const name = (html: string) => findingOf(html)?.name;
  assert.equal(name("<div>".repeat(5000)), "page_too_deep");
  assert.equal(name("<b>".repeat(5000)), "page_too_deep");
  assert.equal(name("<p>x".repeat(20_000)), "file_too_large");
  assert.deepEqual(findingOf(`<html><body>${"a ".repeat(200_001)}`), {
    name: "file_too_large",
    severity: "error",
    detail: "The page has 200001 words; at most 200000 are read.",
  });
});

test("a page that is one line of as many words as are read is left out, not an error", async () => {
  const [{ findings }] = await parsers.read(Buffer.from(`<!doctype html><html><body>${"a ".repeat(200_000)}`));
  assert.deepEqual(
    findings.map(({ name }) => name),
    ["no_bill_on_web_page"],
  );
});

const { formats } = fileReaders;
const parsers = createParsers({ reader: { read: () => assert.fail("no PDF") }, formats, templates: () => [] });

const BILL = `<!doctype html><html><body><h2>Lakeside Power</h2>
<table>
  <tr><td>Account number</td><td>4711-08</td></tr>
  <tr><td>Bill date</td><td>03/14/2026</td></tr>
  <tr><td>Service period</td><td>02/10/2026 - 03/12/2026</td></tr>
  <tr><td>Days</td><td>30</td></tr>
</table>
<table>
  <tr><th>Meter</th><th>Previous read</th><th>Current read</th><th>Multiplier</th><th>Usage kWh</th></tr>
  <tr><td>L77</td><td>2200</td><td>2475</td><td>2</td><td>550</td></tr>
</table>
<table>
  <tr><th>Charge</th><th>Amount</th></tr>
  <tr><td>Basic charge</td><td>$8.00</td></tr>
  <tr><td>Energy charge 550 kWh x 0.08</td><td>$44.00</td></tr>
  <tr><td>Sales tax</td><td>$6.50</td></tr>
  <tr><td>Total current charges</td><td>$58.50</td></tr>
  <tr><td>Amount due</td><td>$58.50</td></tr>
</table></body></html>`;

test("a saved bill page is read by the words that bills have in common", async () => {
  const [reading] = await parsers.read(Buffer.from(BILL));
  const { statement } = reading;
  const errors = checkReading(reading, { acct_num: null, today: null }).filter(({ severity }) => severity === "error");
  assert.deepEqual(errors, []);
  assert.deepEqual([statement?.acct_num, statement?.amount_due], ["4711-08", "58.50"]);
  assert.deepEqual(
    statement?.meters[0]?.charges.map(({ amount }) => amount),
    ["8.00", "44.00", "6.50"],
  );
});

test("a sign-in page is no bill", async () => {
  const [{ statement, findings }] = await parsers.read(
    Buffer.from("<!DOCTYPE html><html><form>Please sign in <input name=user></form></html>"),
  );
  assert.equal(statement, null);
  assert.deepEqual(
    findings.map(({ name }) => name),
    ["no_bill_on_web_page"],
  );
});
