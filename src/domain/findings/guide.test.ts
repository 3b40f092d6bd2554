/** The guide lists every rule and every threshold as the table of rules has them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FINDING_RULES } from "../../records/codes.ts";
import { ruleOf } from "./rules.ts";

const GUIDE = readFileSync(new URL("../../../docs/findings.md", import.meta.url), "utf8");

/** The cells of the table rows of the guide that begin with a name of this kind, without the spaces that align them. */
const rowsOf = (cells: number): string[] =>
  GUIDE.split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(({ length }) => length === cells)
    .map((row) => row.join(" | "));

test("every rule, in its order", () => {
  assert.deepEqual(
    rowsOf(3),
    FINDING_RULES.map((id) => `\`${id}\` | ${ruleOf(id).severity} | ${ruleOf(id).description}`),
  );
});

test("every threshold, with its default and its range", () => {
  assert.deepEqual(
    rowsOf(5),
    FINDING_RULES.flatMap((id) =>
      Object.entries(ruleOf(id).thresholds).map(([name, { default: usual, unit, min, max, description }]) =>
        [`\`${id}\``, `\`${name}\``, `${usual} ${unit}`, `${min} to ${max}`, description].join(" | "),
      ),
    ),
  );
});
