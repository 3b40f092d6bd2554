/** The starting point of benches of reading: a PostgreSQL with one database, filled through the service, and a server on it in a separate process. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer } from "../src/api/server.ts";
import { openApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { formPages } from "../src/form/routes.ts";
import { createLog } from "../src/log.ts";
import type { TestApp } from "../test/app.ts";
import { testDatabase } from "../test/database.ts";
import { startTestServer } from "../test/postgres-server.ts";

export type Running = Pick<TestApp, "app" | "server">;

export interface Started {
  port: number;
  child: ChildProcess;
}

export interface FilledPlace {
  /** Opens the service on the database while it is being filled. */
  fill<T>(work: (running: Running) => Promise<T>): Promise<T>;
  /** Starts `reads-server.ts`, which ends with the bench. */
  start(kind: string, more?: string[], settings?: Record<string, string>): Promise<Started>;
}

export async function withPlace(work: (place: FilledPlace) => Promise<void>): Promise<void> {
  const postgres = await startTestServer();
  process.env["METERBOOK_TEST_DATABASE_URL"] = postgres.url;
  const endings: (() => Promise<void>)[] = [];
  try {
    const databaseUrl = await testDatabase({ after: (end) => void endings.push(end) });
    const dataDir = await mkdtemp(join(tmpdir(), "meterbook-bench-"));
    endings.push(() => rm(dataDir, { recursive: true, force: true }));
    await work({
      fill: (filling) => fill({ databaseUrl, dataDir }, filling),
      async start(kind, more = [], settings = {}) {
        const child = fork(join(import.meta.dirname, "reads-server.ts"), [kind, databaseUrl, dataDir, ...more], {
          env: { ...process.env, ...settings },
          execArgv: ["--expose-gc"],
        });
        endings.push(async () => {
          child.kill();
          await once(child, "exit");
        });
        const [{ port }] = (await once(child, "message")) as [{ port: number }];
        return { port, child };
      },
    });
  } finally {
    for (const end of endings.toReversed()) await end();
    await postgres.stop();
  }
}

async function fill<T>(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  work: (running: Running) => Promise<T>,
): Promise<T> {
  const app = await openApp({
    config: readConfig({ METERBOOK_DATA_DIR: dataDir, METERBOOK_REQUESTS_PER_MINUTE: "0" }),
    databaseUrl,
    publicUrl: "http://localhost:8080",
    registry: { sandboxUrl: null },
    log: createLog({ level: "error", write: (line) => void process.stderr.write(line) }),
  });
  const server = await openServer(app, formPages);
  try {
    return await work({ app, server });
  } finally {
    await server.close();
    await app.close();
  }
}
