/** Names the values of a statement that were read from words recognised without enough confidence. */
import { inWords } from "../../domain/bills/in-words.ts";
import { placedValues } from "../../domain/bills/places.ts";
import type { Finding, Reading, SourcePlace, Statement } from "../../records/statement.ts";
import { wordsIn, type Page, type Word } from "../pdf/page-model.ts";
import { error, quote } from "../template/findings.ts";

/**
 * On drawn bills, printed, turned and noised (`bench/ocr.ts`), digits read wrongly had 25 to 75, right ones mostly above 90. A mark
 * read wrongly can be above it: then the sums and the forms of numbers must show it.
 */
export const CONFIDENCE_BAR = 80;

/** The reading with its lowest confidence, and an error for each value of an unsure word. */
export function checkConfidence(reading: Reading, pages: Page[]): Reading {
  const { statement, findings } = reading;
  if (statement === null) return reading;
  const confidence = leastConfidence(statement, pages);
  if (confidence === undefined) return reading;
  return {
    ...reading,
    statement: { ...statement, confidence },
    findings: [...findings.map(asOfPicture), ...lowConfidence(statement, pages)],
  };
}

/** In a picture a row that does not fit is one whose words were missed or joined, which neither sums nor confidence show. */
const asOfPicture = (finding: Finding): Finding =>
  finding.name === "row_not_understood" ? { ...finding, severity: "error" } : finding;

/** The lowest confidence of the words of a statement's values, 0 to 100; undefined when none was recognised in a picture. */
export function leastConfidence(statement: Statement, pages: Page[]): number | undefined {
  const words = placedValues(statement).flatMap(({ place }) => wordsAt(place, pages));
  const known = words.flatMap(({ confidence }) => confidence ?? []);
  return known.length === 0 ? undefined : Math.floor(Math.min(...known));
}

/** An error for each value with such a word; none for a statement of a file that has text. */
export function lowConfidence(statement: Statement, pages: Page[]): Finding[] {
  if (!pages.some(({ rows }) => rows.some(({ words }) => words.some(isUnsure)))) return [];
  return placedValues(statement).flatMap(({ name, place }) => {
    const unsure = wordsAt(place, pages).filter(isUnsure);
    if (unsure.length === 0) return [];
    const text = unsure.map((word) => word.text).join(" ");
    const least = Math.floor(Math.min(...unsure.map(({ confidence = 0 }) => confidence)));
    const detail = `${quote({ text })} of the ${inWords(name)} was recognised with a confidence of ${least}, at least ${CONFIDENCE_BAR} is needed.`;
    return [error("low_confidence", detail, place === null ? undefined : { place })];
  });
}

/** Lines and specks that were taken for letters are no part of a value. */
const isUnsure = ({ text, confidence }: Word): boolean =>
  confidence !== undefined && confidence < CONFIDENCE_BAR && /[\p{L}\p{N}]/u.test(text);

function wordsAt(place: SourcePlace | null, pages: Page[]): Word[] {
  if (place === null || !("page" in place)) return [];
  const page = pages.find(({ page: number }) => number === place.page);
  return page === undefined ? [] : wordsIn(page, place.box);
}
