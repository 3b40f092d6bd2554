/** The service on a PostgreSQL of its own with one company, for benches of derivation; everything is removed afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer } from "../src/api/server.ts";
import { openApp, type App } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { formPages } from "../src/form/routes.ts";
import { createLog } from "../src/log.ts";
import { newMember, type Member } from "../test/app.ts";
import { administer, startTestServer, TEMPLATE, urlOfDatabase } from "../test/postgres-server.ts";

/** What a bench receives; `url` is the address of the database. */
export interface BenchApp {
  app: App;
  member: Member;
  url: string;
}

export async function withApp(name: string, run: (bench: BenchApp) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "meterbook-bench-"));
  const log = createLog({ level: "error", write: (line) => void process.stderr.write(line) });
  // With the same disk settings as the service.
  const postgres = await startTestServer({});
  const url = urlOfDatabase(postgres.url, "bench");
  try {
    await administer(postgres.url, `create database bench template ${TEMPLATE}`);
    const config = readConfig({ METERBOOK_DATA_DIR: dataDir });
    const app = await openApp({
      config,
      databaseUrl: url,
      publicUrl: "http://localhost:8080",
      registry: { sandboxUrl: null },
      log,
    });
    try {
      const server = await openServer(app, formPages);
      await run({ app, member: await newMember({ app, server }, { name }), url });
      await server.close();
    } finally {
      await app.close();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
