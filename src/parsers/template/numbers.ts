/** Reads printed numbers with any usual decoration; the result is a decimal text or null. */
import type { Decimal } from "../../records/statement.ts";
import { cutEnd } from "../../domain/text.ts";

export const DECIMAL_MARKS = [".", ","] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** More digits than any bill has; a longer run is something else. */
const DIGITS_MAX = 24;
/** Longer than any number with its decoration. */
const TEXT_MAX = 80;

const CURRENCY =
  /(?:US|CA|AU|NZ|MX|[RCAS])?\$|[€£¥₹]|\b(?:USD|EUR|GBP|CAD|AUD|NZD|BRL|MXN|CHF|SEK|NOK|DKK|PLN|CZK|ZAR|INR|JPY)\b|\bkr\b\.?|\bFr\.(?= ?\d)|\bzł/gi;
/** For single spaces, `¤` in place of a currency, which may be on either side, and no word for credit or debit. */
const WHOLE =
  /^(?:¤ ?)?(?<open>\()? ?(?<sign>[-+])? ?¤? ?(?<inner>[-+])? ?(?<digits>[\d.,'’ ]*\d) ?¤? ?(?<trail>[-+])? ?(?<close>\))?(?: ?¤)?$/;
/** Credit and debit, before the amount or after it. */
const WORD_BEFORE = /^(CR|DR|DB)\.? ?(?=\P{L})/iu;
const WORD_AFTER = /(CR|DR|DB)\.?$/i;
/** Two adjacent columns are not one number. */
const APART = /\d {2,}\d/;

/**
 * A bill with decimal commas may group by points, spaces or apostrophes, never by its own decimal mark. Groups have three
 * digits.
 */
const DIGITS: Record<DecimalMark, RegExp> = {
  ".": /^(?:(?<whole>\d+|\d{1,3}(?:(?<group>[,'’ ])\d{3})(?:\k<group>\d{3})*)?(?:\.(?<part>\d+))?)$/,
  ",": /^(?:(?<whole>\d+|\d{1,3}(?:(?<group>[.'’ ])\d{3})(?:\k<group>\d{3})*)?(?:,(?<part>\d+))?)$/,
};

/** One kind of space and one kind of minus. */
function plain(text: string): string {
  return text
    .replace(/\s/gu, " ")
    .replace(/[\u2010-\u2013\u2212\ufe63\uff0d]/g, "-")
    .trim();
}

/**
 * A number or an amount of money: `$1,234.56`, `1.234,56 EUR`, `128,13-`, `4.10 CR`, `CR 62.50`, `(10.92)`, `$ (10.92)`,
 * `-$6,945.86 CR`. Any credit mark makes it negative, also two of them. Leading zeros stay, since a meter's dial prints them. Null
 * when it is not a number.
 */
export function readDecimal(text: string, decimalMark: DecimalMark): Decimal | null {
  const bare = text.length > TEXT_MAX ? "" : plain(text);
  const { words, rest } = withoutWords(bare.replaceAll(CURRENCY, "¤").replace(/ +/g, " "));
  const groups = APART.test(bare) || words.length > 1 ? undefined : WHOLE.exec(rest)?.groups;
  if (groups === undefined) return null;
  const { open, sign, inner, trail, close } = groups;
  if ((open === undefined) !== (close === undefined)) return null;
  const marks = new Set([sign, inner, trail]);
  const isCredit = open !== undefined || marks.has("-") || words.includes("CR");
  const isDebit = marks.has("+") || words.includes("DR") || words.includes("DB");
  if (isCredit && isDebit) return null;
  return toDecimal(groups["digits"] ?? "", decimalMark, isCredit);
}

/** The words for credit and debit, and the text without them. */
function withoutWords(text: string): { words: string[]; rest: string } {
  const words = [WORD_BEFORE, WORD_AFTER].flatMap((pattern) => pattern.exec(text)?.[1]?.toUpperCase() ?? []);
  return { words, rest: text.replace(WORD_BEFORE, "").replace(WORD_AFTER, "").trim() };
}

function toDecimal(digits: string, decimalMark: DecimalMark, isNegative: boolean): Decimal | null {
  const groups = DIGITS[decimalMark].exec(digits)?.groups;
  const whole = groups?.["whole"]?.replace(/\D/g, "") ?? "";
  const part = groups?.["part"] ?? "";
  if (whole + part === "" || whole.length + part.length > DIGITS_MAX) return null;
  const decimal = part === "" ? whole : `${whole || "0"}.${part}`;
  return isNegative && /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
}

export interface Quantity {
  amount: Decimal;
  /** As printed; null when the number has no unit. */
  unit: string | null;
}

/** The end of a number before a word. */
const UNIT_FOLLOWS = /(\d\)? *)\p{L}/gu;
const UNIT = /^\p{L}[\p{L}\d³ ./()-]*$/u;

/** A number with its unit: `15,520 kWh`, `133.2 kW`, `1 month`. Money is a quantity without a unit. */
export function readQuantity(text: string, decimalMark: DecimalMark): Quantity | null {
  const alone = readDecimal(text, decimalMark);
  if (alone !== null || text.length > TEXT_MAX) return alone === null ? null : { amount: alone, unit: null };
  const bare = plain(text);
  const end = [...bare.matchAll(UNIT_FOLLOWS)].at(-1);
  const start = end === undefined ? 0 : end.index + (end[1] ?? "").length;
  const unit = bare.slice(start);
  const amount = UNIT.test(unit) ? readDecimal(bare.slice(0, start), decimalMark) : null;
  return amount === null ? null : { amount, unit };
}

/** What a rate is printed in, and by how many places that is more than the currency itself. */
const SMALLER: { pattern: RegExp; places: number }[] = [
  { pattern: /%$/, places: 2 },
  { pattern: /(?:¢|c€|\bcents?\b|\bcts?\b)(?=$|\s|\/)/i, places: 2 },
];

/** Without `/kWh` or `per kWh` at its end. */
function withoutUnit(text: string): string {
  const before = cutEnd(text, /[\p{L}\d³]/u);
  const sign = /(?:\/|\b(?:per|je|por))$/i.exec(before.trimEnd());
  return sign !== null && /^\p{L}/u.test(text.slice(before.length)) ? text.slice(0, sign.index).trimEnd() : text;
}

/** A price per unit or a share: `$0.10471`, `(0.02913)`, `0.38120 $/kWh`; `6.250%` is 0.06250 and `10,470 c€/kWh` is 0.10470. */
export function readRate(text: string, decimalMark: DecimalMark): Decimal | null {
  if (text.length > TEXT_MAX) return null;
  const bare = withoutUnit(plain(text));
  const smaller = SMALLER.find(({ pattern }) => pattern.test(bare));
  if (smaller === undefined) return readDecimal(bare, decimalMark);
  const decimal = readDecimal(bare.replace(smaller.pattern, ""), decimalMark);
  return decimal === null ? null : shift(decimal, smaller.places);
}

/** The decimal divided by a power of ten, without rounding. */
function shift(decimal: Decimal, places: number): Decimal {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  const padded = whole.padStart(places + 1, "0");
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}${part}`;
}

/** The same amount with the other sign. */
export function negate(decimal: Decimal): Decimal {
  if (decimal.startsWith("-")) return decimal.slice(1);
  return /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
}
