/** `meterbook weather import <file>...`: imports files of the temperature archive into the database, without a network. */
import { readFile } from "node:fs/promises";
import { ConfigError, readConfig } from "../../config.ts";
import { importWeatherFile } from "../../jobs/weather/import-weather.ts";
import type { Db } from "../../store/db.ts";
import { readWeatherBytes, WEATHER_KINDS } from "../../weather/read-file.ts";
import { attempt, createCommand, parse } from "../command-line.ts";
import { print, type Io, type Run } from "../io.ts";
import { withDatabase } from "./with-db.ts";

const FAILING = { says: (why: string) => `Not all files were imported: ${why}.`, code: 1 };

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
    "weather",
    "Imports files of the temperature archive into the database, without a network.",
  )
    .usage("import <file>...")
    .addHelpText("after", `\nFiles: ${WEATHER_KINDS.join(", ")}.`);
  const files = command.command("import").description("imports files").argument("<file...>", "files of the archive");
  return parse(command, args) ?? attempt(io, () => importFiles(io, files.args), FAILING);
};

const importFiles = (io: Io, paths: readonly string[]): Promise<number> =>
  withDatabase(io, readConfig(io.env), "an import of weather", async (db) => {
    for (const path of paths) await importFile(io, db, path);
    return 0;
  });

async function importFile(io: Io, db: Db, path: string): Promise<void> {
  const file = readWeatherBytes(await readFile(path));
  if (file === null) throw new ConfigError(`${path} is not one of: ${WEATHER_KINDS.join(", ")}`);
  const { stations, days } = await importWeatherFile(db, file);
  print(io, `${path}: ${file.kind}; ${stations} stations and ${days} days were new or changed.`);
}
