/**
 * Finds secret values in texts without storing them: only the length, an HMAC and 24 bits of a rolling hash are kept, under
 * keys of this process. A copy of the memory reveals no value, except that a weak password can be found by guessing.
 */
import { createHmac, createSecretKey, randomBytes } from "node:crypto";

export interface HiddenValues {
  /**
   * Searches for a value from now on, until the returned function is called. A value added twice is searched until both are
   * removed.
   */
  add(value: string): () => void;
  /** The text with `mark` in place of every stretch that a value covers. */
  replaceIn(text: string, mark: string): string;
  isIn(text: string): boolean;
}

interface Known {
  length: number;
  /** Short hash of the whole value. */
  check: number;
  digest: string;
  holders: number;
}

interface Stretch {
  from: number;
  to: number;
}

const KEY = createSecretKey(randomBytes(32));
/** Odd, so that no factor is lost modulo 2^32. */
const BASE = randomBytes(4).readInt32LE() | 1;

/** Confirms a match of the rolling hash. UTF-16, since UTF-8 encodes all lone surrogates alike. */
const digestOf = (value: string): string => createHmac("sha256", KEY).update(value, "utf16le").digest("base64");

/** Rabin-Karp: the polynomial of the letters modulo 2^32. */
function rollingHash(text: string, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Only these bits of a hash are kept: enough to skip almost every position in a text, and of little use for guessing. */
const shortHash = (hash: number): number => hash >>> 20;

const powerOfBase = (exponent: number): number => (exponent === 0 ? 1 : Math.imul(powerOfBase(exponent - 1), BASE));

/** For values of at least `shortest` letters: all values are searched in one pass, by their beginnings. */
export function createHiddenValues(shortest: number): HiddenValues {
  const leaving = powerOfBase(shortest);
  /** By the short hash of their first letters. */
  const byBeginning = new Map<number, Known[]>();

  /** The stretches that values cover, in order. A value does not overlap itself. */
  function find(text: string, atMost = Number.POSITIVE_INFINITY): Stretch[] {
    const found: Stretch[] = [];
    if (byBeginning.size === 0 || text.length < shortest) return found;
    const ends = new Map<Known, number>();
    let hash = rollingHash(text, 0, shortest);
    for (let from = 0; found.length < atMost; from += 1) {
      for (const known of byBeginning.get(shortHash(hash)) ?? []) {
        if ((ends.get(known) ?? 0) > from || !beginsAt(text, from, known)) continue;
        ends.set(known, from + known.length);
        found.push({ from, to: from + known.length });
      }
      const next = from + shortest;
      if (next >= text.length) break;
      hash = (Math.imul(hash, BASE) + text.charCodeAt(next) - Math.imul(text.charCodeAt(from), leaving)) | 0;
    }
    return found;
  }

  return {
    add(value) {
      if (value.length < shortest) throw new RangeError(`a hidden value has at least ${shortest} letters`);
      const beginning = shortHash(rollingHash(value, 0, shortest));
      const digest = digestOf(value);
      const others = byBeginning.get(beginning) ?? [];
      const known = others.find((one) => one.digest === digest) ?? describe(value, digest);
      known.holders += 1;
      if (known.holders === 1) byBeginning.set(beginning, [...others, known]);
      return remover(byBeginning, beginning, known);
    },
    replaceIn(text, mark) {
      const found = find(text);
      return found.length === 0 ? text : replaceStretches(text, found, mark);
    },
    isIn: (text) => find(text, 1).length > 0,
  };
}

const describe = (value: string, digest: string): Known => ({
  length: value.length,
  check: shortHash(rollingHash(value, 0, value.length)),
  digest,
  holders: 0,
});

function beginsAt(text: string, from: number, { length, check, digest }: Known): boolean {
  const to = from + length;
  if (to > text.length || shortHash(rollingHash(text, from, to)) !== check) return false;
  return digestOf(text.slice(from, to)) === digest;
}

/** A separate function: a closure made in `add` would keep the value in memory. */
const remover = (byBeginning: Map<number, Known[]>, beginning: number, known: Known) => () => {
  known.holders -= 1;
  if (known.holders > 0) return;
  const others = (byBeginning.get(beginning) ?? []).filter((one) => one !== known);
  if (others.length > 0) byBeginning.set(beginning, others);
  else byBeginning.delete(beginning);
};

/** Overlapping values make one stretch, so that nothing of either is left. */
function replaceStretches(text: string, found: Stretch[], mark: string): string {
  let clean = "";
  let end = 0;
  for (const { from, to } of found) {
    if (from >= end) clean += text.slice(end, from) + mark;
    end = Math.max(end, to);
  }
  return clean + text.slice(end);
}
