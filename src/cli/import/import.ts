/**
 * `meterbook import <file>`: brings bills into a running service: a spreadsheet of bill history, after showing what would be
 * imported, or the files of bills.
 */
import { existsSync, openAsBlob, statSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { environmentWithFile } from "../../config.ts";
import { countOf } from "../../domain/text.ts";
import { createApiCaller, type ApiCaller } from "../api-caller.ts";
import { isBillFile, listBillFiles, sendBills } from "./bill-files-journey.ts";
import { createCommand, understands, USAGE_EXIT_CODE } from "../command-line.ts";
import { createDisplay } from "../display.ts";
import {
  hasNews,
  importFile,
  isAtWork,
  type Ended,
  type ImportState,
  type Listener,
  type RowRefusal,
  type ShownMeter,
} from "./import-journey.ts";
import {
  barOf,
  billTable,
  foundLine,
  madeLine,
  monthLines,
  nextLines,
  readPeriodLines,
  refusalLine,
  sheetsLine,
  summaryOf,
  troubleText,
  unreadLine,
} from "./import-texts.ts";

const EXIT_CODES: Record<Ended, number> = { imported: 0, failed: 1, refused: 3, unconfirmed: 4, interrupted: 130 };
const REFUSALS_SHOWN = 20;

interface Options {
  profile?: string;
  utilityCompany?: string;
  account?: string;
  property?: string;
  url?: string;
  yes?: true;
  json?: true;
}

const command = createCommand(
  "import",
  "Imports bill history from a CSV or XLSX file: nothing is written until you have seen what was found and said yes. Or uploads the files of bills, as PDFs or pictures, and waits until they are read.",
)
  .argument("<file...>", "one spreadsheet, or bill files and folders of them")
  .option("--profile <name>", "what the columns mean; detected by the header row by default")
  .option(
    "--utility-company <name>",
    "for all rows, when the file does not state it; for bill files: accounts that do not exist are created",
  )
  .option("--account <number>", "for all rows, when the file does not state it")
  .option("--property <id>", "the property of all meters; for bill files: of new meters")
  .option("--url <address>", "address of the service; by default METERBOOK_URL, or http://localhost:8080")
  .option("--yes", "import all good rows without asking")
  .option("--json", "print everything as lines of JSON on standard output; does not ask")
  .addHelpText(
    "after",
    "\nSign in with an API token in METERBOOK_TOKEN.\nExit codes: 0 all rows or bills imported, 1 failed, 2 wrong command, 3 imported but for refused rows or bills that wait in review, 4 not confirmed, 130 interrupted.",
  );

async function main(): Promise<number> {
  const [path = ""] = command.args;
  const options = command.opts<Options>();
  const environment = environmentWithFile();
  const token = environment["METERBOOK_TOKEN"];
  if (token === undefined || token === "")
    return refuse(
      "METERBOOK_TOKEN is not set: create an API token with the scopes read and write with POST /v1/api_tokens.",
    );
  const url = (options.url ?? environment["METERBOOK_URL"] ?? "http://localhost:8080").replace(/\/$/, "");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return refuse(`${url} is not the address of a service.`);
  const missing = command.args.find((each) => !existsSync(each));
  if (missing !== undefined) return refuse(`There is no file ${missing}.`);
  const areBills = command.args.some((each) => isBillFile(each) || statSync(each).isDirectory());
  if (!areBills && command.args.length > 1) return refuse("Give one spreadsheet at a time.");
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.on(name, () => interrupted.abort(new Error("Interrupted before the service had the file.")));
  const callerUntil = (signal: AbortSignal) => createApiCaller(url, token, signal);
  const listener =
    options.json === true
      ? listenForMachines(options.yes === true)
      : listenForPeople(url, options.yes === true, interrupted.signal);
  const { signal } = interrupted;
  if (areBills) return importBillFiles(callerUntil, options, signal);
  const file = await openAsBlob(path);
  const { profile, utilityCompany, account, property } = options;
  const query = { profile, utility_company: utilityCompany, account, property_id: property };
  try {
    return EXIT_CODES[await importFile(callerUntil, { file, name: basename(path), query }, listener, signal)];
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write(`${troubleText(error)}\n`);
    return EXIT_CODES.interrupted;
  }
}

/** Sends the bill files, and prints what became of each bill. */
async function importBillFiles(
  callerUntil: (signal: AbortSignal) => ApiCaller,
  { profile, account, utilityCompany, property, json }: Options,
  signal: AbortSignal,
): Promise<number> {
  if (profile !== undefined || account !== undefined)
    return refuse("--profile and --account belong to a spreadsheet: bill files print their account.");
  const files = listBillFiles(command.args);
  if (files.length === 0) return refuse("There is no bill file in this folder: PDF, PNG, JPEG or TIFF.");
  const display = createDisplay({ startedAt: performance.now() });
  const progress = (text: string) => (done: number, all: number) => {
    if (json !== true) (done === 0 ? display.begin : display.update)(`${text} ${done} of ${countOf(all, "file")}`);
  };
  const query = { utility_company: utilityCompany, property_id: property };
  const listener = { sent: progress("sent"), read: progress("read") };
  try {
    const outcomes = await sendBills(callerUntil(signal), files, query, listener, signal);
    if (json === true) for (const each of outcomes) process.stdout.write(`${JSON.stringify(each)}\n`);
    else {
      display.done(`read ${countOf(files.length, "file")}`);
      for (const line of billTable(outcomes)) process.stdout.write(`${line}\n`);
    }
    const isDone = outcomes.every(({ state }) => state === "accepted" || state === "known");
    return EXIT_CODES[isDone ? "imported" : "refused"];
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write(
      "Interrupted: what was sent is read by the service; send the same files again to see the rest.\n",
    );
    return EXIT_CODES.interrupted;
  }
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return USAGE_EXIT_CODE;
}

/** One object per line: the event and the current import. An unchanged import is not printed again. */
function listenForMachines(isConfirmed: boolean): Listener {
  const print = (event: string, about: object) => void process.stdout.write(`${JSON.stringify({ event, ...about })}\n`);
  const printRefusals = (refusals: RowRefusal[]) => refusals.forEach((refusal) => print("refusal", { refusal }));
  let last = "";
  return {
    moved(row) {
      const { updated_at: _, ...state } = row;
      const text = JSON.stringify(state);
      if (text !== last) print(row.state, { import: row });
      last = text;
    },
    refused: printRefusals,
    refusedLater: printRefusals,
    confirm: async () => isConfirmed,
    ended: (row, meters) => print("ended", { import: row, meters: meters.map(shortOf) }),
  };
}

const shortOf = ({ id, property_id, property_name }: ShownMeter) => ({ id, property_id, property_name });

/** Progress goes to standard error, results to standard output. */
function listenForPeople(url: string, isConfirmed: boolean, signal: AbortSignal): Listener {
  const display = createDisplay({ startedAt: performance.now() });
  const print = (text: string | null) => void (text !== null && process.stdout.write(`${text}\n`));
  const list = (refusals: RowRefusal[], { id }: ImportState) => {
    for (const refusal of refusals.slice(0, REFUSALS_SHOWN)) print(refusalLine(refusal));
    if (refusals.length > REFUSALS_SHOWN)
      print(`... and ${refusals.length - REFUSALS_SHOWN} more, at /v1/imports/${id}/refusals`);
  };
  // Between `begin` and `done` there is one live line.
  let isLive = false;
  return {
    moved(row) {
      if (!isAtWork(row)) return;
      const text = barOf(row);
      if (isLive) display.update(text);
      else display.begin(text);
      isLive = true;
    },
    refused(refusals, row) {
      isLive = false;
      display.done(`read ${countOf(row.rows_read, "row")} with the profile ${row.profile}`);
      print(sheetsLine(row));
      print(unreadLine(row));
      for (const line of readPeriodLines(row)) print(line);
      list(refusals, row);
      print(foundLine(row));
      print(madeLine(row));
      for (const line of monthLines(row)) print(line);
    },
    refusedLater(refusals, row) {
      isLive = false;
      display.note(`${countOf(refusals.length, "row")} refused because of existing bills`);
      list(refusals, row);
    },
    async confirm(row) {
      if (isConfirmed) return true;
      if (!hasNews(row)) print("All bills exist already.");
      else if (!process.stdin.isTTY)
        print("There is no terminal to ask for confirmation. Use --yes to import without asking.");
      return hasNews(row) && ask(`Import ${countOf(row.bills_created + row.bills_edited, "bill")}? [y/N] `, signal);
    },
    ended(row, meters) {
      if (row.state === "done") display.done("imported");
      else if (isLive) display.note(row.state);
      print(summaryOf(row));
      print(madeLine(row));
      for (const line of nextLines(url, meters)) print(line);
    },
  };
}

/** Without a terminal the answer is no. */
async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // While it asks, it receives the keys, including Ctrl+C and Ctrl+D.
  prompt.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const closed = new Promise<string>((resolve) => void prompt.once("close", () => resolve("")));
  const answer = await Promise.race([prompt.question(question, { signal }), closed]).finally(() => prompt.close());
  return /^y(es)?$/i.test(answer.trim());
}

try {
  if (understands(command)) process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${troubleText(error)}\n`);
  process.exitCode = 1;
}
