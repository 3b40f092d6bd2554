/** Opens the database for a command that runs next to the service or without it. */
import type { Config } from "../config.ts";
import { createLog } from "../log.ts";
import { claimDataFolder } from "../postgres/data-folder.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { openDatabase, type Db } from "../store/db.ts";
import { migrate } from "../store/migrate.ts";

/** The database of the settings; else that of the running service on the data folder; else one started for this command. */
export async function withDatabase(
  config: Config,
  purpose: string,
  work: (db: Db, url: string) => Promise<void>,
): Promise<void> {
  const running = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir));
  if (running !== null) return workOn(running, work);
  const claim = await claimDataFolder(config.dataDir, { describe: purpose });
  try {
    const { dataDir, databaseUser } = config;
    const postgres = await startEmbeddedPostgres({ dataDir, databaseUser, log: createLog({ level: "error" }) });
    try {
      await migrate(postgres.url);
      await workOn(postgres.url, work);
    } finally {
      await postgres.stop();
    }
  } finally {
    await claim.release();
  }
}

async function workOn(url: string, work: (db: Db, url: string) => Promise<void>): Promise<void> {
  const db = openDatabase(url);
  try {
    await work(db, url);
  } finally {
    await db.destroy();
  }
}
