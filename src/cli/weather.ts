/** `npm run weather -- import <file>...`: brings files of the archive of temperatures into the database, without a network. */
import { readFile } from "node:fs/promises";
import { ConfigError, environmentWithFile, readConfig, type Config } from "../config.ts";
import { readWeatherBytes, WEATHER_KINDS } from "../connectors/weather/read-file.ts";
import { StartError } from "../errors.ts";
import { importWeatherFile } from "../jobs/import-weather.ts";
import { createLog } from "../log.ts";
import { claimDataFolder } from "../store/data-folder.ts";
import { openDatabase } from "../store/db.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../store/embedded-postgres.ts";
import { migrate } from "../store/migrate.ts";

const USAGE = `Usage: npm run weather -- import <file>...
Files: ${WEATHER_KINDS.join(", ")}.
`;

async function main([command, ...paths]: string[]): Promise<void> {
  if (command !== "import" || paths.length === 0) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const config = readConfig(environmentWithFile());
  await withDatabase(config, async (url) => {
    const db = openDatabase(url);
    try {
      for (const path of paths) await importFile({ db }, path);
    } finally {
      await db.destroy();
    }
  });
}

async function importFile(app: Parameters<typeof importWeatherFile>[0], path: string): Promise<void> {
  const file = readWeatherBytes(await readFile(path));
  if (file === null) throw new ConfigError(`${path} is none of: ${WEATHER_KINDS.join(", ")}`);
  const { stations, days } = await importWeatherFile(app, file);
  process.stdout.write(`${path}: ${file.kind}; ${stations} stations and ${days} days were new or changed.\n`);
}

/** The database of the settings; of the data folder, that of the service which runs on it, or else one started for this. */
async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const running = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir));
  if (running !== null) return work(running);
  const claim = await claimDataFolder(config.dataDir, { describe: "an import of weather" });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: createLog({ level: "error" }) });
    try {
      await migrate(postgres.url);
      await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await claim.release();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError || hasCode(error, "ENOENT");
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`Not all files were imported: ${error.message}.\n`);
  process.exitCode = 1;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
