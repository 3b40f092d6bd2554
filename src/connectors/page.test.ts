import assert from "node:assert/strict";
import { test } from "node:test";
import { inTime } from "./in-time.ts";
import { readFormOf, readPage, resolveLink, singleSpaced, type Page } from "./page.ts";

const pageOf = (body: string | Uint8Array, contentType: string | null = "text/html") =>
  readPage({
    url: new URL("https://portal.example/a/b?c=1#d"),
    status: 200,
    bytes: Buffer.from(body),
    header: () => contentType,
  });

test("the text is the visible text", () => {
  const page = pageOf(
    "<title>t</title><style>p{}</style><p>One\n two&nbsp;three<script>four</script></p><noscript>5</noscript>",
  );
  assert.equal(page.text, "One two three");
});

test("a character that no database keeps is a space", () => {
  assert.equal(singleSpaced("a\0b \0"), "a b");
});

test("the charset is that of the header, else of the page, else UTF-8", () => {
  const latin = (html: string) => Buffer.from(html, "latin1");
  assert.equal(pageOf(latin("<p>\u00fc"), 'text/html; charset="ISO-8859-1"').text, "\u00fc");
  assert.equal(pageOf(latin("<meta charset=windows-1252><p>\u00fc")).text, "\u00fc");
  assert.equal(pageOf("<p>\u00fc", null).text, "\u00fc");
  assert.equal(pageOf("<p>\u00fc", "text/html; charset=no-such").text, "\u00fc");
});

test("a page that would take minutes or more room than there is ends in an error, and the next one is read", () => {
  const tooMuch = { kind: "portal_changed", message: /cannot be read in time/ };
  const bytes = Buffer.from("<div>".repeat(40_000));
  const deep = readPage({ url: new URL("https://portal.example/"), status: 200, bytes, header: () => "text/html" }, 30);
  assert.throws(() => deep.text, tooMuch);
  const deeper = (): number => deeper() + 1;
  assert.throws(() => inTime(deeper), tooMuch);
  const within = inTime(() => [inTime(() => 1), inTime(() => 2)]);
  assert.deepEqual(within, [1, 2]);
  assert.throws(() => inTime(() => assert.fail("own")), /own/);
  assert.equal(pageOf("<p>Next").text, "Next");
});

test("a small page that would become millions of elements ends in an error", () => {
  // Each paragraph opens again what was left open before it.
  const open = Array.from({ length: 1000 }, (_, number) => `<b n=${number}>`).join("");
  const bytes = Buffer.from(`<p>${open}${"<p>x".repeat(1000)}`);
  const reply = { url: new URL("https://portal.example/"), status: 200, bytes, header: () => "text/html" };
  assert.throws(() => readPage(reply, 60_000).text, {
    kind: "portal_changed",
    message: "the page has more than 200000 elements",
  });
});

test("links are relative to the page, or to its base", () => {
  const link = (html: string, href: string) => resolveLink(pageOf(html), href)?.href ?? null;
  assert.equal(link("", "../x?y=1#z"), "https://portal.example/x?y=1");
  assert.equal(link("", " /x "), "https://portal.example/x");
  assert.equal(link('<base href="/deep/er/">', "x"), "https://portal.example/deep/er/x");
  for (const href of ["javascript:x()", "mailto:a@example.com", "data:text/html,x", "https://", "http://["]) {
    assert.equal(link("", href), null, href);
  }
});

const readForm = (page: Page, selector: string) => readFormOf(page, page.$(selector).first());

test("a form without an action or method goes where browsers send it", () => {
  assert.deepEqual(readForm(pageOf("<form><input name=a value=1></form>"), "form"), {
    action: new URL("https://portal.example/a/b?c=1"),
    method: "get",
    fields: [["a", "1"]],
  });
  assert.equal(readForm(pageOf('<form method="POST" action="">'), "form")?.method, "post");
});

test("an element that is not a form, or a form without a web address, is rejected", () => {
  assert.equal(readForm(pageOf("<div><input name=a></div>"), "div"), null);
  assert.equal(readForm(pageOf("<p>"), "form"), null);
  assert.equal(readForm(pageOf('<form action="javascript:x()">'), "form"), null);
});
