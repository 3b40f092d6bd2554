/** The answers of the reader process. A process that read a hostile file is not trusted: its answer must have this shape. */
import { z } from "zod";

const points = z.number();
const Word = z.object({ text: z.string(), left: points, top: points, right: points, bottom: points });
const Row = z.object({ top: points, bottom: points, words: z.array(Word) });
const Page = z.object({
  page: z.int().positive(),
  width: points,
  height: points,
  turned: z.literal([0, 90, 180, 270]),
  rows: z.array(Row),
});
const Finding = z.object({ name: z.string(), severity: z.literal("error"), detail: z.string() });
const Result = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), pages: z.array(Page) }),
  z.object({ ok: z.literal(false), finding: Finding }),
]);

/** First a message that it is ready; then for each document the result, and the CPU seconds used in total. */
export const PdfAnswer = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ result: Result, cpuSeconds: z.number() }),
]);
export type PdfAnswer = z.infer<typeof PdfAnswer>;

/** The result of reading a file: its pages, or the one fault. */
export type PdfReadResult = z.infer<typeof Result>;
export type FileFinding = z.infer<typeof Finding>;

/** The result for a file that cannot be read. */
export const unreadable = (name: string, detail: string): PdfReadResult => ({
  ok: false,
  finding: { name, severity: "error", detail },
});
