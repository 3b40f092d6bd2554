/** `meterbook template try`: shows the author of a template what it makes of a bill, and the verdict that the service would give. */
import { basename, dirname } from "node:path";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import type { Finding } from "../../records/statement.ts";
import type { Page } from "../../parsers/pdf/page-model.ts";
import { createBillReader } from "../../parsers/bill-reader.ts";
import type { PdfReader } from "../../parsers/pdf/read-pdf.ts";
import { nameOf, writeFixture } from "../../utilities/fixtures.ts";
import { createWordHider, type WordHider } from "../../utilities/hide-words.ts";
import { checkBills, readPagesOf, type BillVerdict } from "../../utilities/read-bill.ts";
import { TEMPLATES_FOLDER, type TemplateFile } from "../../utilities/read-folder.ts";
import {
  tryTemplate,
  matchReports,
  plainLines,
  type TemplateTrial,
  type MatchReport,
  type TriedLine,
} from "../../utilities/trial.ts";
import { anatomyLines, findingLines, lineLines, matchLines, statementLines, verdictLines } from "./bill-texts.ts";
import { print, say, type Io } from "../io.ts";
import { listBills, listTemplates, tableOf } from "../utility-folders.ts";

export interface TryOptions {
  template?: string;
  utilities?: string;
  account?: string;
  words?: true;
  save?: true;
  hide?: string[];
  json?: true;
}

interface Trial {
  file: string;
  /** Why the file cannot be read; its bills are empty then. */
  unreadable: Finding | null;
  templates: MatchReport[];
  bills: BillVerdict[];
  /** Of the template that read the file, or else of the one that comes nearest by `--template` or `match`. */
  shown_template: string | null;
  anatomy: TemplateTrial | null;
  lines: TriedLine[];
}

/** Tries all bills once. Exit code 0: all accepted. @throws StartError when the template cannot be used */
export async function tryBills(io: Io, paths: readonly string[], options: TryOptions): Promise<number> {
  if (options.hide !== undefined && !options.save) throw new StartError("--hide is for what --save writes.");
  const files = listBills(paths);
  const templates = listTemplates(io, options);
  const reader = createBillReader({ processes: 2 });
  // The same text is replaced by the same on all bills.
  const hider = createWordHider(options.hide ?? []);
  try {
    const trials: Trial[] = [];
    for (const file of files) trials.push(await tryBill(file, { io, templates, options, reader, hider }));
    if (options.json) print(io, JSON.stringify(trials, null, 2));
    else if (files.length === 1 && files[0] === paths[0])
      print(io, ...trials.flatMap((trial) => trialLines(trial, options)));
    else print(io, ...verdictTable(trials));
    const isAccepted = trials.every(({ bills }) => bills.length > 0 && bills.every(({ accepted }) => accepted));
    return isAccepted && trials.length > 0 ? 0 : 1;
  } finally {
    await reader.close();
  }
}

interface Trying {
  io: Io;
  templates: readonly TemplateFile[];
  options: TryOptions;
  reader: PdfReader;
  hider: WordHider;
}

async function tryBill(file: string, { io, templates, options, reader, hider }: Trying): Promise<Trial> {
  const all = templates.map(({ template }) => template);
  const read = await readPagesOf(file, reader);
  const today = Temporal.Now.plainDateISO("UTC").toString();
  const bills = await checkBills(read, all, { acct_num: options.account ?? null, today });
  if (!read.ok) {
    const { finding } = read;
    return { file, unreadable: finding, templates: [], bills, shown_template: null, anatomy: null, lines: [] };
  }
  const reports = matchReports(all, read.pages);
  const shown = shownTemplate(templates, bills, reports);
  if (options.save) await save(io, file, { pages: hider.hide(read.pages), shown, templates, hidden: hider.count() });
  const anatomy = shown === null ? null : tryTemplate(shown.template, read.pages);
  return {
    file,
    unreadable: null,
    templates: reports,
    bills,
    shown_template: shown === null ? null : `${shown.template.id} ${shown.template.version}`,
    anatomy,
    lines: anatomy?.lines ?? plainLines(read.pages),
  };
}

function shownTemplate(files: readonly TemplateFile[], bills: BillVerdict[], reports: MatchReport[]) {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return only;
  const used = bills.find(({ statement }) => statement !== null)?.statement?.template;
  const [wanted] = used === undefined ? reports.filter(({ fits }) => fits) : [used];
  if (wanted === undefined) return null;
  return files.find(({ template: { id, version } }) => id === wanted.id && version === wanted.version) ?? null;
}

async function save(
  io: Io,
  file: string,
  given: { pages: Page[]; shown: TemplateFile | null; templates: readonly TemplateFile[]; hidden: number },
): Promise<void> {
  const { pages, shown, templates, hidden } = given;
  if (shown === null) {
    say(io, `${file}: no template reads it, so nothing is saved.`);
    return;
  }
  const folder = dirname(shown.file);
  const { bill, expected } = await writeFixture(basename(folder) === TEMPLATES_FOLDER ? dirname(folder) : folder, {
    name: nameOf(basename(file)),
    pages,
    templates: templates.map(({ template }) => template),
  });
  const masked = hidden === 0 ? "" : ` ${countOf(hidden, "place")} masked so far.`;
  const warning =
    "They hold what the bill prints: take names, addresses and numbers out by --hide TEXT, or replace them, before you give them away.";
  say(io, `Saved ${bill} and ${expected}.${masked} ${warning}`);
}

function trialLines({ file, unreadable, templates, bills, anatomy, lines, ...rest }: Trial, { words }: TryOptions) {
  if (unreadable !== null) return [file, ...findingLines([unreadable]), "Verdict: waits in review"];
  const pages = new Set(lines.map(({ page }) => page)).size;
  const several = bills.length > 1;
  return [
    `${file}: ${countOf(pages, "page")} with ${countOf(lines.length, "line")} of text`,
    "",
    ...matchLines(templates),
    "",
    ...lineLines(lines, { isPlaced: words === true }),
    "",
    ...(anatomy === null ? [] : [`By ${rest.shown_template}`, ...anatomyLines(anatomy), ""]),
    ...bills.flatMap((bill, at) => [
      ...(several ? [`Bill ${at + 1} of ${bills.length}`] : []),
      ...(several && bill.statement !== null ? statementLines(bill.statement) : []),
      ...verdictLines(bill),
    ]),
  ];
}

/** A row for each bill, then how many each template reads so that they are accepted. */
function verdictTable(trials: readonly Trial[]): string[] {
  const bills = trials.flatMap(({ file, bills: each }) => each.map((bill) => ({ file, ...bill })));
  const nameOfTemplate = ({ statement }: BillVerdict) =>
    statement === null ? "-" : `${statement.template.id} ${statement.template.version}`;
  const rows = bills.map((bill) => [
    basename(bill.file),
    nameOfTemplate(bill),
    bill.accepted ? "accepted" : "review",
    [...new Set(bill.findings.map(({ name }) => name))].join(" "),
  ]);
  const groups = [...Map.groupBy(bills, nameOfTemplate)].map(([template, each]) => [
    template === "-" ? "no statement" : template,
    `${each.filter(({ accepted }) => accepted).length} of ${each.length} accepted`,
  ]);
  return [...tableOf([["FILE", "TEMPLATE", "VERDICT", "FINDINGS"], ...rows]), "", ...tableOf(groups)];
}
