import assert from "node:assert/strict";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";

test("documentation that could not be read once is read again for the next page", async () => {
  // A copy of its own, which has read nothing yet.
  const own = "./site.ts?own";
  const { openSite } = (await import(own)) as typeof import("./site.ts");
  const { readFile } = files;
  files.readFile = async () => {
    throw new Error("too many open files");
  };
  syncBuiltinESMExports();
  await assert.rejects(openSite()).finally(() => {
    files.readFile = readFile;
    syncBuiltinESMExports();
  });
  assert.ok((await openSite()).list("guide").length > 0);
});
