/** Numbers as people type them. */

/** Commas between groups of three digits: two of them, or one before a decimal point. */
const COMMAS_GROUP = /^-?\d{1,3}(,\d{3})+(\.\d+|,\d{3})$/;
/** A decimal comma: not before just three digits, unless a 0 or groups with points stand before it. */
const COMMA_IS_DECIMAL = /^-?(\d{1,3}(\.\d{3})+,\d+|0,\d+|\d+,(\d{1,2}|\d{4,}))$/;

/** 1234.56, 1,234.56, 1 234,56, $12.50, -3. Null for anything else, also for 1,234, whose comma may group digits or be a decimal mark. */
export function readNumber(text: string): number | null {
  const plain = text.slice(0, 40).replace(/[\s$€£]/gu, "");
  const whole = COMMAS_GROUP.test(plain)
    ? plain.replaceAll(",", "")
    : COMMA_IS_DECIMAL.test(plain)
      ? plain.replaceAll(".", "").replace(",", ".")
      : plain;
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(whole) ? Number(whole) : null;
}
