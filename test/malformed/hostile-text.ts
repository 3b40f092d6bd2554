/** Texts of 10 kB that keep a careless reader busy: long runs, things that almost match, and the separators of every format we read. */
import type { Random } from "./random.ts";

const LENGTH = 10_000;

const PIECES = [
  " ",
  "\t",
  "\n",
  "\r\n",
  "\u00a0",
  "\u2028",
  "\u2029",
  "\u3000",
  "\0",
  "a",
  "Z",
  "0",
  "9",
  "é",
  "ß",
  "İ",
  "😀",
  "\u0301",
  "\ud800",
  ",",
  ";",
  ":",
  "=",
  "?",
  "->",
  "-",
  "–",
  "/",
  "\\",
  "*",
  ".",
  "+",
  "_",
  "%",
  "#",
  "@",
  "&",
  "|",
  '"',
  "'",
  "`",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "<",
  ">",
  "<!--",
  "-->",
  "<!-- a -->\n",
  "<?xml ",
  "<a ",
  "</a>",
  "<<",
  "a?",
  "a: ",
  "q: ",
  "a ? ",
  "question 1",
  "security question ",
  "otpauth://totp/",
  "JBSW Y3DP ",
  "1,234.",
  "1 ",
  "$",
  "USD ",
  "(1",
  "1.1.",
  "12/",
  "2026-",
  "1 kWh ",
  "per ",
  "12 %",
  "-1-",
  "en;q=0.",
  "en-US,",
  "bytes=",
  "0-,",
  'W/"',
  '"a",',
  "*/*;",
  "text/html;q=",
  "Bearer ",
  "eyJhbGciOi.",
  "mbk_",

  "a=b; ",
  "; filename*=",
  "UTF-8''",
  "%E",
  "https://",
  "www.",
  "://a:b:",
  "USA, ",
  "12345 ",
  "Apt. #",
  '\\"',
  "${",
];

/** One text: a few pieces in runs of very different lengths, so that some are one long run and others a mixture. */
export function hostileText(random: Random): string {
  const chosen = Array.from({ length: 1 + random.below(4) }, () => random.pick(PIECES));
  const isOneRun = random.chance(0.5);
  let text = random.chance(0.5) ? random.pick(PIECES) : "";
  while (text.length < LENGTH) {
    const piece = isOneRun ? chosen.join("") : random.pick(chosen);
    const times = isOneRun ? LENGTH : 1 + random.below(random.pick([2, 40, 1000]));
    text += piece.repeat(Math.min(times, Math.ceil(LENGTH / piece.length)));
  }
  return `${text.slice(0, LENGTH - 2)}${random.pick(PIECES).slice(0, 2)}`;
}

/** What of it can stand in a header: HTTP carries bytes, and no controls. */
export const inHeader = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, " ").trim();
