/**
 * `meterbook print-bill`: shows the author of a template how a template sees a bill, and how the service would check its
 * reading.
 */
import { readFileSync } from "node:fs";
import { isAccepted, checkReading } from "../domain/bills/reconcile.ts";
import { checkedBy } from "../domain/bills/rules/sums.ts";
import type { Pattern } from "../domain/pattern.ts";
import { StartError } from "../errors.ts";
import { keptLines } from "../parsers/template/kept-lines.ts";
import { linesOf, type Line } from "../parsers/template/lines.ts";
import type { Page } from "../parsers/pdf/page-model.ts";
import { createPdfReader } from "../parsers/pdf/read-pdf.ts";
import { parsersOf } from "../parsers/registry.ts";
import { readTemplate, type Template } from "../parsers/template/template.ts";
import type { Reading } from "../records/statement.ts";
import { createCommand, understands } from "./command-line.ts";

interface Options {
  lines?: true;
  places?: true;
  account?: string;
}

const command = createCommand(
  "print-bill",
  "Prints a bill as the lines that templates refer to. With a template: which lines of `match` match, the values read, every finding, and whether the service would accept the bill.",
)
  .argument("<bill>", "a PDF")
  .argument("[template]", "a bill template (YAML)")
  .option("--lines", "with a template: the lines that its `ignore` leaves for the sections of meters")
  .option("--places", "each cell with its start and end in points from the left")
  .option("--account <number>", "the account that the bill is listed under")
  .addHelpText("after", "\nExit codes: 0 printed, 1 the file or the template cannot be read, 2 wrong command.");

async function main(): Promise<void> {
  const [bill = "", file] = command.args;
  const options = command.opts<Options>();
  const reader = createPdfReader({ processes: 1 });
  try {
    const template = file === undefined ? null : readTemplate(readFileSync(file, "utf8"), file);
    const result = await reader.read(readFileSync(bill));
    if (!result.ok) throw new StartError(`${result.finding.name}: ${result.finding.detail}`);
    const { pages } = result;
    if (template === null) print(textOf(linesOf(pages), options));
    else if (options.lines) print(textOf(keptLines(linesOf(pages), template.ignore), options));
    else print(JSON.stringify(await reportOf(template, pages, options.account ?? null), null, 2));
  } finally {
    await reader.close();
  }
}

/** The service's result for the pages with only this template, by the service's own code. */
async function reportOf(template: Template, pages: Page[], account: string | null) {
  const lines = linesOf(pages);
  const isThere = (pattern: Pattern) => lines.some(({ text }) => pattern.test(text));
  const parsers = parsersOf([template], { read: async () => ({ ok: true, pages }) });
  const [first, ...others] = await parsers.read(new Uint8Array());
  const match = {
    all: template.match.all.map((pattern) => ({ pattern: pattern.source, fits: isThere(pattern) })),
    none: template.match.none.map((pattern) => ({ pattern: pattern.source, fits: isThere(pattern) })),
  };
  if (others.length === 0) return { match, ...resultOf(first, account) };
  return { match, bills: [first, ...others].map((reading) => resultOf(reading, account)) };
}

/** Of one bill: whether the service would accept it, and why not. */
function resultOf(reading: Reading, account: string | null) {
  const findings = checkReading(reading, { acct_num: account, today: Temporal.Now.plainDateISO("UTC").toString() });
  const { statement } = reading;
  return {
    accepted: statement !== null && isAccepted(findings),
    checked_by: statement && checkedBy(statement),
    findings,
    statement,
  };
}

function textOf(lines: Line[], { places }: Options): string {
  const cell = ({ text, left, right }: Line["cells"][number]) => `${text} [${left.toFixed(1)}-${right.toFixed(1)}]`;
  return lines.map(({ text, cells, page }) => `${page.page}| ${places ? cells.map(cell).join("  ") : text}`).join("\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  if (understands(command)) await main();
} catch (error) {
  // A file that cannot be opened: the system's message names it.
  if (!(error instanceof StartError || (error instanceof Error && "code" in error))) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
