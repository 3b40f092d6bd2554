/** The words of a bill as a file: what a template sees of it, without the letters' look. Written so that a person can change a word. */
import { z } from "zod";
import type { Page } from "../parsers/pdf/page-model.ts";

export const WORDS_END = ".words.json";

/** The text, then left, top, right and bottom in points from the top left corner. */
const WordRow = z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]);
const WordsFile = z.strictObject({
  pages: z.array(
    z.strictObject({
      page: z.int().positive(),
      width: z.number(),
      height: z.number(),
      turned: z.literal([0, 90, 180, 270]),
      rows: z.array(z.array(WordRow).min(1)),
    }),
  ),
});

const hundredths = (points: number): number => Math.round(points * 100) / 100;

/** The text of the file, with a line for each row of words. Places are rounded to a hundredth of a point. */
export function writeWords(pages: readonly Page[]): string {
  const texts = pages.map(({ rows, page, width, height, turned }) => {
    const lines = rows.map(({ words }) =>
      JSON.stringify(
        words.map(({ text, left, top, right, bottom }) => [text, ...[left, top, right, bottom].map(hundredths)]),
      ),
    );
    const head = JSON.stringify({ page, width: hundredths(width), height: hundredths(height), turned }).slice(0, -1);
    return `${head},"rows":[\n${lines.join(",\n")}\n]}`;
  });
  return `{"pages":[\n${texts.join(",\n")}\n]}\n`;
}

/** The pages of such a file; null for a text that has no pages. */
export function readWords(text: string): Page[] | null {
  const read = WordsFile.safeParse(treeOf(text));
  if (!read.success) return null;
  return read.data.pages.map(({ rows, ...page }) => ({
    ...page,
    rows: rows.map((given) => {
      const words = given.map(([word, left, top, right, bottom]) => ({ text: word, left, top, right, bottom }));
      return {
        top: Math.min(...words.map(({ top }) => top)),
        bottom: Math.max(...words.map(({ bottom }) => bottom)),
        words,
      };
    }),
  }));
}

function treeOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
