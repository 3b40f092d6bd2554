import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { StartError } from "../../errors.ts";
import { requireData } from "./with-db.ts";

test("a command without a database or a data folder says which folder is missing, and makes none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "meterbook-data-"));
  const dataDir = join(folder, "data");
  const names = (error: unknown) => error instanceof StartError && /METERBOOK_DATA_DIR/.test(error.message);
  await assert.rejects(requireData({ databaseUrl: null, dataDir }), names);
  await assert.rejects(
    requireData({ databaseUrl: null, dataDir: folder }),
    names,
    "a folder without a database has no data either",
  );
  assert.equal(existsSync(dataDir), false);
  await requireData({ databaseUrl: "postgres://localhost/meterbook", dataDir });
  rmSync(folder, { recursive: true });
});
