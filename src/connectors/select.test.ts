import assert from "node:assert/strict";
import { test } from "node:test";
import { readPage } from "./page.ts";
import { selectorOf } from "./recipe.fixtures.ts";
import { compileSelector, isThere, selectAll, textOf } from "./select.ts";

const pageOf = (body: string) =>
  readPage({ url: new URL("https://portal.example/a"), status: 200, bytes: Buffer.from(body), header: () => null });

const textsOf = (body: string, selector: string): (string | null)[] =>
  selectAll(selectorOf(selector), pageOf(body)).map((found) => textOf(found));

test("CSS finds elements of a page, JSONPath values of a JSON answer, and both JSON inside an element", () => {
  assert.deepEqual(textsOf("<b>1</b><b> 2\n3 </b>", "b"), ["1", "2 3"]);
  assert.deepEqual(textsOf('{"a":[{"n":1},{"n":"x"},{"n":null}]}', "$.a[*].n"), ["1", "x", null]);
  assert.deepEqual(textsOf('<script id="s">{"a":[7]}</script>', "script#s $.a[*]"), ["7"]);
  assert.deepEqual(textsOf("<b>1</b>", "$.a"), [], "a page is no JSON");
  assert.deepEqual(textsOf('{"a":1}', "$.b"), []);
});

test("a new line, a cell and a box between two words are read as a space; an element within a word is not", () => {
  const cell = "<table><tr><td>STE 100<br />MARLOW</td><td>Nov-14</td><td>644,<b>652</b></td></tr></table>";
  assert.deepEqual(textsOf(cell, "tr"), ["STE 100 MARLOW Nov-14 644,652"]);
  assert.deepEqual(textsOf("<div><p>One</p><p>Two<!-- three --></p><ul><li>a<li>b</ul></div>", "div"), ["One Two a b"]);
  assert.equal(pageOf("<h1>Closed</h1>until<br>May<script>1</script>").text, "Closed until May");
  assert.equal(textsOf(`${"<div>".repeat(8_000)}deep`, "body")[0], "deep");
});

test("a filter chooses rows by what is in them", () => {
  const bills = '{"rows":[{"kind":"bill","id":1},{"kind":"payment","id":2},{"kind":"bill","id":3}]}';
  assert.deepEqual(textsOf(bills, "$.rows[?@.kind == 'bill'].id"), ["1", "3"]);
});

test("a selector of attributes is CSS, although it has a dollar", () => {
  assert.deepEqual(textsOf('<a href="x.pdf">y</a>', 'a[href $= ".pdf"]'), ["y"]);
});

test("long numbers keep their digits", () => {
  assert.deepEqual(textsOf('{"account": 12345678901234567890, "small": 10.50}', "$.account"), ["12345678901234567890"]);
  assert.deepEqual(textsOf('{"small": 10.50}', "$.small"), ["10.50"], "as it is written");
});

test("null, false, an empty text and an empty list count as not there", () => {
  const there = (value: string): boolean =>
    selectAll(selectorOf("$.v"), pageOf(`{"v":${value}}`)).some((found) => isThere(found));
  assert.deepEqual(["null", "false", '""', "[]", "0", "{}", '"x"', "true"].map(there), [
    false,
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("a selector that cannot be read, or that has a regular expression of its own, is refused", () => {
  for (const bad of ["a[", "$.a[", "$.a[?match(@.b, 'x')]", "$.a[?search(@.b, 'x')]", "b $.a["])
    assert.equal(compileSelector(bad), null, bad);
});

test("an answer nested without end is a changed portal, and takes no time", () => {
  const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const begin = performance.now();
  assert.deepEqual(textsOf(deep, "$.b"), [], "the parser refuses it");
  const lessDeep = `${'{"a":'.repeat(500)}1${"}".repeat(500)}`;
  assert.throws(() => textsOf(lessDeep, "$..x"), { name: "PortalError", kind: "portal_changed" });
  assert.ok(performance.now() - begin < 2000);
});
