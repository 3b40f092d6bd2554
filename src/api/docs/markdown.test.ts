/** Guides are written in Markdown: what they say arrives, and nothing that they say runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { relinkMarkdown, renderMarkdown } from "./markdown.ts";

const render = (text: string, linkTo = (target: string): string | null => target) =>
  renderMarkdown(text, linkTo).html.replace(/\s+/g, " ").replaceAll("> <", "><").trim();

test("headings can be linked to, and texts keep their emphasis", () => {
  assert.equal(render("## Check the *signature*"), '<h2 id="check-the-signature">Check the <em>signature</em></h2>');
  assert.equal(render("**Sign in.** Send `{}`."), "<p><strong>Sign in.</strong> Send <code>{}</code>.</p>");
});

test("code keeps its lines and its signs", () => {
  const { html } = renderMarkdown("```sh\ncurl -d '{\"a\": 1}' <url>\n  next\n```", () => null);
  assert.equal(
    html.trim(),
    '<pre tabindex="0"><code>curl -d &#39;{&quot;a&quot;: 1}&#39; &lt;url&gt;\n  next</code></pre>',
  );
});

test("lists and tables are lists and tables", () => {
  assert.equal(render("- one\n- two `a`"), "<ul><li>one</li><li>two <code>a</code></li></ul>");
  assert.equal(render("1. one\n2. two"), "<ol><li>one</li><li>two</li></ol>");
  assert.match(
    render("| a | b |\n|---|---|\n| 1 | `2` |"),
    /<th scope="col">a<\/th>.*<td>1<\/td><td><code>2<\/code><\/td>/,
  );
});

test("tags of a text are shown, not drawn", () => {
  assert.equal(render("a <script>alert(1)</script> b"), "<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>");
  assert.equal(render("<img src=x onerror=alert(1)>"), "&lt;img src=x onerror=alert(1)&gt;");
  assert.equal(render('[x](/a"onclick="b)'), '<p><a href="/a&quot;onclick=&quot;b">x</a></p>');
});

test("a link to what is not served here is its text", () => {
  assert.equal(
    render("see [the file](../.env.example)", () => null),
    "<p>see the file</p>",
  );
});

test("a picture of this site is drawn, of another its words are shown", () => {
  assert.equal(render('![a "b"](/c.png)'), '<p><img src="/c.png" alt="a &quot;b&quot;" /></p>');
  assert.equal(render("![a](https://else.example/c.png)"), "<p>a</p>");
});

test("the Markdown itself keeps its words, and its links lead elsewhere", () => {
  const to = (target: string) => (target === "gone.md" ? null : `/docs/${target}`);
  assert.equal(
    relinkMarkdown("[a](b.md#c) and\n![d](e.svg), [f](gone.md)\n", to),
    "[a](/docs/b.md#c) and\n![d](/docs/e.svg), [f](gone.md)\n",
  );
});
