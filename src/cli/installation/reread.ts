/** `meterbook reread`: reads the stored bill files again with the readers and templates of today, for all companies or one. */
import { InvalidArgumentError } from "commander";
import { openApp } from "../../app.ts";
import { ConfigError, environmentWithFile, readConfig, type Config } from "../../config.ts";
import { isDay } from "../../domain/calendar.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import { rereadCompany, type RereadDocument } from "../../jobs/bills/reread.ts";
import { createLog } from "../../log.ts";
import { WHOLE_LIST } from "../../store/list-window.ts";
import { listCompanies } from "../../store/records/companies.ts";
import { createCommand, understands } from "../command-line.ts";
import { whereData, withDatabase } from "./with-db.ts";

interface Options {
  company?: number;
  utility?: number;
  since?: string;
  dryRun?: true;
  again?: true;
  json?: true;
}

const command = createCommand(
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

function readId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError("An id is a whole number.");
  return Number(text);
}

function readDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("A day is written as 2026-01-31.");
  return text;
}

const INTERRUPTED = 130;

async function main(): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () =>
    stop.abort(new ConfigError("it was interrupted; what was read stays, and the same command goes on")),
  );
  const config = readConfig(environmentWithFile());
  try {
    await withDatabase(config, "reading files again", async (_, databaseUrl) => {
      const app = await openApp({
        // Jobs are only enqueued here.
        config: { ...config, roles: ["api"] },
        databaseUrl,
        publicUrl: config.publicUrl ?? "",
        registry: { sandboxUrl: null },
        log: createLog({ level: "error" }),
      });
      try {
        await rereadAll(app, config, stop.signal);
      } finally {
        await app.close();
      }
    });
  } catch (error) {
    if (stop.signal.aborted) process.exitCode = INTERRUPTED;
    throw error;
  }
}

async function rereadAll(app: Awaited<ReturnType<typeof openApp>>, config: Config, signal: AbortSignal): Promise<void> {
  const { company, utility, since, dryRun, again, json } = command.opts<Options>();
  const companies = (await listCompanies(app.db, WHOLE_LIST)).filter(
    ({ id }) => company === undefined || id === company,
  );
  if (companies.length === 0)
    throw new ConfigError(
      company === undefined
        ? `the database of ${whereData(config)} has no company yet`
        : `no company of ${whereData(config)} has the id ${company}`,
    );
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  for (const { id, name } of companies) {
    const counts = { same: 0, edited: 0, kept: 0, accepted: 0, review: 0, failed: 0 };
    await rereadCompany(app, id, {
      utility_company_id: utility,
      since,
      isDry: dryRun === true,
      isAgain: again === true,
      signal,
      onFile: ({ files, filesDone }) =>
        show(filesDone < files ? `${name}: ${filesDone} of ${countOf(files, "file")}` : ""),
      onDocument(document) {
        counts[document.outcome] += 1;
        if (document.outcome === "failed") process.exitCode = 1;
        if (document.outcome === "same") return;
        show("");
        if (json) print(JSON.stringify({ company_id: id, ...document }));
        else for (const line of linesOf(document, dryRun === true)) print(line);
      },
    });
    print(
      json
        ? JSON.stringify({ company_id: id, dry_run: dryRun === true, ...counts })
        : summaryOf(name, counts, dryRun === true),
    );
  }
}

/** One line that is overwritten; nothing without a terminal. */
function show(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
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

try {
  if (understands(command)) await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`Not everything was read again: ${error.message}.\n`);
  process.exitCode ||= 1;
}
