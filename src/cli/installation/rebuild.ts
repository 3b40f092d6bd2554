/** `meterbook rebuild`: derives everything from bills again, for all companies or one. Unchanged rows are not written. */
import { InvalidArgumentError } from "commander";
import type { App } from "../../app.ts";
import { ConfigError, environmentWithFile, readConfig } from "../../config.ts";
import { StartError } from "../../errors.ts";
import { rebuildCompany, type RebuildProgress } from "../../jobs/derived/rebuild-job.ts";
import { WHOLE_LIST } from "../../store/list-window.ts";
import { listCompanies, setDerivationEdition } from "../../store/records/companies.ts";
import { createCommand, understands } from "../command-line.ts";
import { withDatabase } from "./with-db.ts";

interface Options {
  company?: number;
  json?: true;
}

const command = createCommand(
  "rebuild",
  "Derives months, roll-ups and snapshots from the bills again; the service may be running.",
)
  .option("--company <id>", "only for this company", readId)
  .option("--json", "a line of JSON for each company");

function readId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError("An id is a whole number.");
  return Number(text);
}

async function main(): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new ConfigError("it was interrupted; what was done stays")));
  await withDatabase(readConfig(environmentWithFile()), "a rebuild", (db, databaseUrl) =>
    rebuildAll({ db, databaseUrl }, command.opts<Options>(), stop.signal),
  );
}

async function rebuildAll(
  app: Pick<App, "db" | "databaseUrl">,
  { company, json }: Options,
  signal: AbortSignal,
): Promise<void> {
  const { db } = app;
  const companies = (await listCompanies(db, WHOLE_LIST)).filter(({ id }) => company === undefined || id === company);
  if (companies.length === 0)
    throw new ConfigError(company === undefined ? "there is no company" : "no company has this id");
  for (const { id, name } of companies) {
    const show = json ? () => {} : progressOf(name);
    const began = performance.now();
    const done = await rebuildCompany(app, id, { signal, onProgress: show });
    await setDerivationEdition(db, id);
    const seconds = (performance.now() - began) / 1000;
    const result = { company_id: id, meters: done.meters, rows_written: done.rowsWritten, seconds };
    process.stdout.write(
      json
        ? `${JSON.stringify(result)}\n`
        : `${name}: ${done.meters} meters, ${done.rowsWritten} rows differed, ${seconds.toFixed(1)} s.\n`,
    );
  }
}

/** One line that is overwritten; nothing without a terminal. */
function progressOf(name: string): (progress: RebuildProgress) => void {
  if (!process.stderr.isTTY) return () => {};
  return ({ meters, metersDone }) =>
    process.stderr.write(`\r\x1b[K${metersDone < meters ? `${name}: ${metersDone} of ${meters} meters` : ""}`);
}

try {
  if (understands(command)) await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`Not everything was rebuilt: ${error.message}.\n`);
  process.exitCode = 1;
}
