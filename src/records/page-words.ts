/** The words of a page of a file, with their places: for a program that shows the page, or marks values on it. */
import { z } from "zod";

const points = z.number();

export const PageWords = z
  .object({
    page: z.int().meta({ description: "From 1.", example: 1 }),
    pages: z.int().meta({ description: "How many pages the file has.", example: 2 }),
    width: points.meta({ description: "Of the page as displayed, in points: 1/72 inch.", example: 612 }),
    height: points.meta({ description: "Of the page as displayed, in points.", example: 792 }),
    words: z
      .array(
        z.object({
          text: z.string().meta({ example: "58.50" }),
          box: z.array(points).meta({
            description: "[left, top, right, bottom] in points from the top left corner of the page as displayed.",
            example: [512.4, 310, 540, 322],
          }),
          confidence: z.number().nullable().meta({
            description:
              "How surely the word was recognised in a picture, from 0 to 100. Null: it is text of the file itself.",
            example: null,
          }),
        }),
      )
      .meta({ description: "From top to bottom, and from left to right." }),
    words_left_out: z.int().meta({ description: "Words beyond the first 20,000 of the page.", example: 0 }),
  })
  .meta({ id: "PageWords", description: "The words of a page of a file." });
