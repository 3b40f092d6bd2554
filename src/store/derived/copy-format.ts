/** Reads and writes rows of COPY's text format as bytes, with the digits of PostgreSQL: millions of numbers without a string for each. */
import { toUnits } from "../../domain/whole-units.ts";
import type { Day } from "../../records/scalars.ts";

/** Reads the fields of one row in their order. Every field must be read, the last one with the row. */
export interface FieldReader {
  /** An integer below 2^53. */
  integer(): number;
  /** A decimal as the nearest number; null when empty. */
  decimal(): number | null;
  /** A day; null when empty. */
  day(): Day | null;
  /** A repeated word, such as a type or a unit; null when empty. */
  word(): string | null;
  flag(): boolean;
}

/** Reads the fields of a row from a normal query. */
export function fieldsOfRow(row: object): FieldReader {
  const values: unknown[] = Object.values(row);
  let at = 0;
  // The columns have these types: the queries are written for both ways of reading.
  const next = () => values[at++];
  return {
    integer: () => next() as number,
    decimal: () => next() as number | null,
    day: () => next() as Day | null,
    word: () => next() as string | null,
    flag: () => next() as boolean,
  };
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

/** Calls `onRow` for each row of the chunks, in their order. */
export async function readCopiedRows(
  chunks: AsyncIterable<Buffer>,
  onRow: (fields: FieldReader) => void,
): Promise<void> {
  const reader = createFieldReader();
  await readWholeRows(chunks, (bytes) => {
    reader.open(bytes);
    while (reader.at() < bytes.length) onRow(reader);
  });
}

/** The same with each row as one string, for rows that are only compared. */
export function readCopiedLines(chunks: AsyncIterable<Buffer>, onLine: (line: string) => void): Promise<void> {
  return readWholeRows(chunks, (bytes) =>
    bytes
      .toString("utf8", 0, bytes.length - 1)
      .split("\n")
      .forEach(onLine),
  );
}

/** Chunks end anywhere; the output always ends with a row. */
async function readWholeRows(chunks: AsyncIterable<Buffer>, onRows: (bytes: Buffer) => void): Promise<void> {
  let rest: Buffer | null = null;
  for await (const chunk of chunks) {
    const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) onRows(bytes.subarray(0, end));
    rest = end === bytes.length ? null : bytes.subarray(end);
  }
}

/** Powers of ten that a number represents exactly. */
const TENS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** The most cached words and days: a hundred years have 36,525 days. */
const REMEMBERED_MAX = 50_000;

function createFieldReader(): FieldReader & { open(bytes: Buffer): void; at(): number } {
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  const words = new Map<number, string>();
  const days = new Map<number, Day>();

  const digitsAt = (start: number, end: number): number => {
    let number = 0;
    for (let index = start; index < end; index++) number = number * 10 + (bytes[index] ?? ZERO) - ZERO;
    return number;
  };
  const isNull = (): boolean => bytes[at] === BACKSLASH && bytes[at + 1] === N;
  const skipNull = (): null => {
    at += 3;
    return null;
  };

  return {
    open(given) {
      bytes = given;
      at = 0;
    },
    at: () => at,
    integer() {
      let value = 0;
      let index = at;
      for (let byte = bytes[index++] ?? TAB; byte !== TAB && byte !== NEWLINE; byte = bytes[index++] ?? TAB)
        value = value * 10 + (byte - ZERO);
      at = index;
      return value;
    },
    decimal() {
      if (isNull()) return skipNull();
      const start = at;
      const negative = bytes[start] === MINUS;
      let index = negative ? start + 1 : start;
      let value = 0;
      // The position of the first decimal place.
      let decimalsFrom = -1;
      for (let byte = bytes[index++] ?? TAB; byte !== TAB && byte !== NEWLINE; byte = bytes[index++] ?? TAB) {
        if (byte === POINT) decimalsFrom = index;
        else value = value * 10 + (byte - ZERO);
      }
      at = index;
      if (value > Number.MAX_SAFE_INTEGER) return Number(bytes.toString("latin1", start, index - 1));
      // Both are exact, so that the quotient is the number nearest to the decimal.
      const exact = decimalsFrom === -1 ? value : value / (TENS[index - 1 - decimalsFrom] ?? Number.NaN);
      return negative ? 0 - exact : exact;
    },
    day() {
      if (isNull()) return skipNull();
      // Years of more than four digits.
      if (bytes[at + 4] !== MINUS || bytes[at + 7] !== MINUS || !endsField(bytes[at + 10])) return this.word();
      const digits = (digitsAt(at, at + 4) * 100 + digitsAt(at + 5, at + 7)) * 100 + digitsAt(at + 8, at + 10);
      const start = at;
      at += 11;
      const known = days.get(digits);
      if (known !== undefined) return known;
      const day = bytes.toString("latin1", start, start + 10);
      remember(days, digits, day);
      return day;
    },
    word() {
      if (isNull()) return skipNull();
      const start = at;
      let hash = 0;
      let end = start;
      for (let byte = bytes[end] ?? TAB; !endsField(byte); byte = bytes[++end] ?? TAB)
        hash = (Math.imul(hash, 31) + byte) | 0;
      at = end + 1;
      const known = words.get(hash);
      if (known !== undefined && isAt(bytes, start, end, known)) return known;
      const text = unescaped(bytes.toString("utf8", start, end));
      remember(words, hash, text);
      return text;
    },
    flag() {
      const value = bytes[at] === T;
      at += 2;
      return value;
    },
  };
}

const endsField = (byte: number | undefined): boolean => byte === TAB || byte === NEWLINE;

function remember(known: Map<number, string>, key: number, text: string): void {
  if (known.size >= REMEMBERED_MAX) known.clear();
  known.set(key, text);
}

/** True when the bytes are this text. Texts with other than ASCII characters never match. */
function isAt(bytes: Buffer, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false;
  for (let index = start; index < end; index++) if (bytes[index] !== text.charCodeAt(index - start)) return false;
  return true;
}

const ESCAPES: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** COPY escapes what would end a field or a row. */
const unescaped = (text: string): string =>
  text.includes("\\") ? text.replace(/\\(.)/gs, (_whole, letter: string) => ESCAPES[letter] ?? letter) : text;

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
      const perOne = TENS[places] ?? 10 ** places;
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
