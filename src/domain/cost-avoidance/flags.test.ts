import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FLAGS, sentenceOf, uniqueFlags } from "./flags.ts";

const GUIDE = join(import.meta.dirname, "../../../docs/cost-avoidance.md");

test("every flag has its own sentence and is listed in the guide", () => {
  const guide = readFileSync(GUIDE, "utf8");
  for (const flag of FLAGS) {
    assert.match(sentenceOf(flag), /^[A-Z].*\.$/);
    assert.ok(guide.includes(`\`${flag}\``), flag);
  }
  assert.equal(new Set(FLAGS.map(sentenceOf)).size, FLAGS.length);
});

test("the guide names only existing flags", () => {
  const [, table = ""] = readFileSync(GUIDE, "utf8").split("## Flags");
  const named = [...(table.split("##")[0] ?? "").matchAll(/`([a-z_]+)`/g)].map(([, name]) => String(name));
  const known = new Set<string>(FLAGS);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test("each flag is listed once", () => {
  assert.deepEqual(uniqueFlags(["weak_fit", "estimated", "weak_fit"]), ["weak_fit", "estimated"]);
});
