/**
 * Extracts the text of a PDF as pages of rows, within limits. Runs only in the reader process, because a hostile file can be
 * slow or large.
 */
import { fileURLToPath } from "node:url";
import {
  getDocument,
  PasswordException,
  Util,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { groupRows, type Piece } from "./group-rows.ts";
import type { Page } from "./page-model.ts";
import { Unreadable, type FileFinding } from "../outcome.ts";
import type { PdfReadResult } from "./pdf-answer.ts";
import type { PdfLimits } from "./pdf-limits.ts";

type TextLimits = Pick<PdfLimits, "pagesMax" | "charactersMax" | "rowsMax" | "wordsMax">;

/** The matrix [a b c d e f] of a PDF: a and b give the direction of the text, e and f its origin. */
type Matrix = [number, number, number, number, number, number];

/** An item of the library, without marked content. */
interface TextItem {
  str: string;
  width: number;
  transform: Matrix;
}

interface Item {
  text: string;
  width: number;
  matrix: Matrix;
}

/** Encoding tables that files only name. The library accepts a path, not a URL. */
const ENCODINGS = fileURLToPath(new URL("cmaps/", import.meta.resolve("pdfjs-dist/package.json")));

/** Reads a PDF without its images. Never throws because of the file's content. */
export async function readPdfText(bytes: Uint8Array, limits: TextLimits): Promise<PdfReadResult> {
  const loading = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    // An unreadable stream is a fault of the file: half of its text must not count as all of it.
    stopAtErrors: true,
    // Fonts are not loaded: the widths of letters are known without them, and reading takes four fifths of the time.
    cMapUrl: ENCODINGS,
    cMapPacked: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    maxImageSize: 1,
  });
  try {
    return { ok: true, pages: await readPages(await loading.promise, limits) };
  } catch (error) {
    return { ok: false, finding: findingOf(error) };
  } finally {
    await loading.destroy();
  }
}

function findingOf(error: unknown): FileFinding {
  if (error instanceof Unreadable) return error.finding;
  if (error instanceof PasswordException) {
    return new Unreadable("file_encrypted", "The file opens only with a password.").finding;
  }
  if (isOutOfMemory(error)) {
    return new Unreadable("reading_needed_too_much_memory", "The file unpacks to more than a bill can be.").finding;
  }
  return new Unreadable("not_a_pdf", "The file begins like a PDF but cannot be opened as one.").finding;
}

/** By message, since the library wraps errors under another name. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /allocation failed|invalid (array|string|typed array) length/i.test(error.message);
}

async function readPages(document: PDFDocumentProxy, limits: TextLimits): Promise<Page[]> {
  const { numPages } = document;
  if (numPages > limits.pagesMax) {
    throw new Unreadable("too_many_pages", `The file has ${numPages} pages, at most ${limits.pagesMax} are read.`);
  }
  const pages: Page[] = [];
  const left = { characters: limits.charactersMax, rows: limits.rowsMax, words: limits.wordsMax };
  for (let number = 1; number <= numPages; number++) {
    const page = await readPage(document, number, left);
    left.rows -= page.rows.length;
    left.words -= page.rows.reduce((sum, { words }) => sum + words.length, 0);
    if (left.rows < 0) throw tooLarge("rows", limits.rowsMax);
    if (left.words < 0) throw tooLarge("words", limits.wordsMax);
    pages.push(page);
  }
  if (pages.every(({ rows }) => rows.length === 0)) {
    throw new Unreadable("no_text", "The file has no readable text: perhaps it is a scanned bill.");
  }
  return pages;
}

async function readPage(document: PDFDocumentProxy, number: number, left: { characters: number }): Promise<Page> {
  try {
    const source = await document.getPage(number);
    return layOut(source, await readItems(source, left), number);
  } catch (error) {
    if (error instanceof Unreadable || isOutOfMemory(error)) throw error;
    throw new Unreadable("file_damaged", `Page ${number} of the file cannot be read.`);
  }
}

const tooLarge = (what: string, max: number): Unreadable =>
  new Unreadable("file_too_large", `The file has more than ${max} ${what}.`);

/** The texts of a page as a stream, so that a flood of them is cut off early. */
async function readItems(page: PDFPageProxy, left: { characters: number }): Promise<Item[]> {
  const items: Item[] = [];
  const stream: ReadableStream<{ items: TextItem[] }> = page.streamTextContent({ includeMarkedContent: false });
  const reader = stream.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const { str, width, transform } of chunk.value.items) {
      left.characters -= str.length;
      const text = plain(str);
      // The file's own spaces have no height and often a wrong position: gaps are measured instead.
      if (text.trim() !== "") items.push({ text, width, matrix: transform });
    }
    if (left.characters < 0) {
      await reader.cancel(new Error("enough"));
      throw new Unreadable("file_too_large", "The file has more text than a bill can have.");
    }
  }
  return items;
}

/** One line of visible text: every kind of space becomes a space, invisible characters are removed. */
function plain(text: string): string {
  return text.replace(/\s/gu, " ").replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "");
}

/** Rotates the page so that most of its letters are upright, and leaves out the other letters, which are notes in the margin. */
function layOut(source: PDFPageProxy, items: Item[], number: number): Page {
  const shown = source.getViewport({ scale: 1 });
  const weights = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const { text, matrix } of items) weights[turnOf(matrix, shown.transform)] += text.length;
  const turned = ([0, 90, 180, 270] as const).reduce((best, angle) => (weights[angle] > weights[best] ? angle : best));
  const upright = turned === 0 ? shown : source.getViewport({ scale: 1, rotation: (source.rotate + turned) % 360 });
  const pieces = items
    .filter(({ matrix }) => turnOf(matrix, shown.transform) === turned)
    .map((item) => toPiece(item, upright.transform));
  const { width, height } = upright;
  return { page: number, width, height, turned, rows: groupRows(pieces) };
}

/** How far a text must be rotated clockwise to be upright on the displayed page. */
function turnOf(matrix: Matrix, view: number[]): Page["turned"] {
  const [a, b] = Util.transform(view, matrix) as Matrix;
  if (Math.abs(a) >= Math.abs(b)) return a >= 0 ? 0 : 180;
  return b >= 0 ? 270 : 90;
}

function toPiece({ text, width, matrix }: Item, view: number[]): Piece {
  const [, , c, d, left, baseline] = Util.transform(view, matrix) as Matrix;
  const scale = Math.hypot(view[0] ?? 1, view[1] ?? 0);
  return { text, left, right: left + width * scale, baseline, height: Math.hypot(c, d) };
}
