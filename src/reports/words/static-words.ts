/** The fixed texts of reports in the language of a reader: titles, rules, names and meanings of columns, and words for codes. */
import type { PageLanguage } from "../../records/company.ts";
import type { ReportType } from "../../records/report.ts";
import type { Column, TableHead } from "../../records/table.ts";
import { wordsOf } from "../../formats/words/words.ts";
import { SPANISH_MEANINGS, SPANISH_NAMES, SPANISH_RULES } from "./columns.es.ts";
import { flagNames } from "./flag-words.ts";
import { REPORT_TITLES } from "./titles.ts";
import { journalTypeWords, modelWords, SPANISH_JOURNAL_MEANING } from "./type-words.ts";

export const titleIn = (type: ReportType, language: PageLanguage): string => REPORT_TITLES[type][language];

/** Columns whose cells are codes, by their key. */
const CODES: Record<string, (language: PageLanguage) => Readonly<Record<string, string>>> = {
  energy_type: (language) => wordsOf(language).energyWords,
  flags: flagNames,
  type: journalTypeWords,
  model: modelWords,
};

/** The English texts are in the tables themselves; labels stay as they are, because rows in JSON are keyed by them. */
export function headIn(head: TableHead, language: PageLanguage): TableHead {
  const titles = Object.values(REPORT_TITLES).find(({ en }) => en === head.title);
  return {
    ...head,
    title: titles?.[language] ?? head.title,
    rule: (language === "es" ? SPANISH_RULES[head.title] : undefined) ?? head.rule,
    columns: head.columns.map((column) => columnIn(column, language)),
  };
}

function columnIn(column: Column, language: PageLanguage): Column {
  const { key, label, meaning } = column;
  const words = column.type === "text" ? CODES[key]?.(language) : undefined;
  const spanish = SPANISH_MEANINGS[meaning] ?? (key === "type" ? SPANISH_JOURNAL_MEANING : undefined);
  return {
    ...column,
    name: (language === "es" ? SPANISH_NAMES[label] : undefined) ?? label,
    meaning: (language === "es" ? spanish : undefined) ?? meaning,
    ...(words === undefined ? {} : { words }),
  };
}
