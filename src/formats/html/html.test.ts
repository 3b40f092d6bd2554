/** The template escapes every value, wherever it is inserted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { escapeHtml, html, PAGE_HEADERS, renderPage } from "./html.ts";

test("values are escaped, templates within templates are not escaped twice", () => {
  const name = `<b onclick='x'>"Tom & Co"</b>`;
  const inner = html`<i>${name}</i>`;
  assert.equal(
    html`<p title="${name}">${inner}${null}${false}${[inner, 5]}</p>`.html,
    `<p title="${escapeHtml(name)}"><i>${escapeHtml(name)}</i><i>${escapeHtml(name)}</i>5</p>`,
  );
  assert.equal(escapeHtml(name), "&lt;b onclick=&#39;x&#39;&gt;&quot;Tom &amp; Co&quot;&lt;/b&gt;");
});

test("no text can open a tag or leave an attribute", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { html: markup } = html`<a title="${text}">${text}</a>`;
      assert.equal(markup.match(/[<>]/g)?.length, 4);
      assert.equal(markup.match(/"/g)?.length, 2);
    }),
  );
});

test("the style of a page is the one its policy allows", async () => {
  const { createHash } = await import("node:crypto");
  const page = renderPage({ title: "x", body: html`y` });
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  assert.ok(PAGE_HEADERS["content-security-policy"].includes(`style-src 'sha256-${hash}'`));
  assert.equal(/<script|\sstyle=|\son\w+=/.test(page), false);
});
