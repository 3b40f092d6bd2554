/** What `npm run client` runs: writes the generated part of the client from the service's current OpenAPI document. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../test/app.ts";
import { operationsSource, type OpenApi } from "./client-operations.ts";
import { recordTypes } from "./client-types.ts";

const FOLDER = join(import.meta.dirname, "../client/src/generated");

const endings: (() => Promise<void>)[] = [];
const { server } = await openTestApp({ after: (work) => void endings.unshift(work) });
try {
  const document = (await server.inject("/openapi.json")).json<OpenApi>();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "records.ts"), recordTypes(document.components.schemas));
  writeFileSync(join(FOLDER, "operations.ts"), operationsSource(document));
  console.log(`Wrote ${FOLDER}.`);
} finally {
  for (const end of endings) await end();
}
