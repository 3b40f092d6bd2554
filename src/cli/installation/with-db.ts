/** Opens the database for a command that runs next to the service or without it. */
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "../../config.ts";
import { StartError } from "../../errors.ts";
import { claimDataFolder } from "../../postgres/data-folder.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../../postgres/embedded-postgres.ts";
import { findExistingHome } from "../../postgres/home.ts";
import { openDatabase, type Db } from "../../store/db.ts";
import { migrate } from "../../store/migrate.ts";
import { errorLog, type Io } from "../io.ts";

/**
 * A command works on the data of a service; it never begins a new data folder, which would only hide that the path is wrong.
 *
 * @throws StartError when the settings name no database and no database was ever started on the data folder
 */
export async function requireData({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): Promise<void> {
  if (databaseUrl !== null) return;
  const folder = await realpath(dataDir).catch(() => null);
  if (folder !== null && (await findExistingHome(folder)) !== null) return;
  const advice = "set METERBOOK_DATA_DIR to the data folder of the service, or DATABASE_URL to its database";
  throw new StartError(`there is no data folder of a service at ${resolve(dataDir)}: ${advice}`);
}

/** For messages: where the data of a command are, without the password of a database. */
export const whereData = ({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): string =>
  databaseUrl === null ? resolve(dataDir) : "DATABASE_URL";

/** The database of the settings; else that of the running service on the data folder; else one started for this command. */
export async function withDatabase<Done>(
  io: Pick<Io, "error">,
  config: Config,
  purpose: string,
  work: (db: Db, url: string) => Promise<Done>,
): Promise<Done> {
  await requireData(config);
  const running = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir));
  if (running !== null) return workOn(running, work);
  const claim = await claimDataFolder(config.dataDir, { describe: purpose });
  try {
    const { dataDir, databaseUser } = config;
    const postgres = await startEmbeddedPostgres({ dataDir, databaseUser, log: errorLog(io) });
    try {
      await migrate(postgres.url);
      return await workOn(postgres.url, work);
    } finally {
      await postgres.stop();
    }
  } finally {
    await claim.release();
  }
}

async function workOn<Done>(url: string, work: (db: Db, url: string) => Promise<Done>): Promise<Done> {
  const db = openDatabase(url);
  try {
    return await work(db, url);
  } finally {
    await db.destroy();
  }
}
