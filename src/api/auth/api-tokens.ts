/** The text of an API token: random, with a checksum, so that a secret scanner can recognize one without asking the service. */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

export const API_TOKEN_PREFIX = "mbk_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 178 bits cannot be guessed, so storing one fast hash is enough. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** The prefix, then as many letters and digits as the random part and the checksum have. */
const FORM = /^mbk_[0-9A-Za-z]{36}$/;

export function makeApiToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join("");
  return `${API_TOKEN_PREFIX}${random}${checksumOf(API_TOKEN_PREFIX + random)}`;
}

/** True when the form and the checksum are right; only the database knows whether the token exists. */
export const isApiToken = (text: string): boolean =>
  FORM.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));

/** Only this hash of a token is stored. */
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
