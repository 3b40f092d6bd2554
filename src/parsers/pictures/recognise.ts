/** Recognises the text of a level picture by Tesseract, without any access to a network. Runs only in the picture process. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { Piece } from "../pdf/group-rows.ts";
import type { Gray } from "./skew.ts";

/** The parts of the library that are used here; it has no types of its own. */
interface Tesseract {
  FS: {
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
  };
  TessBaseAPI: new () => TesseractApi;
}

interface TesseractApi {
  /** 0 when it succeeded. */
  Init(folder: null, language: string, engine: number): number;
  SetVariable(name: string, value: string): void;
  /** Reads the file `/input`; 1 when it cannot. */
  SetImageFile(exif: number, angle: number): number;
  /** Writes the picture as the PNG `/image.png`; kind 0 is in colour. */
  WriteImage(kind: number): void;
  /** Only this part of the picture is recognised from now on. */
  SetRectangle(left: number, top: number, width: number, height: number): void;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
}

interface TesseractBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface TesseractWord {
  text: string;
  confidence: number;
  bbox: TesseractBox;
}

interface TesseractLine {
  baseline: TesseractBox;
  rowAttributes: { rowHeight: number };
  words: TesseractWord[];
}

interface TesseractPage {
  blocks: { paragraphs?: { lines: TesseractLine[] }[] }[];
}

/** The network of long short-term memory; the older engine needs four times the data. */
const ENGINE = 1;
/** One column of text of variable sizes: a bill with its tables is read row by row, 95 % of a ruled one against 73 % by default. */
const PAGE_MODE = "4";
const WORD_MODE = "8";
const COLOUR = 0;
const INPUT = "/input";
const DATA = fileURLToPath(import.meta.resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"));

/** The size of the type over the height of its letters. */
const TYPE_OF_ROW = 1.1;
/** The space of a letter beside its ink, as part of the size of the type: the text of a PDF has it too. */
const BEARING = 0.04;

/** At least this high, a word is taken as it was read. */
const SURE_CONFIDENCE = 80;
/** Words of a page that are read again; a page of noise has thousands. */
const WORDS_AGAIN_MAX = 60;
/** The height of small letters in the smallest print is above. */
const LETTER_POINTS_MIN = 2;

export interface Recogniser {
  /** Words with their confidence; positions are in pixels. */
  recognise(gray: Gray, dpi: number): Piece[];
  /** A picture in another form, as a PNG; null when it cannot be read. */
  toPng(bytes: Uint8Array): Uint8Array | null;
}

/** The library compiles itself once. @throws Error when it cannot start: a fault of the installation. */
export async function openRecogniser(): Promise<Recogniser> {
  const require = createRequire(import.meta.url);
  // The library is a script without types: its interface is the part above.
  const start = require("tesseract.js-core/tesseract-core-simd-lstm") as (options: object) => Promise<Tesseract>;
  const library = await start({});
  library.FS.writeFile("eng.traineddata", gunzipSync(readFileSync(DATA)));
  const api = new library.TessBaseAPI();
  if (api.Init(null, "eng", ENGINE) !== 0) throw new Error("The recognition of text cannot start.");
  api.SetVariable("tessedit_pageseg_mode", PAGE_MODE);
  return {
    recognise({ width, height, data }, dpi) {
      library.FS.writeFile(INPUT, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]));
      if (api.SetImageFile(1, 0) !== 0) return [];
      api.SetVariable("user_defined_dpi", String(Math.round(dpi)));
      const lines = linesNow(api, PAGE_MODE);
      let again = WORDS_AGAIN_MAX;
      const reread = (word: TesseractWord): TesseractWord =>
        word.confidence < SURE_CONFIDENCE && /[\p{L}\p{N}]/u.test(word.text) && again-- > 0 ? surer(api, word) : word;
      const pieces = lines
        .map((line) => ({ ...line, words: line.words.filter(({ bbox }) => isLetters(bbox, dpi)).map(reread) }))
        .flatMap(piecesOf);
      api.Clear();
      return pieces.filter(isText);
    },
    toPng(bytes) {
      library.FS.writeFile(INPUT, bytes);
      if (api.SetImageFile(1, 0) !== 0) return null;
      api.WriteImage(COLOUR);
      api.Clear();
      return library.FS.readFile("/image.png");
    },
  };
}

/** The lines of the picture, or of its rectangle. */
function linesNow(api: TesseractApi, mode: string): TesseractLine[] {
  api.SetVariable("tessedit_pageseg_mode", mode);
  api.Recognize(null);
  // The form of its JSON, which is the library's own.
  const { blocks } = JSON.parse(api.GetJSONText()) as TesseractPage;
  return blocks.flatMap(({ paragraphs = [] }) => paragraphs.flatMap(({ lines }) => lines));
}

/** An unsure word is read again by itself; the surer of the two readings counts. */
function surer(api: TesseractApi, word: TesseractWord): TesseractWord {
  const { x0, y0, x1, y1 } = word.bbox;
  const margin = Math.round((y1 - y0) / 3);
  api.SetRectangle(Math.max(0, x0 - margin), Math.max(0, y0 - margin), x1 - x0 + 2 * margin, y1 - y0 + 2 * margin);
  const [again, ...more] = linesNow(api, WORD_MODE).flatMap(({ words }) => words);
  if (again === undefined || more.length > 0 || again.confidence <= word.confidence) return word;
  return { ...word, text: again.text, confidence: again.confidence };
}

/** A drawn line is read as letters too, but is flatter than any. */
const isLetters = ({ y0, y1 }: TesseractBox, dpi: number): boolean => (y1 - y0) * 72 >= LETTER_POINTS_MIN * dpi;

/** Specks and parts of drawn lines are read as marks. A sign of an amount stays, whatever its confidence. */
const isText = ({ text, confidence = 0 }: Piece): boolean =>
  /[\p{L}\p{N}\p{Sc}()%+\u2212-]/u.test(text) || confidence >= SURE_CONFIDENCE;

function piecesOf({ words, baseline, rowAttributes }: TesseractLine): Piece[] {
  const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0);
  const height = rowAttributes.rowHeight * TYPE_OF_ROW;
  return words.map(({ text, confidence, bbox }) => ({
    text: text.replace(/\s/gu, ""),
    left: bbox.x0 - BEARING * height,
    right: bbox.x1 + BEARING * height,
    baseline: baseline.y0 + slope * ((bbox.x0 + bbox.x1) / 2 - baseline.x0),
    height,
    confidence,
  }));
}
