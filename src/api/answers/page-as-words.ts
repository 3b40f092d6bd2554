/** A page as a drawing of its words where they stand, for a page that cannot be drawn as a picture. */
import type { z } from "zod";
import { drawingHtml, escapeHtml, type Html } from "../../formats/html/html.ts";
import type { PageWords } from "../../records/page-words.ts";

/** Sizes and boxes in points. */
export type DrawnWords = Pick<z.infer<typeof PageWords>, "width" | "height"> & {
  words: { text: string; box: number[] }[];
};

/** Above the first line of a page, mostly. */
const NOTE_POINTS = 22;

/** In place of a page that cannot be drawn: a sentence that says so, and its words where they stand. */
export function wordsAsDrawing({ width, height, words }: DrawnWords): Html {
  const note =
    words.length === 0
      ? "This page cannot be drawn. Open the file to see it."
      : "This page cannot be drawn: these are its words. Open the file to see it.";
  const texts = words.map(({ text, box: [left = 0, top = 0, right = 0, bottom = 0] }) => {
    const size = Math.max(1, bottom - top);
    return `<text x="${left}" y="${NOTE_POINTS + bottom - 0.2 * size}" font-size="${size}" textLength="${Math.max(1, right - left)}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`;
  });
  return drawingHtml(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + NOTE_POINTS}" viewBox="0 0 ${width} ${height + NOTE_POINTS}" font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/><text x="12" y="15" font-size="11" font-weight="bold" fill="#b3261e">${note}</text>${texts.join("")}</svg>`,
  );
}
