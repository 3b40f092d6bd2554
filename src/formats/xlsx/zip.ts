/**
 * ZIP archives: written entry by entry in constant memory, and read back for small ones made by a library. No ZIP64: an entry
 * has at most 4 GB.
 */
import { pipeline } from "node:stream";
import { crc32, createDeflateRaw, inflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Sizes and checksum follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01, the first day of the format: an archive does not contain the time it was made. */
const DATE = 0x21;
const SIZE_MAX = 0xffffffff;

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** @throws RangeError for an entry or an archive of 4 GB */
export async function* writeZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 };
    const head = headOf(LOCAL, entry);
    yield head;
    const counted = pipeline(bytesOf(content, entry), createDeflateRaw(), () => {});
    for await (const chunk of counted as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      yield chunk;
    }
    const descriptor = numbers([4, DESCRIPTOR], [4, entry.crc], [4, entry.packed], [4, entry.size]);
    yield descriptor;
    offset += head.length + entry.packed + descriptor.length;
    written.push(entry);
    if (offset > SIZE_MAX || entry.size > SIZE_MAX) throw new RangeError("an archive has at most 4 GB");
  }
  const central = Buffer.concat(written.map((entry) => headOf(CENTRAL, entry)));
  const count = written.length;
  yield central;
  yield numbers([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, offset], [2, 0]);
}

/** Counts the bytes that pass. */
async function* bytesOf(content: ZipEntry["content"], entry: Written): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

/** The header of an entry: before its data without sizes and checksum, and in the directory at the end with them. */
function headOf(kind: typeof LOCAL | typeof CENTRAL, { name, offset, crc, packed, size }: Written): Buffer {
  const isCentral = kind === CENTRAL;
  const common: Field[] = [
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, isCentral ? crc : 0],
    [4, isCentral ? packed : 0],
    [4, isCentral ? size : 0],
    [2, name.length],
    [2, 0],
  ];
  if (!isCentral) return Buffer.concat([numbers([4, kind], ...common), name]);
  // No comment, first disk, no attributes.
  return Buffer.concat([
    numbers([4, kind], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    name,
  ]);
}

/** A number and its size in bytes. */
type Field = [bytes: number, value: number];

/** Little-endian. */
function numbers(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/** The entries of a small archive by name. */
export function readZip(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const parts = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const name = bytes.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    parts.set(name, bytes.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(data) : data);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return parts;
}
