/** Files and pages for the tests of the parsers: hand-written PDFs, also hostile ones, and pages from plain text. */
import { deflateSync } from "node:zlib";
import { compilePattern, type Pattern } from "../domain/pattern.ts";
import type { Page } from "./pdf/page-model.ts";

/** An expression as in a template. */
export const patternOf = (source: string): Pattern => compilePattern(source, { ignoreCase: true });

type PdfObject = string | { dictionary: string; stream: Uint8Array };

/** A PDF of these objects, numbered from 1; the first is the catalog. `LENGTH` stands for the length of the stream. */
export function pdfOf(objects: PdfObject[]): Buffer {
  const pieces: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = pieces[0]?.length ?? 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${at + 1} 0 obj\n`));
    if (typeof object === "string") add(Buffer.from(object));
    else {
      add(Buffer.from(`${object.dictionary.replace("LENGTH", String(object.stream.length))}\nstream\n`));
      add(Buffer.from(object.stream));
      add(Buffer.from("\nendstream"));
    }
    add(Buffer.from("\nendobj\n"));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = length;
  const size = objects.length + 1;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\n`));
  add(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(pieces);
}

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

/** A letter page with this content. `rotate` is the page's own rotation. */
export function pageOf(content: string | Uint8Array, rotate = 0): Buffer {
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate ${rotate} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    { dictionary: "<< /Length LENGTH /Filter /FlateDecode >>", stream: deflateSync(content, { level: 9 }) },
    HELVETICA,
  ]);
}

/** The same page `count` times. */
export function pagesOf(count: number): Buffer {
  const kids = Array.from({ length: count }, () => "3 0 R").join(" ");
  return pdfOf([
    CATALOG,
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
  ]);
}

/** Text of nine points at a position; the direction is that of a PDF matrix. */
export function textAt(text: string, x: number, y: number, direction = "1 0 0 1"): string {
  return `BT /F1 9 Tf ${direction} ${x} ${y} Tm (${text}) Tj ET\n`;
}

/**
 * Plain text as pages: a form feed ends a page, two spaces make a column. Each letter is five points wide, each line twelve
 * high.
 */
export function pagesOfText(text: string): Page[] {
  return text.split("\f").map((pageText, at) => ({
    page: at + 1,
    width: 1000,
    height: 1000,
    turned: 0,
    rows: pageText.split("\n").flatMap((line, number) => {
      const words = [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
        text: word,
        left: index * 5,
        right: (index + word.length) * 5,
        top: number * 12,
        bottom: number * 12 + 10,
      }));
      return words.length === 0 ? [] : [{ top: number * 12, bottom: number * 12 + 10, words }];
    }),
  }));
}
