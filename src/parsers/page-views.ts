/** A page of a stored file for someone who looks at it: its picture, and its words with their places. Any file ends with them or with one finding. */
import { hash } from "node:crypto";
import { unreadable, type Outcome } from "./outcome.ts";
import { placeOfWords, type Page } from "./pdf/page-model.ts";
import type { PdfReader } from "./pdf/read-pdf.ts";
import { isPicture } from "./pictures/picture-head.ts";
import type { DrawnLogo, DrawnPage, DrawOptions, PictureReader, Renderer } from "./pictures/read-pictures.ts";
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
  /** A page as a PNG; those drawn last are remembered. Rejects when the limit refuses or no process can be started. */
  draw(companyId: number, file: StoredFile, options: DrawOptions): Promise<DrawnPage>;
  /** A logo, drawn anew and small. Rejects like `draw`. */
  drawLogo(companyId: number, bytes: Uint8Array): Promise<DrawnLogo>;
  /** The words of a page, from 1; those of a page without text are recognised, which takes seconds. Rejects like `draw`. */
  words(companyId: number, file: StoredFile, page: number): Promise<Outcome<ViewedWords>>;
}

export interface ViewReaders {
  reader: Pick<PdfReader, "read">;
  pictures: Pick<PictureReader, "readPage">;
  renderer: Pick<Renderer, "render" | "renderLogo">;
  /** Runs the work when the company has its turn. */
  limit: <Result>(companyId: number, work: () => Promise<Result>) => Promise<Result>;
}

/** Bytes of pictures that are remembered: some 200 pages. */
const REMEMBERED_BYTES_MAX = 32 * 1024 * 1024;
/** A page of a bill has some 300. */
export const WORDS_MAX = 20_000;

export function createPageViews({ reader, pictures, renderer, limit }: ViewReaders): PageViews {
  const drawn = remember<DrawnPage>(REMEMBERED_BYTES_MAX);

  async function draw(file: StoredFile, options: DrawOptions): Promise<DrawnPage> {
    const result = await renderer.render(await file.open(), options);
    if (result.ok) drawn.put(keyOf(file, options), result, result.png.byteLength);
    return result;
  }

  async function words(file: StoredFile, page: number): Promise<Outcome<ViewedWords>> {
    const bytes = await file.open();
    const read = isPicture(bytes) ? null : await reader.read(bytes);
    if (read?.ok === false && read.finding.name !== "no_text") return read;
    if (read?.ok === true) {
      const found = read.pages.find(({ page: number }) => number === page);
      if (found === undefined) return unreadable("page_missing", `The file has no page ${page}.`);
      if (found.rows.length > 0) return viewOf(found, read.pages.length);
    }
    const recognised = await pictures.readPage(bytes, page);
    return recognised.ok ? viewOf(recognised.page, recognised.pages) : recognised;
  }

  return {
    draw: async (companyId, file, options) =>
      drawn.get(keyOf(file, options)) ?? limit(companyId, () => draw(file, options)),
    drawLogo: (companyId, bytes) => limit(companyId, () => renderer.renderLogo(bytes)),
    words: (companyId, file, page) => limit(companyId, () => words(file, page)),
  };
}

const keyOf = ({ sha256 }: StoredFile, options: DrawOptions): string =>
  `${sha256.toString("hex")} ${hash("sha256", JSON.stringify(options))}`;

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
