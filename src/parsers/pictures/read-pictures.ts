/** Reads and draws pages by their pictures, in a few child processes under hard limits: any file ends with a page or with one finding. */
import { hash } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { PagePlace } from "../../records/statement.ts";
import type { Page } from "../pdf/page-model.ts";
import type { PdfReadResult } from "../pdf/pdf-answer.ts";
import { unreadable, type Outcome } from "../outcome.ts";
import { createPool } from "../reader-pool.ts";
import type { ReaderProgram } from "../reader-process.ts";
import { sniff } from "../sniff.ts";
import { isPicture } from "./picture-head.ts";
import { DRAWING_LIMITS, PICTURE_LIMITS, type PictureLimits } from "./picture-limits.ts";
import { remember } from "../remembered.ts";
import {
  DrawnOutcome,
  PageReadOutcome,
  type LogoDrawn,
  type PageDrawn,
  type PageRead,
  type PictureTask,
} from "./picture-task.ts";

export interface PictureOptions {
  /** How many pages are read or drawn at once. A process that reads takes about 300 MB. */
  processes: number;
  limits?: Partial<PictureLimits>;
}

/** A file with pages left gives way to others; it is read again later, and its pages so far are remembered. */
export class TurnOver extends Error {}

/** Whether the turn of a file is over, asked after each page that was recognised in it. `turns`: how many it had before, each of which is to be longer. */
export type IsTurnOver = (turns: number) => boolean;

export interface PictureReader {
  /**
   * Recognises the text of the pages; without `pages` of all. A file waits for its turn page by page, so that a long one does
   * not hold up a short one. Rejects only when the signal is aborted, the reader is closed, no process can be started, or with
   * `TurnOver`.
   */
  read(bytes: Uint8Array, pages?: number[], signal?: AbortSignal, isTurnOver?: IsTurnOver): Promise<PdfReadResult>;
  /** The same of one page, from 1, with the number of pages of the file. Pages that were read last are remembered. */
  readPage(bytes: Uint8Array, page: number, signal?: AbortSignal): Promise<Outcome<PageRead>>;
  close(): Promise<void>;
}

/** A page as a PNG, or the one fault of the file. */
export type DrawnPage = Outcome<Omit<PageDrawn, "png"> & { png: Uint8Array }>;

export interface DrawOptions {
  /** From 1. */
  page: number;
  /** Dots per inch; fewer where the page would have too many pixels. */
  dpi: number;
  /** Places to outline, in points of the page as displayed. */
  boxes?: PagePlace["box"][];
}

/** A logo drawn anew as a PNG, or the one fault of the file. */
export type DrawnLogo = Outcome<Omit<LogoDrawn, "png"> & { png: Buffer }>;

export interface Renderer {
  /** Draws a page of a PDF, PNG, JPEG or TIFF. Rejects like `PictureReader.read`. */
  render(bytes: Uint8Array, options: DrawOptions, signal?: AbortSignal): Promise<DrawnPage>;
  /** Draws a PNG, JPEG or WebP of at most 640 by 240 pixels, and keeps what is transparent. Rejects like `render`. */
  renderLogo(bytes: Uint8Array): Promise<DrawnLogo>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL("picture-reader-process.ts", import.meta.url));
const MAY_READ = [
  fileURLToPath(new URL("..", import.meta.url)),
  fileURLToPath(new URL("../../processes/", import.meta.url)),
  ...["pdfjs-dist/package.json", "tesseract.js-core/package.json", "@tesseract.js-data/eng/package.json"].map(
    (file) => `${dirname(fileURLToPath(import.meta.resolve(file)))}/`,
  ),
  // The library of this platform is a package beside it.
  `${dirname(dirname(fileURLToPath(import.meta.resolve("@napi-rs/canvas/package.json"))))}/`,
];
/** The recognition of text keeps what it learned of earlier pages, so a process does not live long. */
const PAGES_PER_PROCESS = 100;
/** Pages take seconds of a processor: everything else comes first. */
const NICENESS = 10;

const program = <Good extends object>(
  limits: PictureLimits,
  outcome: ReaderProgram<Good>["outcome"],
): ReaderProgram<Good> => ({
  name: "picture reader",
  script: SCRIPT,
  mayRead: MAY_READ,
  needsAddons: true,
  niceness: NICENESS,
  limits,
  outcome,
});

/** Words that are remembered: 150 bytes each. A bill has some 300 a page. */
const REMEMBERED_WORDS_MAX = 100_000;
/** Files whose turns are counted. */
const REMEMBERED_TURNS_MAX = 1000;

const messagesOf = (task: PictureTask, bytes: Uint8Array) => [Buffer.from(JSON.stringify(task)), bytes];

export function createPictureReader({ processes, ...options }: PictureOptions): PictureReader {
  const limits = { ...PICTURE_LIMITS, ...options.limits };
  const pool = createPool({
    program: program(limits, PageReadOutcome),
    processes,
    documentsPerProcess: PAGES_PER_PROCESS,
  });
  const remembered = remember<PageRead>(REMEMBERED_WORDS_MAX);
  // Counted, because pages may be forgotten again between two turns: with longer ones every file comes to its end.
  const turns = remember<number>(REMEMBERED_TURNS_MAX);

  const keyOf = ({ sha256 }: { sha256: string }, page: number) => `${sha256} ${page}`;

  async function readPage(file: { bytes: Uint8Array; sha256: string }, page: number, signal?: AbortSignal) {
    const key = keyOf(file, page);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const result = await pool.read(messagesOf({ task: "read", page }, file.bytes), signal);
    if (result.ok) remembered.put(key, result, 1 + result.page.rows.flatMap(({ words }) => words).length);
    return result;
  }

  const fileOf = (bytes: Uint8Array) => ({ bytes, sha256: hash("sha256", bytes) });

  return {
    readPage: async (bytes, page, signal) => refuse(bytes, limits) ?? readPage(fileOf(bytes), page, signal),
    async read(bytes, wanted, signal, isTurnOver = () => false) {
      const refused = refuse(bytes, limits);
      if (refused !== null) return refused;
      const file = fileOf(bytes);
      const pages: Page[] = [];
      let numbers = wanted ?? [1];
      if (numbers.length > limits.pagesMax) return tooMany(numbers.length, limits);
      for (let at = 0; at < numbers.length; at++) {
        const page = numbers[at] ?? 1;
        const isKnown = remembered.get(keyOf(file, page)) !== undefined;
        const result = await readPage(file, page, signal);
        if (!result.ok) return result;
        pages.push(result.page);
        if (wanted === undefined) {
          if (result.pages > limits.pagesMax) return tooMany(result.pages, limits);
          numbers = Array.from({ length: result.pages }, (_, index) => index + 1);
        }
        const before = turns.get(file.sha256) ?? 0;
        if (!isKnown && at + 1 < numbers.length && isTurnOver(before)) {
          turns.put(file.sha256, before + 1, 1);
          throw new TurnOver(`The turn of the file is over after ${at + 1} of ${numbers.length} pages.`);
        }
      }
      return pages.every(({ rows }) => rows.length === 0)
        ? unreadable("no_text", "No text was recognised in the picture.")
        : { ok: true, pages };
    },
    close: () => pool.close(),
  };
}

const tooMany = (pages: number, { pagesMax }: PictureLimits) =>
  unreadable("too_many_pages", `The file has ${pages} pages that are pictures, at most ${pagesMax} are read.`);

export function openRenderer({ processes, ...options }: PictureOptions): Renderer {
  const limits = { ...DRAWING_LIMITS, ...options.limits };
  const pool = createPool({
    program: program(limits, DrawnOutcome),
    processes,
    documentsPerProcess: PAGES_PER_PROCESS,
  });
  return {
    async render(bytes, { page, dpi, boxes = [] }, signal) {
      const refused = refuse(bytes, limits);
      if (refused !== null) return refused;
      const result = await pool.read(messagesOf({ task: "draw", page, dpi, boxes }, bytes), signal);
      if (!result.ok) return result;
      if (!("pages" in result)) throw new Error("a page was asked for, and a logo was answered");
      return { ...result, png: Buffer.from(result.png, "base64") };
    },
    async renderLogo(bytes) {
      const result = await pool.read(messagesOf({ task: "logo" }, bytes));
      if (!result.ok) return result;
      const { width, height, png } = result;
      return { ok: true, width, height, png: Buffer.from(png, "base64") };
    },
    close: () => pool.close(),
  };
}

/** Checks what is visible without opening the file. */
function refuse(bytes: Uint8Array, { bytesMax }: PictureLimits) {
  const format = sniff(bytes);
  if (format === "empty") return unreadable("file_empty", "The file is empty.");
  if (format !== "pdf" && !isPicture(bytes)) {
    return unreadable("not_a_pdf", "The file is neither a PDF nor a picture in PNG, JPEG or TIFF.");
  }
  if (bytes.byteLength > bytesMax) {
    return unreadable("file_too_large", `The file has ${bytes.byteLength} bytes, at most ${bytesMax} are read.`);
  }
  return null;
}
