/** The sentences of reports with the words of files, in one language. */
import type { PageLanguage } from "../../records/company.ts";
import type { CountedNoun } from "../../records/table.ts";
import { createSay, type SayOf } from "../../formats/words/say.ts";
import { wordsOf, type Words } from "../../formats/words/words.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";

export interface ReportWords extends Words {
  /** A sentence of reports by its key. */
  sentence: SayOf<typeof en>;
  /** "3 months". */
  count(noun: CountedNoun, count: number): string;
  /** A figure in a sentence, with few decimals. */
  figure(value: number): string;
  /** "4.0%", without a sign. */
  percent(change: number): string;
}

const SENTENCES = createSay(en, es);

/** More letters than a figure of a sentence needs. */
const DIGITS_MAX = 2;
const SMALL_DIGITS_MAX = 4;

function createReportWords(language: PageLanguage): ReportWords {
  const words = wordsOf(language);
  return {
    ...words,
    sentence: SENTENCES[language],
    count: (noun, count) => words.say(`count.${noun}`, { count }),
    figure: (value) => words.number(value, Math.abs(value) < 1 ? SMALL_DIGITS_MAX : DIGITS_MAX, 0),
    percent: (change) => `${words.number(Math.abs(change), 1)}%`,
  };
}

const WORDS: Record<PageLanguage, ReportWords> = { en: createReportWords("en"), es: createReportWords("es") };

export const reportWordsOf = (language: PageLanguage): ReportWords => WORDS[language];

/** For tests, and for what is not translated. */
export const ENGLISH_REPORT: ReportWords = WORDS.en;
