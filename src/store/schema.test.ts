import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { schemaTypes } from "../../scripts/schema-types.ts";
import { testDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";

test("the types of the tables are those of the migrated database", async () => {
  const url = await testDatabase({ after });
  const oxfmt = join(import.meta.dirname, "../../node_modules/.bin/oxfmt");
  const expected = execFileSync(oxfmt, ["--stdin-filepath=schema.ts"], {
    input: await schemaTypes(url),
    encoding: "utf8",
  });
  assert.equal(readFileSync(join(import.meta.dirname, "schema.ts"), "utf8"), expected);
});

test("migrating again, by many at once, changes nothing", async () => {
  const url = await testDatabase({ after });
  const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  assert.deepEqual(runs, [[], [], []]);
});
