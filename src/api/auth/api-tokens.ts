/** The text of an API token: random, and with a checksum, so that a scanner can tell one from any other text without asking us. */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

export const PREFIX = "mbk_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 178 bits: nobody guesses it, so one fast hash of it is enough to keep. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** The prefix, then as many letters and digits as the random part and the checksum have. */
const FORM = /^mbk_[0-9A-Za-z]{36}$/;

export function makeApiToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join("");
  return `${PREFIX}${random}${checksumOf(PREFIX + random)}`;
}

/** True for the form and the checksum; whether there is such a token only the database knows. */
export const isApiToken = (text: string): boolean =>
  FORM.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));

/** Of a token only this is kept. */
export const apiTokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** CRC-32 of prefix and random part as six digits of base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
