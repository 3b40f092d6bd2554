/** The words of reports over all properties in a language, and columns named by them. */
import { createSay, type SayOf } from "../../../formats/words/say.ts";
import { wordsOf, type Words } from "../../../formats/words/words.ts";
import { CHANGE_CAUSES, CHARGE_TYPES } from "../../../records/codes.ts";
import type { PageLanguage } from "../../../records/company.ts";
import { BOOKING_ENTRIES, PAYABLE_STATES, type PortfolioReportType } from "../../../records/portfolio-report.ts";
import type { Column } from "../../../records/table.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";

const SAY = createSay(en, es);

type CodesOf = Readonly<Record<string, string>>;

export interface PortfolioWords extends Words {
  sentence: SayOf<typeof en>;
  /** The words of codes. */
  reasons: CodesOf;
  charges: CodesOf;
  states: CodesOf;
  entries: CodesOf;
}

function createWords(language: PageLanguage): PortfolioWords {
  const sentence = SAY[language];
  const table = <Code extends string>(codes: readonly Code[], wordOf: (code: Code) => string): CodesOf =>
    Object.fromEntries(codes.map((code) => [code, wordOf(code)]));
  return {
    ...wordsOf(language),
    sentence,
    reasons: table(CHANGE_CAUSES, (cause) => sentence(`reason.${cause}`)),
    charges: table(CHARGE_TYPES, (type) => sentence(`charge.${type}`)),
    states: table(PAYABLE_STATES, (state) => sentence(`state.${state}`)),
    entries: table(BOOKING_ENTRIES, (entry) => sentence(`entry.${entry}`)),
  };
}

const WORDS: Record<PageLanguage, PortfolioWords> = { en: createWords("en"), es: createWords("es") };

export const portfolioWords = (language: PageLanguage): PortfolioWords => WORDS[language];

const NAMES = {
  portfolio_performance: "performance",
  accounts_payable: "payable",
  general_ledger: "ledger",
} as const satisfies Record<PortfolioReportType, string>;

export const portfolioTitle = (type: PortfolioReportType, language: PageLanguage): string =>
  SAY[language](`${NAMES[type]}.title`);

/** What the report answers, in one line. */
export const portfolioDescription = (type: PortfolioReportType, language: PageLanguage): string =>
  SAY[language](`${NAMES[type]}.about`);

type ColumnKey = keyof typeof en extends infer K ? (K extends `col.${infer Key}` ? Exclude<Key, "use"> : never) : never;

/** A column without its names, which follow from its key. */
export type NamelessColumn = Pick<Column, "type"> &
  Partial<Pick<Column, "unit" | "digits" | "isKey" | "isAnswer" | "words">> & { key: ColumnKey };

/** The label is English in every language: it is the key of rows in JSON. */
export const namedColumn = ({ unit = null, ...column }: NamelessColumn, { sentence }: PortfolioWords): Column => ({
  ...column,
  unit,
  label: SAY.en(`col.${column.key}`),
  name: sentence(`col.${column.key}`),
  meaning: sentence(`mean.${column.key}`),
});

/** The use of one service. */
export const useColumn = (
  { key, type, unit }: { key: string; type: keyof Words["energyWords"]; unit: string },
  words: PortfolioWords,
): Column => ({
  key,
  unit,
  type: "number",
  digits: 0,
  label: SAY.en("col.use", { service: wordsOf("en").energyWords[type] ?? type }),
  name: words.sentence("col.use", { service: words.energyWords[type] ?? type }),
  meaning: words.sentence("mean.use"),
});
