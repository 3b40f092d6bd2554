/** Reads a bill file into statements and findings, one for each bill. Every fault of a file is a finding; a thrown error is a fault of ours. */
import { setImmediate } from "node:timers/promises";
import { checkReading } from "../domain/bills/reconcile.ts";
import { StartError } from "../errors.ts";
import type { Reading, Readings } from "../records/statement.ts";
import { readGeneric } from "./generic/read-generic.ts";
import { error, warning } from "./template/findings.ts";
import { linesOf } from "./template/lines.ts";
import type { FormatAnswer } from "./formats/format-answer.ts";
import type { FormatReader } from "./formats/read-formats.ts";
import type { Outcome } from "./outcome.ts";
import type { Page } from "./pdf/page-model.ts";
import type { PdfReader } from "./pdf/read-pdf.ts";
import { fits, runTemplate } from "./template/run-template.ts";
import { BILLS_MAX, splitBills } from "./template/split-bills.ts";
import type { Template } from "./template/template.ts";

export interface Parsers {
  /** Only the bytes decide. Rejects only when the signal is aborted or the reader cannot work at all. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<Readings>;
}

/** Reads a bill that no template fits; null when the pages are no bill. */
type ReadOthers = (pages: Page[]) => Reading | null;

export interface ParsersOptions {
  reader: Pick<PdfReader, "read">;
  /** Reads feeds, EDI files and web pages; without it they are refused. */
  formats?: Pick<FormatReader, "read">;
  /**
   * The templates in use, each with an id and version of its own; they may change while the service runs. An old layout keeps
   * its template next to the new one: all are tried.
   */
  templates: () => readonly Template[];
  /** By default the reader for bills of any layout. */
  readOthers?: ReadOthers;
}

export function createParsers({ reader, formats, templates, readOthers = readGeneric }: ParsersOptions): Parsers {
  /** Records are bills already; a web page is read as a page of a PDF is. */
  async function readOther(outcome: Outcome<FormatAnswer>, signal?: AbortSignal): Promise<Readings> {
    if (!("found" in outcome)) return [{ statement: null, findings: [outcome.finding] }];
    if ("readings" in outcome.found) return outcome.found.readings;
    const { pages } = outcome.found;
    const readings = await readPages(templates(), pages, signal);
    if (readings !== undefined) return readings;
    const reading = readOthers(pages);
    return [reading === null ? unread(...NO_BILL_ON_PAGE) : withoutTemplate(reading)];
  }

  return {
    async read(bytes, signal) {
      const other = (await formats?.read(bytes, signal)) ?? null;
      if (other !== null) return readOther(other, signal);
      const result = await reader.read(bytes, signal);
      if (!result.ok) return [{ statement: null, findings: [result.finding] }];
      const readings = await readPages(templates(), result.pages, signal);
      return readings ?? [withoutTemplate(readOthers(result.pages))];
    },
  };
}

const NO_BILL_ON_PAGE: [name: string, detail: string] = [
  "no_bill_on_web_page",
  "The file is a web page without a bill that was recognised, perhaps a sign-in page in place of the bill.",
];

/** Parsers with these templates alone. @throws StartError for an id and version used twice. */
export function parsersOf(templates: readonly Template[], reader: Pick<PdfReader, "read">): Parsers {
  const names = new Set(templates.map(({ id, version }) => `${id} ${version}`));
  if (names.size < templates.length) throw new StartError("Two bill templates have the same id and version.");
  return createParsers({ reader, templates: () => templates, readOthers: () => null });
}

/** The best readings by a template; undefined when none fits. */
async function readPages(
  templates: readonly Template[],
  pages: Page[],
  signal?: AbortSignal,
): Promise<Readings | undefined> {
  const lines = linesOf(pages);
  const fitting = templates
    .filter((template) => fits(template, lines))
    .toSorted((one, other) => other.version - one.version);
  const readings: Readings[] = [];
  for (const template of fitting) readings.push(await readBills(template, pages, signal));
  return readings.toSorted(byMerit)[0];
}

function withoutTemplate(reading: Reading | null): Reading {
  if (reading === null)
    return unread(
      "no_template",
      "No bill was recognised in this file. If it is one, enter it, or add a template for its layout; otherwise reject the document.",
    );
  const detail = "No template matches this bill: it was read by the words and tables that bills have in common.";
  return { ...reading, findings: [warning("no_template", detail), ...reading.findings] };
}

const unread = (name: string, detail: string): Reading => ({ statement: null, findings: [error(name, detail)] });

/** Other work goes on between the bills of a file, which may be many. */
async function readBills(template: Template, pages: Page[], signal?: AbortSignal): Promise<Readings> {
  const [first, ...others] = splitBills(template, pages) ?? [];
  if (first === undefined) return [unread("too_many_bills", `The file holds more than ${BILLS_MAX} bills.`)];
  const readings: Readings = [runTemplate(template, first)];
  for (const bill of others) {
    await setImmediate();
    signal?.throwIfAborted();
    readings.push(runTemplate(template, bill));
  }
  return readings;
}

/**
 * Statements first, then the fewest errors, then the fewest warnings; among equals the newest version, since sorting is
 * stable.
 */
function byMerit(one: Readings, other: Readings): number {
  return unreadOf(one) - unreadOf(other) || faults(one) - faults(other);
}

/** The share of the bills that have no statement. */
const unreadOf = (readings: Readings): number =>
  readings.filter(({ statement }) => statement === null).length / readings.length;

/** The faults of a file, by the reader and the sums. Any error outweighs all warnings. */
function faults(readings: Readings): number {
  return readings
    .flatMap((reading) => checkReading(reading, { acct_num: null, today: null }))
    .reduce((sum, { severity }) => sum + (severity === "error" ? 1000 : 1), 0);
}
