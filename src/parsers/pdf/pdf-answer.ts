/** The answers of the processes that read pages. A process that read a hostile file is not trusted: its answer must have this shape. */
import { z } from "zod";
import { FailureAnswer } from "../reader-process.ts";

const points = z.number();
const Word = z.object({
  text: z.string(),
  left: points,
  top: points,
  right: points,
  bottom: points,
  confidence: z.number().optional(),
});
const Row = z.object({ top: points, bottom: points, words: z.array(Word) });
export const PageAnswer = z.object({
  page: z.int().positive(),
  width: points,
  height: points,
  turned: z.literal([0, 90, 180, 270]),
  skew: z.number().optional(),
  rows: z.array(Row),
});

export const PdfOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), pages: z.array(PageAnswer) }),
  FailureAnswer,
]);

/** The result of reading a file: its pages, or the one fault. */
export type PdfReadResult = z.infer<typeof PdfOutcome>;
