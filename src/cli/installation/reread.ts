/** `meterbook reread`: reads the stored bill files again with the readers and templates of today, for all companies or one. */
import { InvalidArgumentError } from "commander";
import { openApp } from "../../app.ts";
import { ConfigError, readConfig, type Config } from "../../config.ts";
import { isDay } from "../../domain/calendar.ts";
import { countOf } from "../../domain/text.ts";
import { rereadCompany, type RereadDocument } from "../../jobs/bills/reread.ts";
import { WHOLE_LIST } from "../../store/list-window.ts";
import { listCompanies } from "../../store/records/companies.ts";
import { attempt, createCommand, parse, readId } from "../command-line.ts";
import { showLine } from "../display.ts";
import { errorLog, print, type Io, type Run } from "../io.ts";
import { whereData, withDatabase } from "./with-db.ts";

interface Options {
  company?: number;
  utility?: number;
  since?: string;
  dryRun?: true;
  again?: true;
  json?: true;
}

const INTERRUPTED = 130;

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
    "reread",
    "Reads stored bill files again with the readers and templates of today. Only a bill whose values differ is edited, and one that a user corrected stays. The service may be running.",
  )
    .option("--company <id>", "only for this company", readId)
    .option("--utility <id>", "only for accounts of the utility with this utility_company_id", readId)
    .option("--since <day>", "only files that arrived on this day or later", readDay)
    .option("--dry-run", "change nothing: show each field that would differ, before and after")
    .option("--again", "also files that were read with the readers and templates of today")
    .option("--json", "a line of JSON for each document that differs, and one for each company")
    .addHelpText(
      "after",
      "\nExit codes: 0 everything was read, 1 something could not be read, 2 wrong command, 130 interrupted.",
    );
  return parse(command, args) ?? reread(io, command.opts<Options>());
};

function readDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("A day is written as 2026-01-31.");
  return text;
}

async function reread(io: Io, options: Options): Promise<number> {
  const stop = new AbortController();
  io.onInterrupt(() =>
    stop.abort(new ConfigError("it was interrupted; what was read stays, and the same command goes on")),
  );
  const work = async (): Promise<number> => {
    const config = readConfig(io.env);
    return withDatabase(io, config, "reading files again", async (_, databaseUrl) => {
      const app = await openApp({
        // Jobs are only enqueued here.
        config: { ...config, roles: ["api"] },
        databaseUrl,
        publicUrl: config.publicUrl ?? "",
        registry: { sandboxUrl: null },
        log: errorLog(io),
      });
      try {
        return (await rereadAll(io, { app, config }, options, stop.signal)) === 0 ? 0 : 1;
      } finally {
        await app.close();
      }
    });
  };
  const code = await attempt(io, work, { says: (why) => `Not everything was read again: ${why}.`, code: 1 });
  return code !== 0 && stop.signal.aborted ? INTERRUPTED : code;
}

/** Returns how many documents could not be read. */
async function rereadAll(
  io: Io,
  { app, config }: { app: Awaited<ReturnType<typeof openApp>>; config: Config },
  { company, utility, since, dryRun, again, json }: Options,
  signal: AbortSignal,
): Promise<number> {
  const companies = (await listCompanies(app.db, WHOLE_LIST)).filter(
    ({ id }) => company === undefined || id === company,
  );
  if (companies.length === 0)
    throw new ConfigError(
      company === undefined
        ? `the database of ${whereData(config)} has no company yet`
        : `no company of ${whereData(config)} has the id ${company}`,
    );
  let failed = 0;
  for (const { id, name } of companies) {
    const counts = { same: 0, edited: 0, kept: 0, accepted: 0, review: 0, failed: 0 };
    await rereadCompany(app, id, {
      utility_company_id: utility,
      since,
      isDry: dryRun === true,
      isAgain: again === true,
      signal,
      onFile: ({ files, filesDone }) =>
        showLine(io, filesDone < files ? `${name}: ${filesDone} of ${countOf(files, "file")}` : ""),
      onDocument(document) {
        counts[document.outcome] += 1;
        if (document.outcome === "same") return;
        showLine(io, "");
        print(io, ...(json ? [JSON.stringify({ company_id: id, ...document })] : linesOf(document, dryRun === true)));
      },
    });
    failed += counts.failed;
    print(
      io,
      json
        ? JSON.stringify({ company_id: id, dry_run: dryRun === true, ...counts })
        : summaryOf(name, counts, dryRun === true),
    );
  }
  return failed;
}

const CHANGES_SHOWN = 20;

function linesOf(
  { document_id, name, outcome, changes, why, utility_bill_id }: RereadDocument,
  isDry: boolean,
): string[] {
  const bill = utility_bill_id === null ? "" : ` as bill ${utility_bill_id}`;
  const said = isDry && ["edited", "accepted"].includes(outcome) ? `would be ${outcome}` : outcome;
  const more = changes.length - CHANGES_SHOWN;
  return [
    `Document ${document_id}, ${name}: ${said}${bill}.${why === null ? "" : ` ${why}`}`,
    ...changes
      .slice(0, CHANGES_SHOWN)
      .map(({ field, before, after }) => `  ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`),
    ...(more > 0 ? [`  ... and ${countOf(more, "more field")}`] : []),
  ];
}

function summaryOf(name: string, counts: Record<RereadDocument["outcome"], number>, isDry: boolean): string {
  const { same, edited, kept, accepted, review, failed } = counts;
  const parts = [`${edited} edited`, `${accepted} out of review`, `${kept} kept although read otherwise`];
  return `${name}${isDry ? " (nothing was changed)" : ""}: ${parts.join(", ")}, ${review} in review with other findings, ${failed} not read, ${same} the same.`;
}
