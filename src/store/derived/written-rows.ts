/** Writes rows of COPY's text format as bytes, with the same digits as PostgreSQL: millions of numbers without a string for each. */
import { toUnits } from "../../domain/whole-units.ts";

/** Takes the fields of a row in their order, then its end. */
export interface RowWriter {
  /** A whole number of at least 0, below 2^53. */
  integer(value: number): void;
  /** A value with a fixed number of decimal places. */
  decimal(value: number, places: number): void;
  /** Letters, digits and dashes, such as a day or a type: nothing that COPY would escape. */
  code(text: string): void;
  flag(value: boolean): void;
  /** No value. */
  nothing(): void;
  endRow(): void;
  /** How many bytes were written. */
  size(): number;
  /** The text of the bytes between. */
  text(start: number, end: number): string;
  /** Removes everything written after the given number of bytes. */
  takeBack(size: number): void;
  bytes(): Buffer;
}

const TAB = 9;
const NEWLINE = 10;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const BACKSLASH = 92;
const N = 78;
const F = 102;
const T = 116;

const BILLION = 1e9;

const FIRST_BYTES = 64 * 1024;
/** More than a number takes. */
const NUMBER_BYTES = 64;

export function openRows(): RowWriter {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let at = 0;

  const makeRoom = (count: number): void => {
    if (at + count < bytes.length) return;
    const larger = Buffer.allocUnsafe((bytes.length + count) * 2);
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
  };
  const code = (text: string): void => {
    makeRoom(text.length + 1);
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
    bytes[at++] = TAB;
  };
  /** The digits of a whole number, at least so many: a billion at a time, for the quick arithmetic of small numbers. */
  const digits = (value: number, atLeast: number): void => {
    if (value >= BILLION) {
      const billions = Math.floor(value / BILLION);
      digits(billions, atLeast - 9);
      return digits(value - billions * BILLION, 9);
    }
    let count = 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) count += 1;
    count = Math.max(count, atLeast);
    let rest = value;
    for (let place = at + count - 1; place >= at; place--) {
      const tenth = (rest / 10) | 0;
      bytes[place] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    at += count;
  };

  return {
    integer(value) {
      makeRoom(NUMBER_BYTES);
      digits(value, 1);
      bytes[at++] = TAB;
    },
    decimal(value, places) {
      const units = toUnits(value, places);
      const size = Math.abs(units);
      // Too large to be exact in units, or no number.
      if (!(size < Number.MAX_SAFE_INTEGER)) return code(value.toFixed(places));
      makeRoom(NUMBER_BYTES);
      if (units < 0) bytes[at++] = MINUS;
      const perOne = 10 ** places;
      const whole = Math.floor(size / perOne);
      digits(whole, 1);
      bytes[at++] = POINT;
      digits(size - whole * perOne, places);
      bytes[at++] = TAB;
    },
    code,
    flag(value) {
      makeRoom(2);
      bytes[at++] = value ? T : F;
      bytes[at++] = TAB;
    },
    nothing() {
      makeRoom(3);
      bytes[at++] = BACKSLASH;
      bytes[at++] = N;
      bytes[at++] = TAB;
    },
    endRow() {
      bytes[at - 1] = NEWLINE;
    },
    size: () => at,
    text: (start, end) => bytes.toString("latin1", start, end),
    takeBack(size) {
      at = size;
    },
    bytes: () => bytes.subarray(0, at),
  };
}
