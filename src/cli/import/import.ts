/**
 * `meterbook import <file>`: brings bills into a running service: a spreadsheet of bill history, after showing what would be
 * imported, or the files of bills.
 */
import { existsSync, openAsBlob, statSync } from "node:fs";
import { basename } from "node:path";
import { countOf } from "../../domain/text.ts";
import { createApiCaller, type ApiCaller } from "../api-caller.ts";
import { isBillFile, listBillFiles, sendBills } from "./bill-files-journey.ts";
import { createCommand, parse, USAGE_EXIT_CODE } from "../command-line.ts";
import { createDisplay } from "../display.ts";
import { print, say, type Io, type Run } from "../io.ts";
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

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
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
  const over = parse(command, args);
  if (over !== null) return over;
  try {
    return await importAny(io, command.args, command.opts<Options>());
  } catch (error) {
    say(io, troubleText(error, io.env));
    return 1;
  }
};

async function importAny(io: Io, paths: readonly string[], options: Options): Promise<number> {
  const refuse = refuseBy(io);
  const [path = ""] = paths;
  const token = io.env["METERBOOK_TOKEN"];
  if (token === undefined || token === "")
    return refuse(
      "METERBOOK_TOKEN is not set: create an API token with the scopes read and write with POST /v1/api_tokens.",
    );
  const url = (options.url ?? io.env["METERBOOK_URL"] ?? "http://localhost:8080").replace(/\/$/, "");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return refuse(`${url} is not the address of a service.`);
  const missing = paths.find((each) => !existsSync(each));
  if (missing !== undefined) return refuse(`There is no file ${missing}.`);
  const areBills = paths.some((each) => isBillFile(each) || statSync(each).isDirectory());
  if (!areBills && paths.length > 1) return refuse("Give one spreadsheet at a time.");
  const interrupted = new AbortController();
  io.onInterrupt(() => interrupted.abort(new Error("Interrupted before the service had the file.")));
  const { signal } = interrupted;
  const callerUntil = (until: AbortSignal) => createApiCaller(url, token, until);
  if (areBills) return importBillFiles(io, callerUntil, { paths, options, signal });
  const isConfirmed = options.yes === true;
  const listener =
    options.json === true ? listenForMachines(io, { isConfirmed }) : listenForPeople(io, { url, isConfirmed, signal });
  const file = await openAsBlob(path);
  const { profile, utilityCompany, account, property } = options;
  const query = { profile, utility_company: utilityCompany, account, property_id: property };
  try {
    return EXIT_CODES[await importFile(callerUntil, { file, name: basename(path), query }, listener, signal)];
  } catch (error) {
    if (!signal.aborted) throw error;
    say(io, troubleText(error, io.env));
    return EXIT_CODES.interrupted;
  }
}

/** Sends the bill files, and prints what became of each bill. */
async function importBillFiles(
  io: Io,
  callerUntil: (signal: AbortSignal) => ApiCaller,
  { paths, options, signal }: { paths: readonly string[]; options: Options; signal: AbortSignal },
): Promise<number> {
  const refuse = refuseBy(io);
  const { profile, account, utilityCompany, property, json } = options;
  if (profile !== undefined || account !== undefined)
    return refuse("--profile and --account belong to a spreadsheet: bill files print their account.");
  const files = listBillFiles(paths);
  if (files.length === 0) return refuse("There is no bill file in this folder: PDF, PNG, JPEG or TIFF.");
  const display = createDisplay(io, { startedAt: performance.now() });
  const progress = (text: string) => (done: number, all: number) => {
    if (json !== true) (done === 0 ? display.begin : display.update)(`${text} ${done} of ${countOf(all, "file")}`);
  };
  const query = { utility_company: utilityCompany, property_id: property };
  const listener = { sent: progress("sent"), read: progress("read") };
  try {
    const outcomes = await sendBills(callerUntil(signal), files, query, listener, signal);
    if (json === true) for (const each of outcomes) print(io, JSON.stringify(each));
    else {
      display.done(`read ${countOf(files.length, "file")}`);
      print(io, ...billTable(outcomes));
    }
    const isDone = outcomes.every(({ state }) => state === "accepted" || state === "known");
    return EXIT_CODES[isDone ? "imported" : "refused"];
  } catch (error) {
    if (!signal.aborted) throw error;
    say(io, "Interrupted: what was sent is read by the service; send the same files again to see the rest.");
    return EXIT_CODES.interrupted;
  }
}

const refuseBy = (io: Io) => (sentence: string) => {
  say(io, sentence);
  return USAGE_EXIT_CODE;
};

/** One object per line: the event and the current import. An unchanged import is not printed again. */
function listenForMachines(io: Io, { isConfirmed }: { isConfirmed: boolean }): Listener {
  const tell = (event: string, about: object) => print(io, JSON.stringify({ event, ...about }));
  const tellRefusals = (refusals: RowRefusal[]) => refusals.forEach((refusal) => tell("refusal", { refusal }));
  let last = "";
  return {
    moved(row) {
      const { updated_at: _, ...state } = row;
      const text = JSON.stringify(state);
      if (text !== last) tell(row.state, { import: row });
      last = text;
    },
    refused: tellRefusals,
    refusedLater: tellRefusals,
    confirm: async () => isConfirmed,
    ended: (row, meters) => tell("ended", { import: row, meters: meters.map(shortOf) }),
  };
}

const shortOf = ({ id, property_id, property_name }: ShownMeter) => ({ id, property_id, property_name });

/** Progress goes to standard error, results to standard output. */
function listenForPeople(
  io: Io,
  { url, isConfirmed, signal }: { url: string; isConfirmed: boolean; signal: AbortSignal },
): Listener {
  const display = createDisplay(io, { startedAt: performance.now() });
  const show = (...lines: (string | null)[]) => lines.forEach((line) => void (line !== null && print(io, line)));
  const list = (refusals: RowRefusal[], { id }: ImportState) => {
    show(...refusals.slice(0, REFUSALS_SHOWN).map(refusalLine));
    if (refusals.length > REFUSALS_SHOWN)
      show(`... and ${refusals.length - REFUSALS_SHOWN} more, at /v1/imports/${id}/refusals`);
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
      show(sheetsLine(row), unreadLine(row), ...readPeriodLines(row));
      list(refusals, row);
      show(foundLine(row), madeLine(row), ...monthLines(row));
    },
    refusedLater(refusals, row) {
      isLive = false;
      display.note(`${countOf(refusals.length, "row")} refused because of existing bills`);
      list(refusals, row);
    },
    async confirm(row) {
      if (isConfirmed) return true;
      if (!hasNews(row)) show("All bills exist already.");
      else if (!io.in.isTerminal)
        show("There is no terminal to ask for confirmation. Use --yes to import without asking.");
      if (!hasNews(row) || !io.in.isTerminal) return false;
      const question = `Import ${countOf(row.bills_created + row.bills_edited, "bill")}? [y/N] `;
      return /^y(es)?$/i.test((await io.in.typedLine(question, { isSecret: false, signal })).trim());
    },
    ended(row, meters) {
      if (row.state === "done") display.done("imported");
      else if (isLive) display.note(row.state);
      show(summaryOf(row), madeLine(row), ...nextLines(url, meters));
    },
  };
}
