/** Whether the process is alive, and whether it can work: for orchestrators and load balancers. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { findServiceSecret } from "../../store/secrets.ts";
import { isMigrated } from "../../store/migrate.ts";
import { requireSpace } from "../../files/storage-full.ts";
import { isStorageFull } from "../../store/storage-full.ts";
import type { Server } from "../schemas.ts";

const PartState = z
  .enum(["ok", "full", "failed"])
  .meta({ description: "`full`: reading works, but there is no room to write." });
const Readiness = z
  .object({
    ready: z.boolean(),
    parts: z.object({ database: PartState, migrations: PartState, root_key: PartState, files: PartState }),
  })
  .meta({ id: "Readiness" });
type State = z.infer<typeof PartState>;
type Part = keyof z.infer<typeof Readiness>["parts"];

const tags = ["Operation"];

export function healthRoutes(server: Server, app: App): void {
  server.get(
    "/livez",
    {
      schema: {
        operationId: "isAlive",
        summary: "The process lives",
        description: "Checks nothing: 200 as long as the process can answer.",
        tags,
        response: { 200: z.object({ alive: z.literal(true) }) },
      },
    },
    async (_request, reply) => {
      reply.header("cache-control", "no-store");
      return { alive: true as const };
    },
  );

  server.get(
    "/readyz",
    {
      schema: {
        operationId: "isReady",
        summary: "The service can work",
        description:
          "503 while the database or the file store is unavailable or full, a migration is missing or the root key does not fit; `parts` says which.",
        tags,
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const parts = await readParts(app);
      const ready = Object.values(parts).every((state) => state === "ok");
      return reply
        .code(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ ready, parts });
    },
  );
}

/** A part fails when its check throws; without a database, most other parts cannot be checked. */
async function readParts(app: App): Promise<Record<Part, State>> {
  const [ofDatabase, files] = await Promise.all([
    untilAway(app, readDatabaseParts(app)),
    stateOf(app, "files", async () => {
      await app.files.check();
      return true;
    }),
  ]);
  return { ...(ofDatabase ?? { database: "failed", migrations: "failed", root_key: "failed" }), files };
}

async function readDatabaseParts(app: App): Promise<Omit<Record<Part, State>, "files">> {
  const { db, databaseFolder, vault } = app;
  const canary = await findServiceSecret(db, "canary").catch(() => null);
  return {
    database: await stateOf(app, "database", async () => {
      if (databaseFolder !== null) await requireSpace(databaseFolder);
      return canary !== null;
    }),
    migrations: await stateOf(app, "migrations", () => isMigrated(db)),
    root_key: await stateOf(app, "root_key", async () => {
      if (!canary) return false;
      vault.checkCanary(canary.sealed);
      return true;
    }),
  };
}

async function stateOf({ log }: App, part: Part, check: () => Promise<boolean>): Promise<State> {
  try {
    return (await check()) ? "ok" : "failed";
  } catch (error) {
    log.warn({ err: error, part }, "not ready");
    return isStorageFull(error) ? "full" : "failed";
  }
}

/** The value read; null as soon as the database does not answer. */
async function untilAway<T>({ databaseWatch }: App, reading: Promise<T>): Promise<T | null> {
  if (databaseWatch.isAway()) return null;
  const away = Promise.withResolvers<null>();
  const stopListening = databaseWatch.onAway(() => away.resolve(null));
  return Promise.race([reading, away.promise]).finally(stopListening);
}
