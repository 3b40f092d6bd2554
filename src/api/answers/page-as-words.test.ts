/** A page that cannot be drawn says so, and shows its words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsAsDrawing } from "./page-as-words.ts";

test("a page that cannot be drawn says so above its words, which bring in no tags", () => {
  const words = [{ text: "<script>", box: [72, 100, 120, 110] }];
  const { html } = wordsAsDrawing({ width: 612, height: 792, words });
  assert.match(html, /This page cannot be drawn: these are its words\. Open the file to see it\./);
  assert.match(html, /<text x="72" y="130" font-size="10" textLength="48"[^>]*>&lt;script&gt;<\/text>/);
  assert.match(wordsAsDrawing({ width: 612, height: 792, words: [] }).html, /This page cannot be drawn\. Open/);
});
