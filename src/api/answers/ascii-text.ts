/** Builds long text of ASCII characters in one block of memory: strings that are joined piece by piece leave a lot of garbage. */
const FIRST_BYTES = 64 * 1024;
const INT32_MAX = 2 ** 31 - 1;
const INT32_DIGITS = 10;
const ZERO = "0".charCodeAt(0);

export interface AsciiText {
  add(text: string): void;
  /** Text that is added often, kept as its bytes. */
  addBytes(bytes: Uint8Array): void;
  /** One character, by its code. */
  addCode(code: number): void;
  /** A whole number that is not negative. */
  addNumber(number: number): void;
}

/**
 * Gives what `write` adds, as one string. The block is kept from one text to the next, and grows with the longest; a text that
 * failed midway leaves nothing in the next one. `write` must not begin another text.
 */
export function createAsciiWriter(): (write: (text: AsciiText) => void) => string {
  let block = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;

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

  const text: AsciiText = { add, addBytes, addCode, addNumber };
  return (write) => {
    length = 0;
    write(text);
    return block.toString("latin1", 0, length);
  };
}

function digitsOf(number: number): number {
  let digits = 1;
  for (let bound = 10; bound <= number; bound *= 10) digits += 1;
  return digits;
}
