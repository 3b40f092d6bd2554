/** Name-based UUIDs (RFC 9562, version 5): the same name gives the same UUID, here and in any other program. */

/** The "URL" namespace of the RFC. */
const URL_NAMESPACE = Uint8Array.from([
  0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
]);
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const encoder = new TextEncoder();

/** The version 5 UUID of an address. */
export function uuidOfUrl(url: string): string {
  const name = encoder.encode(url);
  const bytes = new Uint8Array(URL_NAMESPACE.length + name.length);
  bytes.set(URL_NAMESPACE);
  bytes.set(name, URL_NAMESPACE.length);
  const hash = sha1(bytes);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  let text = "";
  for (let at = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += "-";
    text += HEX[hash[at] ?? 0];
  }
  return text;
}

const words = new Int32Array(80);

/**
 * SHA-1 (FIPS 180-4), required by the RFC and not used for security. Implemented here because it must be synchronous and
 * independent of Node.
 */
function sha1(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  // The length in bits; for an address 32 bits suffice.
  view.setUint32(padded.length - 4, message.length * 8);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  for (let offset = 0; offset < padded.length; offset += 64) mixBlock(state, view, offset);
  const hash = new DataView(new ArrayBuffer(20));
  state.forEach((word, at) => hash.setInt32(at * 4, word));
  return new Uint8Array(hash.buffer);
}

function mixBlock(state: Int32Array, view: DataView, offset: number): void {
  for (let at = 0; at < 80; at++) {
    words[at] =
      at < 16
        ? view.getInt32(offset + at * 4)
        : rotate((words[at - 3] ?? 0) ^ (words[at - 8] ?? 0) ^ (words[at - 14] ?? 0) ^ (words[at - 16] ?? 0), 1);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let at = 0; at < 80; at++) {
    const mixed = (rotate(a, 5) + roundOf(at, b, c, d) + e + (words[at] ?? 0)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = mixed;
  }
  [a, b, c, d, e].forEach((word, at) => (state[at] = ((state[at] ?? 0) + word) | 0));
}

/** The function of the round plus its constant. */
function roundOf(at: number, b: number, c: number, d: number): number {
  if (at < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (at < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (at < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
