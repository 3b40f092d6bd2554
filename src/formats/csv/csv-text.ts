/** A text in a CSV file is never taken for a formula, whatever the separator of the spreadsheet that opens it; numbers stay numbers. */

/** What begins a formula, in full width too (OWASP, CSV injection). */
const BEGINS_FORMULA = /^[ "']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Where a spreadsheet of another locale begins a new cell, also inside of a quoted text: it knows the quotes of its own cells alone. */
const SEPARATORS = /([;,|\t\r\n])/;
const NUMBER = /^ *[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)? *$/;

/** The text with an apostrophe before each part that a spreadsheet could compute. */
export const withoutFormula = (text: string): string =>
  text
    .split(SEPARATORS)
    .map((part) => (BEGINS_FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join("");
