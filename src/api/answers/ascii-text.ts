/** Builds the bytes of long text, nearly all of it ASCII, in one block of memory: strings that are joined piece by piece leave a lot of garbage, and are written into bytes once more when they are sent. */
const BLOCK_BYTES = { least: 64 * 1024, most: 4 * 1024 * 1024 };
const INT32_MAX = 2 ** 31 - 1;
const INT32_DIGITS = 10;
/** Of one unit of a string. */
const UTF8_BYTES_MAX = 3;
const COMMA = ",".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

export interface AsciiText {
  add(text: string): void;
  /** Text of any characters, in UTF-8. */
  addAny(text: string): void;
  /** Text that is added often, kept as its bytes. */
  addBytes(bytes: Uint8Array): void;
  /** Whole numbers that are not negative, with commas between them. */
  addNumbers(numbers: readonly number[]): void;
}

/**
 * Gives the bytes that `write` adds, in a block of their own. It begins a little larger than the text before it, since the texts of
 * an answer are of a size, and grows as needed. A text that failed midway leaves nothing in the next one. `write` must not begin
 * another text.
 */
export function createAsciiWriter(): (write: (text: AsciiText) => void) => Buffer {
  let block = Buffer.alloc(0);
  let length = 0;
  let size = BLOCK_BYTES.least;

  function makeRoom(bytes: number): void {
    if (length + bytes <= block.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * block.length, length + bytes));
    larger.set(block.subarray(0, length));
    block = larger;
  }

  function add(text: string): void {
    makeRoom(text.length);
    length += block.write(text, length, "latin1");
  }

  function addAny(text: string): void {
    makeRoom(UTF8_BYTES_MAX * text.length);
    length += block.write(text, length, "utf8");
  }

  function addBytes(bytes: Uint8Array): void {
    makeRoom(bytes.length);
    block.set(bytes, length);
    length += bytes.length;
  }

  function addCode(code: number): void {
    makeRoom(1);
    block[length] = code;
    length += 1;
  }

  function addNumbers(numbers: readonly number[]): void {
    for (let at = 0; at < numbers.length; at++) {
      if (at > 0) addCode(COMMA);
      addNumber(numbers[at] ?? 0);
    }
  }

  function addNumber(number: number): void {
    if (number > INT32_MAX) return add(String(number));
    makeRoom(INT32_DIGITS);
    const start = length;
    length += digitsOf(number);
    let rest = number;
    for (let at = length - 1; at >= start; at--) {
      // A division of 32-bit integers takes a third of the time that one rounded by `Math.floor` does.
      const tenth = (rest / 10) | 0;
      block[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
  }

  const text: AsciiText = { add, addAny, addBytes, addNumbers };
  return (write) => {
    // The last text may be on its way still.
    block = Buffer.allocUnsafeSlow(size);
    length = 0;
    write(text);
    size = Math.min(BLOCK_BYTES.most, Math.max(BLOCK_BYTES.least, Math.ceil(1.25 * length)));
    return block.subarray(0, length);
  };
}

function digitsOf(number: number): number {
  let digits = 1;
  for (let bound = 10; bound <= number; bound *= 10) digits += 1;
  return digits;
}
