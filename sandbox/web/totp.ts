/** The codes of an authenticator app, calculated from the standard (RFC 6238) alone. */
import { createHmac } from "node:crypto";

const STEP_MS = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(text: string): Buffer {
  const bits = text
    .split("")
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The six digits that an app shows at this moment, in epoch milliseconds. */
export function totpAt(secretBase32: string, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / STEP_MS)));
  const hash = createHmac("sha1", fromBase32(secretBase32)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Whether an app shows the code now or within one step before or after, since clocks differ. */
export function isTotp(secretBase32: string, code: string, nowMs: number): boolean {
  return [-1, 0, 1].some((steps) => totpAt(secretBase32, nowMs + steps * STEP_MS) === code);
}
