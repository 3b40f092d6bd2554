/** What the picture process is asked for and what it answers: the words of one page, its picture, or a logo. */
import { z } from "zod";
import type { PagePlace } from "../../records/statement.ts";
import { PageAnswer } from "../pdf/pdf-answer.ts";
import { FailureAnswer } from "../reader-process.ts";

export type PictureTask =
  | { task: "read"; page: number }
  | {
      task: "draw";
      page: number;
      dpi: number;
      boxes: PagePlace["box"][];
    }
  | { task: "logo" };

/** The number of pages of the file is in every answer about a page. */
const PageRead = z.object({ ok: z.literal(true), pages: z.int().positive(), page: PageAnswer });
/** The picture is a PNG in base64. */
const PageDrawn = z.object({
  ok: z.literal(true),
  pages: z.int().positive(),
  width: z.int(),
  height: z.int(),
  /** Of the page as displayed: in these, places are given. */
  points: z.object({ width: z.number(), height: z.number() }),
  png: z.string(),
});
/** A logo, drawn anew as a PNG in base64. */
const LogoDrawn = z.object({ ok: z.literal(true), width: z.int(), height: z.int(), png: z.string() });
export type PageRead = z.infer<typeof PageRead>;
export type PageDrawn = z.infer<typeof PageDrawn>;
export type LogoDrawn = z.infer<typeof LogoDrawn>;

export const PageReadOutcome = z.union([PageRead, FailureAnswer]);
/** What is drawn: a page, or without `pages` a logo. */
export const DrawnOutcome = z.union([PageDrawn, LogoDrawn, FailureAnswer]);
