import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { elementMaker, parseHtml, parseHtmlBytes, writeHtml } from "./html.ts";

const latin = (html: string) => Buffer.from(html, "latin1");

describe("a page", () => {
  test("is completed as a browser does, and asked by selectors", () => {
    const $ = parseHtml("<table><tr><td>one<td class=sum>two</table>");
    assert.equal($("html > body tbody > tr > td.sum").text(), "two");
    assert.equal($("td:contains(one)").next().attr("class"), "sum");
  });

  test("is written as it is, with what was changed", () => {
    const $ = parseHtml("<!doctype html><p title='a &amp; \"b\"'>1 &lt; 2<br><script>1 < 2</script>é");
    $("p").attr("id", "first");
    assert.equal(
      writeHtml($),
      '<!DOCTYPE html><html><head></head><body><p title="a &amp; &quot;b&quot;" id="first">1 &lt; 2<br><script>1 < 2</script>é</p></body></html>',
    );
  });

  test("is decoded by what it was sent with, else by what it names, else by what is given", () => {
    const named = latin('<meta charset="iso-8859-1"><p>é');
    assert.equal(parseHtmlBytes(named)("p").text(), "é");
    assert.equal(parseHtmlBytes(Buffer.from("<p>é"), { sent: "utf-8" })("p").text(), "é");
    assert.equal(parseHtmlBytes(latin("<p>é"))("p").text(), "é");
    assert.equal(parseHtmlBytes(Buffer.from("<p>é"), { otherwise: "utf8" })("p").text(), "é");
    assert.equal(parseHtmlBytes(named, { sent: "utf-8" })("p").text(), "\u{FFFD}");
  });

  test("has elements of another maker, whose error ends the reading", () => {
    const maker = {
      ...elementMaker,
      createElement(...parts: Parameters<typeof elementMaker.createElement>) {
        if (parts[0] === "marquee") throw new Error("too old");
        return elementMaker.createElement(...parts);
      },
    };
    assert.equal(parseHtml("<p>new", maker)("p").text(), "new");
    assert.throws(() => parseHtml("<marquee>old", maker), /too old/);
  });
});
