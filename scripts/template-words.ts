/** Makes the list of every word of bill templates, as Markdown, from the schema that checks them. */
import { z } from "zod";
import { UNIT_NAMES } from "../src/domain/data/unit-names.ts";
import { HEAT_FACTOR_ENERGIES } from "../src/domain/heat-factor.ts";
import { DATE_TOKENS, DATE_WORDS } from "../src/parsers/template/dates.ts";
import { LABEL_PLACES, Locator } from "../src/parsers/template/locator.ts";
import { LANGUAGES } from "../src/parsers/template/month-names.ts";
import { BALANCE_TYPES, CHARGE_PARTS, Charges, USAGE_PARTS, Usages } from "../src/parsers/template/rows.ts";
import {
  BILL_FIELDS,
  ChargeLine,
  METER_FIELDS,
  MeterSection,
  TemplateShape,
  UsageLine,
} from "../src/parsers/template/template.ts";
import { ASSOCIATION_TYPES, CHARGE_TYPES, ENERGY_TYPES, USAGE_TYPES } from "../src/records/codes.ts";

/** The whole list, which stands in the README of the parsers between two marks. */
export function templateWords(): string {
  const { locale, match } = TemplateShape.shape;
  const { period, heat } = MeterSection.shape;
  return [
    wordsOf("A template", TemplateShape.shape),
    wordsOf("`match`", match.shape),
    wordsOf("`locale`", locale.shape),
    wordsOf("A field", Locator.shape),
    meanings("`where`", LABEL_PLACES),
    meanings("Fields of the bill", BILL_FIELDS, "Any other name is kept as printed."),
    wordsOf("A section of `meters`", MeterSection.shape),
    meanings("Fields of a meter", METER_FIELDS),
    wordsOf("`period`", period.shape),
    wordsOf("`heat`", heat.unwrap().shape),
    wordsOf("Rows of `charges` and `account_charges`", Charges.shape),
    wordsOf("Rows of `usages`", onlyOf(Usages.shape, Charges.shape), "and all words of charges but `type`."),
    wordsOf("A line of `usage_map`", UsageLine.shape),
    wordsOf("A line of `charge_map`", ChargeLine.shape),
    `#### Values\n\n${table(
      ["of", "valid words"],
      VALUES.map(([of, values]) => [of, code(values)]),
    )}`,
  ].join("\n\n");
}

const VALUES: [string, readonly string[]][] = [
  ["parts of a charge", CHARGE_PARTS],
  ["parts of a usage", USAGE_PARTS],
  ["`type` of a charge", CHARGE_TYPES],
  ["`type` of a row that is no charge", BALANCE_TYPES],
  ["`type` of a usage", USAGE_TYPES],
  ["`energy_type`", ENERGY_TYPES],
  ["`association_type`", ASSOCIATION_TYPES],
  ["`energy` of a heat factor", HEAT_FACTOR_ENERGIES],
  ["`language`", LANGUAGES],
  ["parts of a date format", DATE_TOKENS],
  ["words of a date format", DATE_WORDS],
  ["units of the record", Object.keys(UNIT_NAMES)],
];

type Shape = Record<string, z.ZodType>;

/** A table of the words of an object. */
function wordsOf(title: string, shape: Shape, note?: string): string {
  const rows = Object.entries(shape).map(([word, field]) => {
    const { description = "", required, values } = factsOf(field);
    return [code([word]) + (required ? " *" : ""), description, values];
  });
  return titled(title, table(["word", "meaning", "values"], rows), note);
}

const meanings = (title: string, words: Record<string, string>, note?: string): string =>
  titled(
    title,
    table(
      ["word", "meaning"],
      Object.entries(words).map(([word, meaning]) => [code([word]), meaning.replace(/\.$/, "")]),
    ),
    note,
  );

function titled(title: string, body: string, note?: string): string {
  return `#### ${title}\n\n${body}${note === undefined ? "" : `\n\n${note}`}`;
}

/** What the schema of a word says about it. */
function factsOf(field: z.ZodType) {
  const { description, ...schema } = z.toJSONSchema(field, { io: "input", unrepresentable: "any" });
  const of = schema.enum ?? [];
  const initial = schema.default;
  const isNamed = typeof initial === "string";
  return {
    description,
    required: !field.safeParse(undefined).success,
    values: of.map((value) => `${code([String(value)])}${isNamed && value === initial ? " (default)" : ""}`).join(", "),
  };
}

/** The words that the other object does not have. */
const onlyOf = (shape: Shape, other: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([word]) => !(word in other)));

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const MARKS = { begin: "<!-- words: npm run words -->", end: "<!-- end of words -->" };

/** The text with the current list between its marks. @throws Error when it has no marks */
export function withWords(text: string): string {
  const begin = text.indexOf(MARKS.begin);
  const end = text.indexOf(MARKS.end);
  if (begin < 0 || end < begin) throw new Error(`the text has no ${MARKS.begin} and ${MARKS.end}`);
  return `${text.slice(0, begin)}${MARKS.begin}\n\n${templateWords()}\n\n${text.slice(end)}`;
}

export const WORDS_FILE = new URL("../src/parsers/README.md", import.meta.url);
