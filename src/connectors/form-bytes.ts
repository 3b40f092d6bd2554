/**
 * Encodes a form as a browser does, and JSON, directly into bytes that can be wiped: a string would stay in memory until it is
 * collected.
 */

/** Name and value of each field, in the order of the form. */
export type FormFields = [string, string][];

/** Sent unescaped, by the URL Standard's application/x-www-form-urlencoded percent-encode set. */
const PLAIN = new Set(Buffer.from("*-._0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"));
const [PERCENT, PLUS, SPACE, AND, EQUALS] = [0x25, 0x2b, 0x20, 0x26, 0x3d];
const DIGITS = Buffer.from("0123456789ABCDEF");
/** A UTF-16 letter is at most three bytes of UTF-8, each of which takes three letters when escaped. */
const BYTES_PER_LETTER = 9;

/** The form as `application/x-www-form-urlencoded`. The caller wipes it after sending. */
export function formBytes(fields: FormFields): Buffer {
  const letters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  // Not from the pool of small buffers, so that the bytes share no memory with others.
  const block = Buffer.alloc(letters * BYTES_PER_LETTER + 2 * fields.length);
  let size = 0;
  const put = (byte: number) => (size = block.writeUInt8(byte, size));
  const putText = (text: string) => {
    const bytes = Buffer.from(text);
    for (const byte of bytes) {
      if (PLAIN.has(byte)) put(byte);
      else if (byte === SPACE) put(PLUS);
      else for (const one of [PERCENT, DIGITS[byte >> 4] ?? 0, DIGITS[byte & 15] ?? 0]) put(one);
    }
    bytes.fill(0);
  };
  for (const [name, value] of fields) {
    if (size > 0) put(AND);
    putText(name);
    put(EQUALS);
    putText(value);
  }
  return block.subarray(0, size);
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
/** A control character is written as `\u001f`. */
const BYTES_PER_JSON_LETTER = 6;

/** The value as JSON. The caller wipes it after sending. */
export function jsonBytes(value: unknown): Buffer {
  const parts: Buffer[] = [];
  const put = (text: string) => void parts.push(Buffer.from(text));
  const putEach = (open: string, close: string, items: (() => void)[]) => {
    put(open);
    for (const [at, item] of items.entries()) {
      if (at > 0) put(",");
      item();
    }
    put(close);
  };
  const putValue = (one: unknown): void => {
    if (typeof one === "string") parts.push(quoted(one));
    else if (Array.isArray(one))
      putEach(
        "[",
        "]",
        one.map((item: unknown) => () => putValue(item)),
      );
    else if (typeof one === "object" && one !== null) {
      const entries = Object.entries(one).map(([name, item]) => () => {
        parts.push(quoted(name), Buffer.from(":"));
        putValue(item);
      });
      putEach("{", "}", entries);
    } else put(JSON.stringify(one ?? null));
  };
  putValue(value);
  const whole = Buffer.concat(parts);
  for (const part of parts) part.fill(0);
  return whole;
}

function quoted(text: string): Buffer {
  const bytes = Buffer.from(text);
  const block = Buffer.alloc(bytes.length * BYTES_PER_JSON_LETTER + 2);
  let size = block.writeUInt8(QUOTE, 0);
  for (const byte of bytes) {
    if (byte === QUOTE || byte === BACKSLASH) size = block.writeUInt8(BACKSLASH, size);
    if (byte < SPACE) size += block.write(`\\u${byte.toString(16).padStart(4, "0")}`, size);
    else size = block.writeUInt8(byte, size);
  }
  size = block.writeUInt8(QUOTE, size);
  bytes.fill(0);
  return block.subarray(0, size);
}
