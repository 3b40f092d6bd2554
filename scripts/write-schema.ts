/** What `npm run schema` runs: writes the types of the tables from a freshly migrated database. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../src/log.ts";
import { startEmbeddedPostgres } from "../src/postgres/embedded-postgres.ts";
import { migrate } from "../src/store/migrate.ts";
import { schemaTypes } from "./schema-types.ts";

const dataDir = mkdtempSync(join(tmpdir(), "meterbook-schema-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: "silent" }) });
try {
  await migrate(postgres.url);
  const path = join(import.meta.dirname, "../src/store/schema.ts");
  writeFileSync(path, await schemaTypes(postgres.url));
  console.log(`Wrote ${path}; run npm run format.`);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
