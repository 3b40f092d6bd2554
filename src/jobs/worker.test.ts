/** The worker and the sender of webhooks, with a database that goes away for a while. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { testDatabase } from "../../test/database.ts";
import { serve } from "../../test/outbound.ts";
import { until } from "../../test/callers.ts";
import { openApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { startSender } from "./deliver.ts";
import { startWorker } from "./worker.ts";

const { host, port, user = "", database = "", password } = new pg.Client(await testDatabase({ after }));

/** A proxy to the database that can be closed; counts the connection attempts meanwhile. */
let isShut = false;
let knocks = 0;
const door = await serve(
  createServer((client) => {
    if (isShut) {
      knocks += 1;
      client.destroy();
      return;
    }
    const server = connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    client.pipe(server).pipe(client);
    server.on("error", () => client.destroy());
    client.on("close", () => server.destroy());
  }),
);
const logLines: string[] = [];
const dataDir = await mkdtemp(join(tmpdir(), "meterbook-test-"));
after(() => rm(dataDir, { recursive: true, force: true }));
const login = [user, password ?? ""].map(encodeURIComponent).join(":");
const app = await openApp({
  config: readConfig({ METERBOOK_DATA_DIR: dataDir }),
  databaseUrl: `postgres://${login}@127.0.0.1:${door.port}/${database}`,
  publicUrl: "http://localhost:8080",
  registry: { sandboxUrl: null },
  log: createLog({ level: "debug", write: (line) => void logLines.push(line) }),
});
after(() => app.close());
const said = (what: string) => logLines.filter((line) => line.includes(what)).length;

test("a database that is away is logged once by the worker, and jobs go on when it is back", async () => {
  const worker = startWorker(app);
  after(() => worker.stop(1000));
  isShut = true;
  for (const socket of door.sockets) socket.destroy();
  await until("many looks", () => Promise.resolve(knocks > 20 ? true : null));
  assert.equal(said("cannot claim jobs"), 1);
  isShut = false;
  // A rebuild of no company ends at once, and says so.
  await until("a job that can be put in", () =>
    app.jobs.enqueue(app.db, "rebuild", { company_id: 1 }).then(
      () => true,
      () => null,
    ),
  );
  await until("the job to be done", () => Promise.resolve(said("all months were rebuilt") > 0 ? true : null));
});

test("a database that is away is told of once by the sender of webhooks, and once that it is back", async () => {
  const sender = startSender(app);
  after(() => sender.stop(0));
  isShut = true;
  for (const socket of door.sockets) socket.destroy();
  knocks = 0;
  await until("some looks", () => Promise.resolve(knocks > 4 ? true : null));
  assert.equal(said("cannot claim deliveries"), 1);
  assert.equal(said("deliveries are claimed again"), 0);
  isShut = false;
  await until("the word that it is back", () =>
    Promise.resolve(said("deliveries are claimed again") > 0 ? true : null),
  );
  assert.equal(said("cannot claim deliveries"), 1);
  assert.equal(said("deliveries are claimed again"), 1);
});
