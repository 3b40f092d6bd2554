/**
 * The schema of a bill template: what one layout of one utility prints and where, as data. Validated strictly, so that a
 * mistake is refused with its path and line, and never reads a bill wrongly.
 */
import { z } from "zod";
import { HEAT_FACTOR_ENERGIES } from "../../domain/heat-factor.ts";
import { normaliseUnit } from "../../domain/units.ts";
import { StartError } from "../../errors.ts";
import { ASSOCIATION_TYPES, ENERGY_TYPES, REGISTER_PARTS, USAGE_TYPES } from "../../records/codes.ts";
import { METER_TEXTS, METER_TEXT_NAMES } from "../../records/meter-texts.ts";
import { DATE_WORDS, isDayFormat } from "./dates.ts";
import { Locator, Pattern } from "./locator.ts";
import { LANGUAGES } from "./month-names.ts";
import { DECIMAL_MARKS } from "./numbers.ts";
import { Charges, ROW_TYPES, Usages } from "./rows.ts";
import { faultText, readYaml, type YamlReading } from "../../domain/yaml-file.ts";

/** The fields of a meter, also as groups of `start`. */
export const METER_FIELDS = {
  ...METER_TEXTS,
  tariff: "The tariff by which the meter is billed.",
  printed_total: "The printed total of the meter's charges.",
} as const;
const METER_FIELD_NAMES = [...METER_TEXT_NAMES, "tariff", "printed_total"] as const;

const HeatFactor = z.union([Locator.transform((one) => [one]), z.array(Locator).min(1)]);

export const MeterSection = z
  .strictObject({
    energy_type: z.enum(ENERGY_TYPES).describe("what the meter measures"),
    association_type: z
      .enum(ASSOCIATION_TYPES)
      .default("STANDARD")
      .describe("`DISTRIBUTION` or `SUPPLY` where two companies bill one meter"),
    start: Pattern.optional().describe(
      "the line that opens a section; its groups are fields of the meter. Without it the whole bill is one section",
    ),
    continues: Pattern.optional().describe("the line above the rest of a section on the next page"),
    end: Pattern.optional().describe("the last line of the section"),
    fields: z
      .partialRecord(z.enum(METER_FIELD_NAMES), Locator)
      .default({})
      .describe("fields of the meter, each with its place"),
    period: z
      .strictObject({
        start: Locator.optional().describe("the first printed day; without it, the number of days before the end"),
        end: Locator.describe("the last printed day"),
        days: Locator.optional().describe("the printed number of days, which decides whether the last day counts"),
      })
      .refine(({ start, days }) => start !== undefined || days !== undefined, "needs a start or days")
      .describe("the days of the lines that print none of their own"),
    heat: z
      .strictObject({
        factor: HeatFactor.describe("a field, or a list of fields whose product counts: heat content and pressure"),
        energy: z.enum(HEAT_FACTOR_ENERGIES).describe("the unit of the energy"),
        per: z
          .string()
          .refine((unit) => normaliseUnit(unit) !== null, "must be a unit that is known")
          .describe("the unit of the volume"),
      })
      .optional()
      .describe("the printed heat content of the fuel: 1.037 therms per CCF. It takes precedence over the table"),
    usages: z.array(Usages).default([]).describe("rows of energy, water and demand"),
    charges: z.array(Charges).default([]).describe("rows of charges"),
  })
  .refine(
    ({ start }) =>
      start === undefined || start.names.every((name) => METER_FIELD_NAMES.some((field) => field === name)),
    { path: ["start"], message: `may have the groups ${METER_FIELD_NAMES.join(", ")}` },
  );
export type MeterSection = z.infer<typeof MeterSection>;

/** The same words of both maps. */
const lineShape = {
  description: Pattern.describe("expression for the description of a line"),
  group: z
    .string()
    .min(1)
    .optional()
    .describe("lines of one group belong together: a usage and the charges priced on it"),
};

export const UsageLine = z
  .strictObject({
    ...lineShape,
    type: z.enum(USAGE_TYPES).describe("what the line is"),
    exported: z
      .literal(true)
      .optional()
      .describe("`true`: energy given to the grid. The usage is negative and is called Exported"),
    not_added: z
      .enum(REGISTER_PARTS)
      .optional()
      .describe(
        "a register whose use other lines have: `total`, the sum of the uses beside it, which must add up to it; `part`, within a use. It is kept with its reads and added to nothing",
      ),
  })
  .refine(({ type, exported }) => exported === undefined || type === "usage_amount", {
    path: ["exported"],
    message: "is only possible for a usage_amount",
  })
  .refine(({ type, not_added }) => not_added === undefined || type === "usage_amount", {
    path: ["not_added"],
    message: "is only possible for a usage_amount",
  });

export const ChargeLine = z.strictObject({
  ...lineShape,
  type: z.enum(ROW_TYPES).describe("what the line is; the last four are no charges but amounts of the balance"),
});

export const REQUIRED_FIELDS = ["acct_num", "invoice_date", "amount_due"] as const;

/** The fields of the bill that the statement has; any other name is stored as printed, for readers. */
export const BILL_FIELDS = {
  acct_num: "the number of the account (required)",
  invoice_date: "the date of the bill (required)",
  amount_due: "what the bill asks for now (required)",
  invoice_number: "the number of the bill",
  account_holder_name: "who the bill is for",
  service_address: "where the energy is used",
  previous_balance: "what was owed before this bill",
  amount_paid: "payments received, as a positive number",
  adjustments: "what changes the earlier balance besides payments, such as a late fee; a credit is negative",
  current_charges: "the total of the charges of this bill",
  budget_amount: "the fixed amount of budget billing, which is asked for in place of the charges",
  deferred_amount: "the part of the charges that a later bill will ask for, as a positive number",
  due_date: "the day by which to pay",
  late_fee_date: "the day from which a late fee is added",
} as const;

export const TemplateShape = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens")
    .describe("lower-case words joined by hyphens; never changes, because saved statements refer to it"),
  version: z.int().positive().describe("the number of the layout"),
  name: z.string().min(1).describe("for readers"),
  draft: z
    .literal(true)
    .optional()
    .describe("bills are read and wait in review; remove the line when all values were compared with a bill"),
  match: z
    .strictObject({
      all: z.array(Pattern).min(1).describe("each fits a line of every bill"),
      none: z.array(Pattern).default([]).describe("none fits a line of any bill"),
    })
    .describe("how a bill of this layout is recognised"),
  bill_start: Pattern.optional().describe(
    "the line with which each bill of a file begins; with a group `value`, only where the value changes",
  ),
  locale: z
    .strictObject({
      decimal_mark: z.enum(DECIMAL_MARKS).describe("the other mark, spaces and apostrophes group digits"),
      language: z.enum(LANGUAGES).describe("of the names of months and weekdays"),
      date_formats: z
        .array(
          z
            .string()
            .refine(
              isDayFormat,
              `must name MMMM, MMM, MM or M, and DD or D once each, YYYY or YY at most once, with no words between them but ${DATE_WORDS.join(", ")}`,
            ),
        )
        .min(1)
        .describe("the formats of the bill's days; the first that fits decides"),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, "must be a code of ISO 4217, such as USD")
        .optional()
        .describe("the code of the bill's currency (ISO 4217)"),
    })
    .describe("how numbers and days are printed"),
  period_end: z
    .enum(["inclusive", "exclusive", "detect"])
    .describe("whether the last printed day of a period belongs to it; `detect`: the account's other bills decide"),
  ignore: z
    .array(
      z.union([
        z.strictObject({ line: Pattern }),
        z.strictObject({ from: Pattern, to: Pattern.optional() }),
        z.strictObject({ left_of: Pattern }),
        z.strictObject({ right_from: Pattern }),
      ]),
    )
    .default([])
    .describe(
      "what belongs to no meter: a `line`; lines `from` one `to` another, or to the end of the page; on pages with such a cell, everything `left_of` it, or `right_from` it",
    ),
  fields: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/), Locator)
    .refine((fields) => REQUIRED_FIELDS.every((name) => name in fields), `must have ${REQUIRED_FIELDS.join(", ")}`)
    .describe("fields of the bill, each with its place"),
  nothing_to_compare: z
    .boolean()
    .default(false)
    .describe(
      "`true` if the layout prints nothing to compare its charges with: no total, and an amount due that includes something else",
    ),
  corrected: Pattern.optional().describe("a line that only a corrected bill has"),
  units: z
    .record(z.string(), z.string().min(1))
    .describe("printed unit to the unit of the record; other units are never guessed"),
  read_types: z
    .record(z.string(), z.enum(["actual", "estimated"]))
    .default({})
    .describe("printed kind of read to its meaning"),
  meters: z.array(MeterSection).min(1).describe("the sections of meters"),
  account_charges: z
    .array(Charges)
    .default([])
    .describe(
      "rows of charges for the account as a whole, outside the sections: each is divided over the meters in proportion to their usage costs",
    ),
  usage_map: z.array(UsageLine).describe("the type of a usage by its description, the first that fits"),
  charge_map: z.array(ChargeLine).describe("the type of a charge by its description, the first that fits"),
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

/** The template of a text, or its faults. */
export const parseTemplate = (yaml: string): YamlReading<Template> => readYaml(Template, yaml);

/** Reads a template. @throws StartError that names the file and, for each fault, its path and reason. */
export function readTemplate(yaml: string, file: string): Template {
  const read = parseTemplate(yaml);
  if (read.ok) return read.value;
  throw new StartError(`The bill template ${file} cannot be used. ${faultText(read.faults, "the template")}.`);
}
