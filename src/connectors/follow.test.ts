import assert from "node:assert/strict";
import { test } from "node:test";
import { followCall, pathOf } from "./follow.ts";
import { readPage } from "./page.ts";
import { selectorOf } from "./recipe.fixtures.ts";
import { selectFirst } from "./select.ts";

const pageOf = (body: string, live?: number) =>
  readPage({
    url: new URL("https://portal.example/a/b"),
    status: 200,
    bytes: Buffer.from(body),
    header: () => null,
    ...(live === undefined ? {} : { live }),
  });

function callAt(body: string, selector: string, live?: number) {
  const found = selectFirst(selectorOf(selector), pageOf(body, live));
  assert.ok(found);
  const call = followCall(found);
  return call && { method: call.method, url: call.url.href, body: call.body, element: call.element };
}

const FORM = '<form method="post" action="go"><input type="hidden" name="__VIEWSTATE" value="v">';

test("a link is opened, and one that leads nowhere is refused", () => {
  assert.equal(callAt('<a href="../x?y=1#z">x</a>', "a")?.url, "https://portal.example/x?y=1");
  for (const href of ["javascript:open()", "mailto:a@b.example", "tel:1"])
    assert.equal(callAt(`<a href="${href}">x</a>`, "a"), null, href);
});

test("a postback sends the form with its target, however the script is written", () => {
  const sent = (link: string) => callAt(`${FORM}${link}</form>`, "a, span");
  for (const link of [
    `<a href="javascript:__doPostBack('grid','Page$2')">2</a>`,
    `<a href="javascript:__doPostBack(&#39;grid&#39;,&#39;Page$2&#39;)">2</a>`,
    `<span onclick='setTimeout(function(){__doPostBack("grid", "Page$2")}, 0)'>2</span>`,
    `<a href='javascript:WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions("grid", "Page$2", true, "", "", false, true))'>2</a>`,
  ])
    assert.deepEqual(sent(link), {
      method: "POST",
      url: "https://portal.example/a/go",
      body: {
        form: [
          ["__VIEWSTATE", "v"],
          ["__EVENTTARGET", "grid"],
          ["__EVENTARGUMENT", "Page$2"],
        ],
      },
      element: undefined,
    });
});

test("a button sends its form with its own name, a picture with the place of the click, and a form by GET its fields in the address", () => {
  const sent = (button: string, form = FORM) => callAt(`${form}${button}</form>`, "button, input:last-child");
  assert.deepEqual(sent('<button name="page" value="2">2</button>')?.body, {
    form: [
      ["__VIEWSTATE", "v"],
      ["page", "2"],
    ],
  });
  assert.deepEqual(sent('<input type="image" name="in">')?.body, {
    form: [
      ["__VIEWSTATE", "v"],
      ["in.x", "1"],
      ["in.y", "1"],
    ],
  });
  const byGet = sent('<button name="page" value="2">2</button>', FORM.replace("post", "get"));
  assert.deepEqual([byGet?.method, byGet?.url], ["GET", "https://portal.example/a/go?__VIEWSTATE=v&page=2"]);
});

test("in a browser what is no plain link is pressed, by its place in the page that shows it", () => {
  const body = '<p>1</p><p><b>x</b><button type="button">Open</button></p><a href="/x">x</a><a href="#">y</a>';
  const pressed = callAt(body, "button", 3);
  assert.ok(pressed?.element);
  assert.equal(pressed.element.live, 3);
  const page = pageOf(body, 3);
  assert.equal(page.$(pressed.element.path).text(), "Open");
  assert.equal(pathOf(page.$("button")), pressed.element.path);
  assert.equal(callAt(body, "a", 3)?.element, undefined);
  assert.ok(callAt(body, "a[href='#']", 3)?.element);
});
