/** A page of a stored file for someone who looks at it: its picture, and its words with their places. Any file ends with them or with one finding. */
import { hash } from "node:crypto";
import { unreadable, type Outcome } from "./outcome.ts";
import { placeOfWords, type Page } from "./pdf/page-model.ts";
import type { PdfReader } from "./pdf/read-pdf.ts";
import { isPicture } from "./pictures/picture-head.ts";
import type { DrawnPage, DrawOptions, PictureReader, Renderer } from "./pictures/read-pictures.ts";
import { remember } from "./remembered.ts";

/** A stored file, which is opened only when it is needed. */
export interface StoredFile {
  sha256: Buffer;
  open(): Promise<Uint8Array>;
}

export interface ViewedWord {
  text: string;
  /** [left, top, right, bottom] in points of the page as displayed. */
  box: [number, number, number, number];
  /** From 0 to 100; null for text of the file itself, which is not recognised. */
  confidence: number | null;
}

export interface ViewedWords {
  ok: true;
  page: number;
  /** Of the file. */
  pages: number;
  /** Of the page as displayed, in points. */
  width: number;
  height: number;
  /** From top to bottom and left to right, at most WORDS_MAX. */
  words: ViewedWord[];
  words_left_out: number;
}

export interface PageViews {
  /** A page as a PNG; those drawn last are remembered. Rejects when the signal is aborted or no process can be started. */
  draw(file: StoredFile, options: DrawOptions, signal?: AbortSignal): Promise<DrawnPage>;
  /** The words of a page, from 1; those of a page without text are recognised, which takes seconds. Rejects like `draw`. */
  words(file: StoredFile, page: number, signal?: AbortSignal): Promise<Outcome<ViewedWords>>;
}

export interface ViewReaders {
  reader: Pick<PdfReader, "read">;
  pictures: Pick<PictureReader, "readPage">;
  renderer: Pick<Renderer, "render">;
}

/** Bytes of pictures that are remembered: some 200 pages. */
const REMEMBERED_BYTES_MAX = 32 * 1024 * 1024;
/** A page of a bill has some 300. */
export const WORDS_MAX = 20_000;

export function createPageViews({ reader, pictures, renderer }: ViewReaders): PageViews {
  const drawn = remember<DrawnPage>(REMEMBERED_BYTES_MAX);
  return {
    async draw(file, options, signal) {
      const key = `${file.sha256.toString("hex")} ${hash("sha256", JSON.stringify(options))}`;
      const known = drawn.get(key);
      if (known !== undefined) return known;
      const result = await renderer.render(await file.open(), options, signal);
      if ("png" in result) drawn.put(key, result, result.png.byteLength);
      return result;
    },
    async words(file, page, signal) {
      const bytes = await file.open();
      if (!isPicture(bytes)) {
        const read = await reader.read(bytes, signal);
        if (!read.ok && read.finding.name !== "no_text") return read;
        const pages = read.ok ? read.pages : [];
        if (read.ok && page > pages.length) return unreadable("page_missing", `The file has no page ${page}.`);
        const found = pages.find(({ page: number, rows }) => number === page && rows.length > 0);
        if (found !== undefined) return viewOf(found, pages.length);
      }
      const recognised = await pictures.readPage(bytes, page, signal);
      return recognised.ok ? viewOf(recognised.page, recognised.pages) : recognised;
    },
  };
}

function viewOf(page: Page, pages: number): ViewedWords {
  const all = page.rows.flatMap(({ words }) => words);
  const isSideways = page.turned === 90 || page.turned === 270;
  const words = all.slice(0, WORDS_MAX).map((word) => ({
    text: word.text,
    box: placeOfWords(page, [word]).box,
    confidence: word.confidence === undefined ? null : Math.floor(word.confidence),
  }));
  return {
    ok: true,
    page: page.page,
    pages,
    width: isSideways ? page.height : page.width,
    height: isSideways ? page.width : page.height,
    words,
    words_left_out: all.length - words.length,
  };
}
