import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "./call.ts";
import { createCollection, listPages, type ListRecipe } from "./list-pages.ts";
import { readPage, type Page } from "./page.ts";
import { isNumberIn } from "./recipe-lists.ts";
import { linkTo, selectorOf } from "./recipe.fixtures.ts";
import { textOf } from "./select.ts";

const ORIGIN = "https://portal.example";
const row = (id: string): string => `<li>${id}</li>`;

/** Walks a portal with these pages; returns the listed items and the requested addresses. */
async function walk(pages: Record<string, string>, list: Partial<ListRecipe> = {}, pagesMax = 20) {
  const asked: string[] = [];
  const open = async ({ url }: Pick<Call, "url">): Promise<Page> => {
    asked.push(url.pathname + url.search);
    const html = pages[url.pathname + url.search];
    assert.ok(html !== undefined, `unexpected request for ${url.href}`);
    return readPage({ url, status: 200, bytes: Buffer.from(html), header: () => null });
  };
  const listed: string[] = [];
  const place = (url: URL): string => url.pathname;
  const start = () => open({ url: new URL("/list", ORIGIN) });
  for await (const { rows } of listPages({ list: { rows: selectorOf("li"), ...list }, start, pagesMax, open, place })) {
    listed.push(...rows.map((found) => textOf(found) ?? ""));
  }
  return { listed, asked };
}

const changed = (message: string) => ({ name: "PortalError", kind: "portal_changed", message });

test("next pages are followed to the end, relative to their page", async () => {
  const pages = {
    "/list": `${row("a")}<a class=next href="?p=2#bills">next</a>`,
    "/list?p=2": `${row("b")}<a class=next href="/more">next</a>`,
    "/more": row("c"),
  };
  const { listed, asked } = await walk(pages, { next: linkTo("a.next") });
  assert.deepEqual(listed, ["a", "b", "c"]);
  assert.deepEqual(asked, ["/list", "/list?p=2", "/more"]);
});

test("groups are walked with their own next pages, each address once", async () => {
  const pages = {
    "/list": `${row("a")}<nav><a href="/list">2026</a><a href="/list?y=25">2025</a><a href="/list?y=24">2024</a></nav>`,
    "/list?y=25": `${row("b")}<a class=next href="/list?y=25&p=2">next</a>`,
    "/list?y=25&p=2": `${row("c")}<nav><a href="/list?y=1">1</a></nav>`,
    "/list?y=24": row("d"),
  };
  const { listed, asked } = await walk(pages, { next: linkTo("a.next"), groups: selectorOf("nav a") });
  assert.deepEqual(listed, ["a", "b", "c", "d"]);
  assert.equal(new Set(asked).size, asked.length);
});

test("a next link that leads back stops the walk", async () => {
  const pages = {
    "/list": `${row("a")}<a class=next href="/list?p=2">next</a>`,
    "/list?p=2": `${row("b")}<a class=next href="/list?p=2">next</a>`,
  };
  await assert.rejects(
    walk(pages, { next: linkTo("a.next") }),
    changed("the link to the next page leads back to /list"),
  );
});

test("an endless list stops at the limit", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [
      at === 0 ? "/list" : `/list?p=${at}`,
      `${row(String(at))}<a class=next href="/list?p=${at + 1}">next</a>`,
    ]),
  );
  await assert.rejects(walk(pages, { next: linkTo("a.next") }, 5), changed("a list of more than 5 pages at /list"));
});

test("a list of more rows than any login has stops, also with new rows on each page", async () => {
  const rows = (from: number) => Array.from({ length: 6000 }, (_, at) => row(String(from + at))).join("");
  const pages = { "/list": `${rows(0)}<a class=next href="/more">next</a>`, "/more": rows(6000) };
  await assert.rejects(walk(pages, { next: linkTo("a.next") }), changed("a list of more than 10000 rows at /more"));
});

test("a link that is not a web address is reported", async () => {
  const pages = { "/list": `${row("a")}<a class=next href="javascript:more()">next</a>` };
  await assert.rejects(
    walk(pages, { next: linkTo("a.next") }),
    changed("a link of the list at /list is not a web address"),
  );
});

test("a page without rows is a changed portal, unless the page says that it is empty", async () => {
  await assert.rejects(walk({ "/list": "<p>Nothing to see" }), changed("no row found at /list"));
  const { listed } = await walk({ "/list": "<p>You have no bills yet." }, { empty: { text: "no bills yet" } });
  assert.deepEqual(listed, []);
});

test("repeated items are kept once; one id for two items, or a next page without new items, is a changed portal", () => {
  const collection = createCollection<{ external_id: string; date: string }>(({ date }) => date);
  const a = { external_id: "a", date: "2026-01-01" };
  const b = { external_id: "b", date: "2026-02-01" };
  assert.deepEqual(collection.add("first", [a], "/list"), [a]);
  assert.deepEqual(collection.add("group", [a], "/list"), []);
  assert.deepEqual(collection.add("next", [a, b], "/list"), [b]);
  assert.deepEqual(collection.items(), [a, b]);
  assert.throws(
    () => collection.add("next", [a, b], "/list"),
    changed("a next page repeats what was listed, at /list"),
  );
  const other = { external_id: "a", date: "2026-03-01" };
  assert.throws(
    () => collection.add("group", [other], "/list"),
    changed("two rows of one external_id differ, at /list"),
  );
});

test("an account number is found in a text as it is, in groups, and not in parts of other numbers", () => {
  assert.ok(isNumberIn("Account 7100990041 due", "7100990041"));
  assert.ok(isNumberIn("Account 7100 990 041 due", "7100990041"));
  assert.ok(isNumberIn("No. 7100-990-041", "7100990041"));
  assert.ok(!isNumberIn("Account 7100 990 0412 due", "7100990041"));
  assert.ok(!isNumberIn("7100 991 041", "7100990041"));
  assert.ok(!isNumberIn("1 0 0 1 50", "100-1"));
});
