/** The guide for authors of recipes explains every word that a recipe, and a card, can have. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { z } from "zod";
import { PORTAL_DETAILS } from "../records/codes.ts";
import { Card } from "../utilities/card.ts";
import { Declaration } from "./code/declaration.ts";
import { DIGEST_WAYS } from "./code/secrets.ts";
import { RecipeShape } from "./recipe.ts";

const guide = readFileSync(new URL("../../docs/add-a-utility.md", import.meta.url), "utf8");

/** The keys of all objects within a schema; the parts of a definition that matter are few. */
function wordsOf(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  // Zod has no public walk over a schema; a part that it calls otherwise one day would leave words out, which the count notices.
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const shape = def["shape"] as Record<string, z.core.$ZodType> | undefined;
  const parts = [def["innerType"], def["in"], def["out"], def["element"], def["valueType"], def["options"]].flat();
  const inner = [...Object.values(shape ?? {}), ...parts].filter(
    (part): part is z.core.$ZodType => typeof part === "object" && part !== null && "_zod" in part,
  );
  return [...Object.keys(shape ?? {}), ...inner.flatMap((part) => wordsOf(part, seen))];
}

test("every word of a recipe, of a connector in code and of a card is in the guide", () => {
  const words = new Set([...wordsOf(RecipeShape), ...wordsOf(Declaration), ...DIGEST_WAYS, ...wordsOf(Card)]);
  assert.ok(words.size > 60, `${words.size} words were found`);
  const unexplained = [...words].filter((word) => !guide.includes(`\`${word}\``));
  assert.deepEqual(unexplained, []);
});

test("the guide names only outcomes that there are", () => {
  const row = /^\| `kind` of an outcome \| (.*) \|$/m.exec(guide)?.[1] ?? "";
  const named = [...row.matchAll(/`(\w+)`/g)].map(([, kind]) => String(kind));
  const known = new Set<string>(["success", ...PORTAL_DETAILS]);
  assert.ok(named.length > 3);
  assert.deepEqual(
    named.filter((kind) => !known.has(kind)),
    [],
  );
});
