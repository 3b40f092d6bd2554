/** What the page's script calculates, calculated here again: a proof of the password, and the seal of each request. */
import { createHash } from "node:crypto";

/** 32 hex digits of a text by plain arithmetic; the same in `app.js`. It keeps nothing secret: it makes a script necessary. */
export function fold(text: string): string {
  const lanes = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x2545f491];
  for (let at = 0; at < text.length; at++) {
    const lane = at % 4;
    const next = (at + 1) % 4;
    const mixed = Math.imul((lanes[lane] ?? 0) ^ text.charCodeAt(at), 0x01000193 + 2 * at) >>> 0;
    lanes[lane] = mixed;
    lanes[next] = ((lanes[next] ?? 0) + (mixed ^ (mixed >>> 15))) >>> 0;
  }
  return lanes.map((lane) => lane.toString(16).padStart(8, "0")).join("");
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** `mix` is different in every copy of the script. `sum` is for browsers that have WebCrypto for secure pages only. */
export const PROOFS = {
  sha256: (nonce: string, password: string, mix: string) => sha256(`${nonce}:${sha256(password)}:${fold(mix + nonce)}`),
  sum: (nonce: string, password: string, mix: string) => fold(`${nonce}:${password}:${fold(mix + nonce)}`),
} as const;

/** @param path with its query */
export const sealOf = (seed: string, mix: string, path: string): string => fold(`${seed}|${path}|${mix}`);
