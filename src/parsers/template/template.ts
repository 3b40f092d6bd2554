/**
 * The schema of a bill template: what one layout of one utility prints and where, as data. Validated strictly, so that a
 * mistake stops the start, not a bill.
 */
import { METER_TEXT_NAMES } from "../../records/meter-texts.ts";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { HEAT_FACTOR_ENERGIES } from "../../domain/heat-factor.ts";
import { normaliseUnit } from "../../domain/units.ts";
import { StartError } from "../../errors.ts";
import { ASSOCIATION_TYPES, CHARGE_TYPES, ENERGY_TYPES, USAGE_TYPES } from "../../records/codes.ts";
import { isDayFormat } from "./dates.ts";
import { LANGUAGES } from "./month-names.ts";
import { DECIMAL_MARKS } from "./numbers.ts";
import { patternField } from "../../domain/pattern.ts";

/** An expression for the text of a line, in which two spaces separate columns. Case is ignored. */
const Pattern = patternField({ ignoreCase: true });

const Label = z.string().min(1);

/** Where one value is: after a label that begins a cell, by an expression with a group `value`, or by both. */
const Locator = z
  .strictObject({
    label: z.union([Label.transform((label) => [label]), z.array(Label).min(1)]).optional(),
    /** Relative to the label: the rest of its cell or the next cell, the cell below it, or the last cell of its line. */
    where: z.enum(["right_of", "below", "same_row"]).default("right_of"),
    pattern: Pattern.optional(),
    /** For a meter's field outside the meter's section. */
    in: z.enum(["section", "document"]).default("section"),
    /** For payments printed as negative numbers. */
    negate: z.boolean().default(false),
    /** Not every bill prints it. */
    optional: z.boolean().default(false),
  })
  .refine(({ label, pattern }) => label !== undefined || pattern !== undefined, "needs a label or a pattern")
  .refine(({ pattern }) => pattern === undefined || pattern.names.includes("value"), {
    path: ["pattern"],
    message: "must have a group (?<value>...)",
  });
export type Locator = z.infer<typeof Locator>;

const CHARGE_PARTS = ["description", "quantity", "unit", "rate", "amount", "start", "end"];
const USAGE_PARTS = [
  "description",
  "previous_read",
  "current_read",
  "multiplier",
  "amount",
  "unit",
  "read_type",
  "start",
  "end",
];

const rowsShape = {
  /** A table: each column by an expression over the words of its header. */
  columns: z.record(z.string(), Pattern).optional(),
  /** Splits a column into parts. */
  parts: z.record(z.string(), Pattern).optional(),
  /** For rows without a header: an expression for the whole line, with a group for each part. */
  row: Pattern.optional(),
  /** Rows begin after this line. */
  after: Pattern.optional(),
  /** The first line after the rows; by default the end of the section. */
  end: Pattern.optional(),
  /** Lines between the rows to skip, such as a subtotal. */
  skip: z.array(Pattern).default([]),
  /** The maximum number of rows. */
  count: z.int().positive().optional(),
  optional: z.boolean().default(false),
};

/** The names of the columns, parts and groups of some rows. */
export function partsOf({ columns = {}, parts = {}, row }: z.infer<z.ZodObject<typeof rowsShape>>): string[] {
  const patterns = [...Object.values(columns), ...Object.values(parts), ...(row === undefined ? [] : [row])];
  return [...Object.keys(columns), ...patterns.flatMap(({ names }) => names)];
}

/**
 * Rows must be a table or lines of one form, have all required names, and no unknown ones; a name with the prefix `x_` is
 * ignored.
 */
function checkRows(known: string[], needed: string[]) {
  return (rows: z.infer<z.ZodObject<typeof rowsShape>> & { description?: string }, context: z.RefinementCtx): void => {
    const names = partsOf(rows);
    const say = (message: string) => context.addIssue({ code: "custom", message });
    if ((rows.columns === undefined) === (rows.row === undefined)) say("needs either columns or row");
    for (const name of needed) if (!names.includes(name) && !(name in rows)) say(`must locate the ${name}`);
    for (const name of names)
      if (!known.includes(name) && !name.startsWith("x_")) say(`has a part "${name}" that is not known`);
  };
}

const Charges = z.strictObject(rowsShape).superRefine(checkRows(CHARGE_PARTS, ["description", "amount"]));
const Usages = z
  .strictObject({
    ...rowsShape,
    /** For a bill that prints no description. */
    description: z.string().min(1).optional(),
    /** For a bill that prints no unit. */
    unit: z.string().min(1).optional(),
  })
  .superRefine(checkRows(USAGE_PARTS, ["description", "amount"]));
export type Rows = z.infer<typeof Charges> | z.infer<typeof Usages>;

export const METER_FIELDS = [...METER_TEXT_NAMES, "printed_total"] as const;

const MeterSection = z
  .strictObject({
    energy_type: z.enum(ENERGY_TYPES),
    association_type: z.enum(ASSOCIATION_TYPES).default("STANDARD"),
    /** The line that opens a section; its groups are fields of the meter. Without it the whole document is one section. */
    start: Pattern.optional(),
    /** The line above the rest of a section on the next page. */
    continues: Pattern.optional(),
    /** The last line of the section. */
    end: Pattern.optional(),
    fields: z.partialRecord(z.enum(METER_FIELDS), Locator).default({}),
    period: z.strictObject({ start: Locator, end: Locator, days: Locator.optional() }),
    /** The printed heat content of the fuel, "1.037 therms per CCF". It takes precedence over the service's own table. */
    heat: z
      .strictObject({
        factor: Locator,
        energy: z.enum(HEAT_FACTOR_ENERGIES),
        per: z.string().refine((unit) => normaliseUnit(unit) !== null, "must be a unit that is known"),
      })
      .optional(),
    usages: z.array(Usages).default([]),
    charges: z.array(Charges).default([]),
  })
  .refine(
    ({ start }) => start === undefined || start.names.every((name) => METER_FIELDS.some((field) => field === name)),
    { path: ["start"], message: `may have the groups ${METER_FIELDS.join(", ")}` },
  );
export type MeterSection = z.infer<typeof MeterSection>;

/** Other fields are stored as printed, for readers. */
export const REQUIRED_FIELDS = ["acct_num", "invoice_date", "amount_due"] as const;

const TemplateShape = z.strictObject({
  /** Never changes: saved statements refer to it. */
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  version: z.int().positive(),
  name: z.string().min(1),
  /** A document must have a line for each of `all`, and no line for any of `none`. */
  match: z.strictObject({ all: z.array(Pattern).min(1), none: z.array(Pattern).default([]) }),
  /** The line with which each bill of a file begins; with a group `value`, only where the value changes. */
  bill_start: Pattern.optional(),
  locale: z.strictObject({
    decimal_mark: z.enum(DECIMAL_MARKS),
    language: z.enum(LANGUAGES),
    date_formats: z
      .array(
        z.string().refine(isDayFormat, "must name MMMM, MMM, MM or M, and DD or D once each, YYYY or YY at most once"),
      )
      .min(1),
  }),
  /** Whether the last printed day of a period belongs to it. `detect`: the account's other bills decide. */
  period_end: z.enum(["inclusive", "exclusive", "detect"]),
  /**
   * Content outside the meter sections: a line; lines from one to another or to the end of the page; on pages with such a cell,
   * everything left of it, or from it to the right.
   */
  ignore: z
    .array(
      z.union([
        z.strictObject({ line: Pattern }),
        z.strictObject({ from: Pattern, to: Pattern.optional() }),
        z.strictObject({ left_of: Pattern }),
        z.strictObject({ right_from: Pattern }),
      ]),
    )
    .default([]),
  fields: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/), Locator)
    .refine((fields) => REQUIRED_FIELDS.every((name) => name in fields), `must have ${REQUIRED_FIELDS.join(", ")}`),
  /**
   * The layout prints nothing to compare its charges with: no total, and an amount due that includes something else. Its bills
   * state this in `checked_by`. Otherwise the charges are compared with the printed totals, and a bill with a difference waits
   * for a person.
   */
  nothing_to_compare: z.boolean().default(false),
  /** A line that only a corrected bill has. */
  corrected: Pattern.optional(),
  /** Printed unit to the unit of the record. Other units are never guessed. */
  units: z.record(z.string(), z.string().min(1)),
  read_types: z.record(z.string(), z.enum(["actual", "estimated"])).default({}),
  meters: z.array(MeterSection).min(1),
  /** By description, the first match. Lines of one group belong together: a usage and the charges priced on it. */
  usage_map: z.array(
    z.strictObject({ description: Pattern, type: z.enum(USAGE_TYPES), group: z.string().min(1).optional() }),
  ),
  charge_map: z.array(
    z.strictObject({ description: Pattern, type: z.enum(CHARGE_TYPES), group: z.string().min(1).optional() }),
  ),
});

/** Header fields that charges are compared with; a meter has `printed_total`. */
const COMPARED_FIELDS = ["current_charges", "previous_balance", "amount_paid"] as const;

const Template = TemplateShape.refine(
  ({ nothing_to_compare, fields, meters }) =>
    !nothing_to_compare ||
    (COMPARED_FIELDS.every((name) => !(name in fields)) && meters.every((meter) => !("printed_total" in meter.fields))),
  {
    path: ["nothing_to_compare"],
    message: `is not true of a template with ${COMPARED_FIELDS.join(", ")} or printed_total`,
  },
);
export type Template = z.infer<typeof Template>;

/** Reads a template. @throws StartError that names the file and, for each fault, its path and reason. */
export function readTemplate(yaml: string, file: string): Template {
  const result = Template.safeParse(parseYaml(yaml, file));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".") || "the template"}: ${message}`);
  throw new StartError(`The bill template ${file} cannot be used. ${faults.join("; ")}.`);
}

function parseYaml(yaml: string, file: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new StartError(`The bill template ${file} is not YAML that can be read. ${error.message}`, { cause: error });
  }
}
