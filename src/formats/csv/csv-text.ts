/**
 * Prevents that a text in a CSV file is interpreted as a formula, whatever the separator of the spreadsheet; numbers stay
 * numbers.
 */

/** The beginnings of a formula, including full-width ones (OWASP, CSV injection). */
const BEGINS_FORMULA = /^[ "']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Where a spreadsheet of another locale may begin a new cell, even inside quoted text. */
const SEPARATORS = /([;,|\t\r\n])/;
const NUMBER = /^ *[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)? *$/;

/** The text with an apostrophe before each part that a spreadsheet could evaluate. */
export const withoutFormula = (text: string): string =>
  text
    .split(SEPARATORS)
    .map((part) => (BEGINS_FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join("");
