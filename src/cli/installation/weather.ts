/** `meterbook weather import <file>...`: imports files of the temperature archive into the database, without a network. */
import { readFile } from "node:fs/promises";
import { ConfigError, environmentWithFile, readConfig } from "../../config.ts";
import { readWeatherBytes, WEATHER_KINDS } from "../../weather/read-file.ts";
import { StartError } from "../../errors.ts";
import { importWeatherFile } from "../../jobs/weather/import-weather.ts";
import type { Db } from "../../store/db.ts";
import { createCommand, understands } from "../command-line.ts";
import { withDatabase } from "./with-db.ts";

const command = createCommand(
  "weather",
  "Imports files of the temperature archive into the database, without a network.",
)
  .usage("import <file>...")
  .addHelpText("after", `\nFiles: ${WEATHER_KINDS.join(", ")}.`);
const files = command
  .command("import")
  .description("imports files")
  .argument("<file...>", "files of the archive")
  .exitOverride();

async function main(paths: string[]): Promise<void> {
  await withDatabase(readConfig(environmentWithFile()), "an import of weather", async (db) => {
    for (const path of paths) await importFile(db, path);
  });
}

async function importFile(db: Db, path: string): Promise<void> {
  const file = readWeatherBytes(await readFile(path));
  if (file === null) throw new ConfigError(`${path} is not one of: ${WEATHER_KINDS.join(", ")}`);
  const { stations, days } = await importWeatherFile(db, file);
  process.stdout.write(`${path}: ${file.kind}; ${stations} stations and ${days} days were new or changed.\n`);
}

try {
  if (understands(command)) await main(files.args);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError || hasCode(error, "ENOENT");
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`Not all files were imported: ${error.message}.\n`);
  process.exitCode = 1;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
