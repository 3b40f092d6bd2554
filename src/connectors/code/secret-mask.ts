/**
 * Hides a secret in what a portal answers: a page that shows again what it was sent would give the password to the code of a
 * connector, and a selector or a question about such a page would tell it letter by letter.
 */

import { inTime } from "../in-time.ts";

/** A shorter one, such as a PIN, cannot be distinguished from other numbers of a page. */
const LETTERS_MIN = 6;
const DIGITS_MIN = 8;
/** Of a spelling in base64. */
const BASE64_MIN = 8;

const NAMED: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

/** One letter as pages, addresses and JSON write it, in a text that was decoded as UTF-8 or byte by byte. */
function spellingsOf(letter: string): string {
  const bytes = [...Buffer.from(letter)];
  const point = letter.codePointAt(0) ?? 0;
  const named = NAMED[letter];
  return [
    ...new Set([
      literal(letter),
      literal(Buffer.from(letter).toString("latin1")),
      bytes.map((byte) => `%(?:25)?${hexOf(byte, 2)}`).join(""),
      `&#0{0,8}${point};?`,
      `&#x0{0,8}${hexOf(point, 1)};?`,
      ...(named === undefined ? [] : [`&${named};?`]),
      [...Array(letter.length).keys()].map((at) => `\\\\u${hexOf(letter.charCodeAt(at), 4)}`).join(""),
      ...(/["'/\\]/.test(letter) ? [`\\\\${literal(letter)}`] : []),
      ...(letter === " " ? [String.raw`\+`, "&nbsp;?"] : []),
    ]),
  ].join("|");
}

/** What base64 makes of the text wherever it begins in what was encoded: letters that depend on the text alone. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2]
    .map((before) => {
      const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
      return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((part) => part.length >= BASE64_MIN)
    .map((part) => Array.from(part, (letter) => (/[+/]/.test(letter) ? "[-+/_]|%2[bf]" : letter)))
    .map((letters) => letters.map((letter) => `(?:${letter})`).join(""));
}

/** Puts `name` in the place of `secret`; changes nothing where it is too short to be distinguished from other text. */
export function createMask(secret: string, name: string): (text: string) => string {
  const isShort = secret.length < (/^\d+$/.test(secret) ? DIGITS_MIN : LETTERS_MIN);
  if (isShort) return String;
  const spelled = Array.from(secret, (letter) => `(?:${spellingsOf(letter)})`).join("");
  const hex = Buffer.from(secret).toString("hex");
  // Some portals show in capitals what they were sent.
  const pattern = new RegExp([spelled, ...base64Of(secret), hex].join("|"), "gi");
  // A password of percent signs has many spellings in one text.
  return (text) => inTime(() => text.replaceAll(pattern, name));
}
