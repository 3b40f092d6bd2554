/** `meterbook rebuild`: derives everything from bills again, for all companies or one. Unchanged rows are not written. */
import type { App } from "../../app.ts";
import { ConfigError, readConfig } from "../../config.ts";
import { rebuildCompany } from "../../jobs/derived/rebuild-job.ts";
import { WHOLE_LIST } from "../../store/list-window.ts";
import { listCompanies, setDerivationEdition } from "../../store/records/companies.ts";
import { attempt, createCommand, parse, readId } from "../command-line.ts";
import { showLine } from "../display.ts";
import { print, type Io, type Run } from "../io.ts";
import { withDatabase } from "./with-db.ts";

interface Options {
  company?: number;
  json?: true;
}

const FAILING = { says: (why: string) => `Not everything was rebuilt: ${why}.`, code: 1 };

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
    "rebuild",
    "Derives months, roll-ups and snapshots from the bills again; the service may be running.",
  )
    .option("--company <id>", "only for this company", readId)
    .option("--json", "a line of JSON for each company");
  return parse(command, args) ?? attempt(io, () => rebuild(io, command.opts<Options>()), FAILING);
};

async function rebuild(io: Io, options: Options): Promise<number> {
  const stop = new AbortController();
  io.onInterrupt(() => stop.abort(new ConfigError("it was interrupted; what was done stays")));
  return withDatabase(io, readConfig(io.env), "a rebuild", async (db, databaseUrl) => {
    await rebuildAll(io, { db, databaseUrl }, options, stop.signal);
    return 0;
  });
}

async function rebuildAll(
  io: Io,
  app: Pick<App, "db" | "databaseUrl">,
  { company, json }: Options,
  signal: AbortSignal,
): Promise<void> {
  const { db } = app;
  const companies = (await listCompanies(db, WHOLE_LIST)).filter(({ id }) => company === undefined || id === company);
  if (companies.length === 0)
    throw new ConfigError(company === undefined ? "there is no company" : "no company has this id");
  for (const { id, name } of companies) {
    const began = performance.now();
    const done = await rebuildCompany(app, id, {
      signal,
      onProgress({ meters, metersDone }) {
        if (!json) showLine(io, metersDone < meters ? `${name}: ${metersDone} of ${meters} meters` : "");
      },
    });
    await setDerivationEdition(db, id);
    const seconds = (performance.now() - began) / 1000;
    const result = { company_id: id, meters: done.meters, rows_written: done.rowsWritten, seconds };
    print(
      io,
      json
        ? JSON.stringify(result)
        : `${name}: ${done.meters} meters, ${done.rowsWritten} rows differed, ${seconds.toFixed(1)} s.`,
    );
  }
}
