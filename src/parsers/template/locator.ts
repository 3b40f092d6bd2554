/** The schema of an expression and of a field: where one value is printed. */
import { z } from "zod";
import { patternField } from "../../domain/pattern.ts";

/** An expression for the text of a line, in which two spaces separate columns. Case is ignored. */
export const Pattern = patternField({ ignoreCase: true });

const Label = z.string().min(1);

export const LABEL_PLACES = {
  right_of: "the rest of the label's cell, else the next cell",
  below: "the cell below the label's, up to three lines down",
  same_row: "the last cell of the label's line",
  next_line: "the first cell of the next line",
} as const;

/** Where one value is: after a label that begins a cell, by an expression with a group `value`, or by both. */
export const Locator = z
  .strictObject({
    label: z
      .union([Label.transform((label) => [label]), z.array(Label).min(1)])
      .optional()
      .describe("text that begins a cell, or a list of such texts"),
    where: z
      // The keys of the table.
      .enum(Object.keys(LABEL_PLACES) as [keyof typeof LABEL_PLACES])
      .default("right_of")
      .describe("where the value is, seen from the label"),
    pattern: Pattern.optional().describe(
      "expression with a group `value`, for whole lines or for the text that the label points to",
    ),
    take: z
      .enum(["first", "last"])
      .default("first")
      .describe("which place counts when several have a readable value of the right type"),
    in: z
      .enum(["section", "document"])
      .default("section")
      .describe("`document` for a field of a meter that is printed outside its section"),
    lines: z
      .int()
      .min(2)
      .max(5)
      .optional()
      .describe(
        "how many lines the value takes at most, one below the other, such as an address: joined by a comma. A `pattern` is searched in what was joined",
      ),
    negate: z.boolean().default(false).describe("changes the sign: for payments printed as negative numbers"),
    optional: z.boolean().default(false).describe("not every bill prints it"),
  })
  .refine(({ label, pattern }) => label !== undefined || pattern !== undefined, "needs a label or a pattern")
  .refine(({ label, lines }) => lines === undefined || label !== undefined, {
    path: ["lines"],
    message: "needs a label, whose place is the first of the lines",
  })
  .refine(({ pattern }) => pattern === undefined || pattern.names.includes("value"), {
    path: ["pattern"],
    message: "must have a group (?<value>...)",
  });
export type Locator = z.infer<typeof Locator>;
