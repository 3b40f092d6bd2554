import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { templateWords, WORDS_FILE } from "./template-words.ts";

/** Without the alignment of tables, which the formatter adds. */
const bare = (text: string) => text.replace(/ +/g, " ").replace(/-{3,}/g, "---");

test("the README of the parsers has every word of bill templates; `npm run words` writes them", () => {
  assert.ok(bare(readFileSync(WORDS_FILE, "utf8")).includes(bare(templateWords())));
});

test("each word of a template has a meaning", () => {
  const rows = templateWords()
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  assert.ok(rows.length > 80);
  assert.deepEqual(
    rows.filter((row) => row.split(" | ")[1]?.replace(/[ |]/g, "") === ""),
    [],
  );
});
