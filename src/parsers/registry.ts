/** Reads a bill file into statements and findings, one for each bill. Every fault of a file is a finding; a thrown error is a fault of ours. */
import { setImmediate } from "node:timers/promises";
import { checkReading, isAccepted } from "../domain/bills/reconcile.ts";
import { StartError } from "../errors.ts";
import type { Reading, Readings } from "../records/statement.ts";
import { readGeneric } from "./generic/read-generic.ts";
import { error, warning } from "./template/findings.ts";
import { linesOf } from "./template/lines.ts";
import type { FormatAnswer } from "./formats/format-answer.ts";
import type { FormatReader } from "./formats/read-formats.ts";
import type { FileFinding, Outcome } from "./outcome.ts";
import type { Page } from "./pdf/page-model.ts";
import type { PdfReader } from "./pdf/read-pdf.ts";
import { checkConfidence } from "./pictures/low-confidence.ts";
import { isPicture } from "./pictures/picture-head.ts";
import type { IsTurnOver, PictureReader } from "./pictures/read-pictures.ts";
import { fits, runTemplate } from "./template/run-template.ts";
import { BILLS_MAX, splitBills } from "./template/split-bills.ts";
import type { Template } from "./template/template.ts";

export interface Parsers {
  /** Only the bytes decide. Rejects only when the signal is aborted, a reader cannot work at all, or with `TurnOver`. */
  read(bytes: Uint8Array, signal?: AbortSignal, isTurnOver?: IsTurnOver): Promise<Readings>;
  /** The same without recognising text in pictures, which takes seconds a page; null when that is needed. */
  readText(bytes: Uint8Array, signal?: AbortSignal): Promise<Readings | null>;
  /** All pages of the file, those without text recognised; none for a file that has no pages or cannot be read. */
  readPages(bytes: Uint8Array, signal?: AbortSignal): Promise<Page[]>;
}

/** Reads a bill that no template fits; null when the pages are no bill. */
type ReadWithoutTemplate = (pages: Page[]) => Reading | null;

export interface Readers {
  reader: Pick<PdfReader, "read">;
  /** Reads feeds, EDI files and web pages; without it they are refused. */
  formats?: Pick<FormatReader, "read">;
  /** Without it pictures and scans are not read. */
  pictures?: Pick<PictureReader, "read">;
}

export interface ParsersOptions extends Readers {
  /**
   * The templates in use, each with an id and version of its own; they may change while the service runs. An old layout keeps
   * its template next to the new one: all are tried.
   */
  templates: () => readonly Template[];
  /** Reads the bills that no template fits; by default the reader for bills of any layout. */
  readWithoutTemplate?: ReadWithoutTemplate;
}

/** What the text of a file gives, and which of its pages are pictures to recognise if that is no acceptable bill. */
interface TextReading {
  pages: Page[];
  readings: Readings;
  missing: number[] | "all";
}

export function createParsers(options: ParsersOptions): Parsers {
  const { reader, formats, pictures, templates, readWithoutTemplate = readGeneric } = options;
  const readBillsOf = async (pages: Page[], signal?: AbortSignal): Promise<Readings> =>
    withConfidence(
      (await readByTemplates(templates(), pages, signal)) ?? [withoutTemplate(readWithoutTemplate(pages))],
      pages,
    );

  /** Records are bills already; a web page is read as a page of a PDF is. */
  async function readFormat(outcome: Outcome<FormatAnswer>, signal?: AbortSignal): Promise<Readings> {
    if (!("found" in outcome)) return [{ statement: null, findings: [outcome.finding] }];
    if ("readings" in outcome.found) return outcome.found.readings;
    const { pages } = outcome.found;
    const readings = await readByTemplates(templates(), pages, signal);
    if (readings !== undefined) return readings;
    const reading = readWithoutTemplate(pages);
    return [reading === null ? unread(...NO_BILL_ON_PAGE) : withoutTemplate(reading)];
  }

  /** The pages with those that were recognised; the finding when they cannot be. */
  async function recognised(
    bytes: Uint8Array,
    { pages, missing }: Pick<TextReading, "pages" | "missing">,
    signal?: AbortSignal,
    isTurnOver?: IsTurnOver,
  ): Promise<Page[] | FileFinding> {
    if (pictures === undefined || missing.length === 0) return pages;
    const result = await pictures.read(bytes, missing === "all" ? undefined : missing, signal, isTurnOver);
    if (!result.ok) return result.finding;
    return [...pages.filter(({ rows }) => rows.length > 0), ...result.pages].toSorted((a, b) => a.page - b.page);
  }

  async function readTextOf(bytes: Uint8Array, signal?: AbortSignal): Promise<TextReading> {
    if (pictures !== undefined && isPicture(bytes)) return { pages: [], readings: [NOTHING], missing: "all" };
    const other = (await formats?.read(bytes, signal)) ?? null;
    if (other !== null) {
      const pages = "found" in other && "pages" in other.found ? other.found.pages : [];
      return { pages, readings: await readFormat(other, signal), missing: [] };
    }
    const result = await reader.read(bytes, signal);
    if (!result.ok) {
      const isScan = pictures !== undefined && result.finding.name === "no_text";
      const readings: Readings = [{ statement: null, findings: [result.finding] }];
      return { pages: [], readings, missing: isScan ? "all" : [] };
    }
    const { pages } = result;
    const readings = await readBillsOf(pages, signal);
    const blank = pages.filter(({ rows }) => rows.length === 0).map(({ page }) => page);
    return { pages, readings, missing: pictures === undefined || readings.every(isBill) ? [] : blank };
  }

  return {
    async read(bytes, signal, isTurnOver) {
      const text = await readTextOf(bytes, signal);
      if (pictures === undefined || text.missing.length === 0) return text.readings;
      const pages = await recognised(bytes, text, signal, isTurnOver);
      if (Array.isArray(pages)) return readBillsOf(pages, signal);
      // Where the file has text too, that is the better explanation.
      return text.missing === "all" ? [{ statement: null, findings: [pages] }] : text.readings;
    },
    async readText(bytes, signal) {
      const { readings, missing } = await readTextOf(bytes, signal);
      return missing.length === 0 ? readings : null;
    },
    async readPages(bytes, signal) {
      const text = await readTextOf(bytes, signal);
      const pages = await recognised(bytes, text, signal);
      return Array.isArray(pages) ? pages : text.pages;
    },
  };
}

const NO_BILL_ON_PAGE: [name: string, detail: string] = [
  "no_bill_on_web_page",
  "The file is a web page without a bill that was recognised, perhaps a sign-in page in place of the bill.",
];

const NOTHING: Reading = { statement: null, findings: [] };

const isBill = (reading: Reading): boolean => reading.statement !== null && isAccepted(findingsOn(reading));

/** Readers of words do not know how surely a word was recognised: a value of an unsure word is an error. */
function withConfidence([first, ...others]: Readings, pages: Page[]): Readings {
  const checked = (reading: Reading) => checkConfidence(reading, pages);
  return [checked(first), ...others.map(checked)];
}

/** Parsers with these templates alone. @throws StartError for an id and version used twice. */
export function parsersOf(templates: readonly Template[], readers: Readers): Parsers {
  const names = new Set(templates.map(({ id, version }) => `${id} ${version}`));
  if (names.size < templates.length) throw new StartError("Two bill templates have the same id and version.");
  return createParsers({ ...readers, templates: () => templates, readWithoutTemplate: () => null });
}

/** The best readings by a template; undefined when none fits. */
async function readByTemplates(
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
  const [ofOne, ofOther] = [faultsOf(one), faultsOf(other)];
  return unreadOf(one) - unreadOf(other) || ofOne.errors - ofOther.errors || ofOne.warnings - ofOther.warnings;
}

/** The share of the bills that have no statement. */
const unreadOf = (readings: Readings): number =>
  readings.filter(({ statement }) => statement === null).length / readings.length;

/** How many faults a file has, by the reader and the sums. */
function faultsOf(readings: Readings): { errors: number; warnings: number } {
  const findings = readings.flatMap(findingsOn);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: findings.length - errors };
}

const findingsOn = (reading: Reading) => checkReading(reading, { acct_num: null, today: null });
