/** The schema of rows: a table, lines of one form, or fields of one line that are printed apart. */
import { z } from "zod";
import { CHARGE_TYPES } from "../../records/codes.ts";
import { Locator, Pattern } from "./locator.ts";

/** Rows among the charges that are no charges: they carry an amount of the bill's balance. */
export const BALANCE_TYPES = ["previous_balance", "amount_paid", "adjustments", "deferred_amount"] as const;
export type BalanceType = (typeof BALANCE_TYPES)[number];
export const ROW_TYPES = [...CHARGE_TYPES, ...BALANCE_TYPES] as const;

export const CHARGE_PARTS = ["description", "quantity", "unit", "rate", "amount", "start", "end"] as const;
/** The multiplier of a reading is the product of these three. */
export const FACTOR_PARTS = ["multiplier", "factor", "second_factor"] as const;
export const USAGE_PARTS = [
  "description",
  "previous_read",
  "current_read",
  ...FACTOR_PARTS,
  "amount",
  "unit",
  "read_type",
  "start",
  "end",
] as const;

const rowsShape = {
  columns: z
    .record(z.string(), Pattern)
    .optional()
    .describe("a table: each column by an expression over the words of its header"),
  parts: z.record(z.string(), Pattern).optional().describe("splits a column into parts, by groups"),
  row: Pattern.optional().describe("rows without a header: an expression for the line, with a group for each part"),
  lines: z
    .int()
    .min(2)
    .max(5)
    .optional()
    .describe(
      "how many lines a row may take: `row` is tried on one line, then on the next ones joined to it by two spaces; in a table, a line without an amount continues the row above it",
    ),
  heading: Pattern.optional().describe(
    "a line above rows whose groups are parts of each of them, up to the next such line: a period, a unit",
  ),
  after: Pattern.optional().describe("rows begin after this line"),
  end: Pattern.optional().describe("the first line after the rows; by default the end of the section"),
  skip: z.array(Pattern).default([]).describe("lines between the rows to leave out, such as a subtotal"),
  count: z.int().positive().optional().describe("the maximum number of rows"),
  description: z.string().min(1).optional().describe("for rows without a printed description"),
  optional: z.boolean().default(false).describe("not every bill has such rows"),
};

/** Parts that are printed elsewhere in the section: they complete each row, or are one row by themselves. */
const fieldsOf = (parts: readonly string[]) =>
  z
    .partialRecord(z.enum(parts), Locator)
    .optional()
    .describe(
      "parts that are printed apart from the rows, anywhere in the section; without `columns` and `row` they are one row",
    );

type AnyRows = z.infer<z.ZodObject<typeof rowsShape>> & { fields?: Partial<Record<string, Locator>> | undefined };

/** The names of the columns, parts, groups and fields of some rows. */
export function partsOf({ columns = {}, parts = {}, row, heading, fields = {} }: AnyRows): string[] {
  const patterns = [...Object.values(columns), ...Object.values(parts), row, heading];
  const groups = patterns.flatMap((pattern) => pattern?.names ?? []);
  return [...Object.keys(columns), ...Object.keys(fields), ...groups];
}

/**
 * Rows must be a table, lines of one form or fields, have all required names, and no unknown ones; a name with the prefix `x_`
 * is ignored.
 */
function checkRows(
  known: readonly string[],
  needed: readonly string[],
  instead: Record<string, readonly string[]> = {},
) {
  return (rows: AnyRows, context: z.RefinementCtx): void => {
    const names = partsOf(rows);
    const say = (message: string) => context.addIssue({ code: "custom", message });
    const { columns, row, fields } = rows;
    if (columns !== undefined && row !== undefined) say("needs either columns or row");
    if (columns === undefined && row === undefined && fields === undefined) say("needs columns, row or fields");
    const isLocated = (name: string) => names.includes(name) || name in rows;
    for (const name of needed) {
      const others = instead[name] ?? [];
      if (isLocated(name) || (others.length > 0 && others.every(isLocated))) continue;
      say(`must locate the ${name}${others.length === 0 ? "" : `, or the ${others.join(" and the ")}`}`);
    }
    for (const name of names)
      if (!known.includes(name) && !name.startsWith("x_")) say(`has a part "${name}" that is not known`);
  };
}

export const Charges = z
  .strictObject({
    ...rowsShape,
    fields: fieldsOf(CHARGE_PARTS),
    type: z.enum(ROW_TYPES).optional().describe("the type of all these rows: `charge_map` is then not asked"),
  })
  .superRefine(checkRows(CHARGE_PARTS, ["description", "amount"]));
export type Charges = z.infer<typeof Charges>;

export const Usages = z
  .strictObject({
    ...rowsShape,
    fields: fieldsOf(USAGE_PARTS),
    unit: z.string().min(1).optional().describe("for rows without a printed unit"),
  })
  .superRefine(checkRows(USAGE_PARTS, ["description", "amount"], { amount: ["previous_read", "current_read"] }));
export type Usages = z.infer<typeof Usages>;
export type Rows = Charges | Usages;
