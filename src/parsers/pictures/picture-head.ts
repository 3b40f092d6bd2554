/** What a picture file says about itself, read without decoding it: a file of a few bytes can claim any size. */

export interface PictureHead {
  format: "png" | "jpeg" | "tiff";
  pages: { width: number; height: number }[];
  /** False when the end of the file is missing: decoders then give a picture with an empty rest. */
  isWhole: boolean;
}

/** Only the end of the file is searched for its mark; some senders append bytes. */
const END_WITHIN = 4096;
/** A directory that refers to itself would otherwise never end. */
const TIFF_PAGES_MAX = 1000;
/** Tags of a TIFF: https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf, section 8. */
const TIFF_WIDTH = 256;
const TIFF_HEIGHT = 257;

const FORMATS: { marks: string[]; head: (file: Buffer) => PictureHead | null }[] = [
  { marks: ["\x89PNG\r\n\x1a\n"], head: pngHead },
  { marks: ["\xff\xd8\xff"], head: jpegHead },
  { marks: ["II*\0", "MM\0*"], head: tiffHead },
];

function formatOf(bytes: Uint8Array) {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  return FORMATS.find(({ marks }) => marks.some((mark) => start.startsWith(mark)));
}

/** True for the formats that are read. */
export const isPicture = (bytes: Uint8Array): boolean => formatOf(bytes) !== undefined;

/** Null when the bytes are none of the formats or contradict themselves. */
export function readHead(bytes: Uint8Array): PictureHead | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return formatOf(bytes)?.head(file) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null; // a read beyond the end
    throw error;
  }
}

const endHas = (file: Buffer, mark: string): boolean =>
  file.subarray(Math.max(0, file.length - END_WITHIN)).includes(Buffer.from(mark, "latin1"));

function pngHead(file: Buffer): PictureHead {
  const page = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  return { format: "png", pages: [page], isWhole: endHas(file, "IEND") };
}

/** The size is in the frame header: a marker from C0 to CF, of which three mean something else. */
function jpegHead(file: Buffer): PictureHead | null {
  let at = 2;
  while (at < file.length) {
    if (file.readUInt8(at) !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const page = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
      return { format: "jpeg", pages: [page], isWhole: endHas(file, "\xff\xd9") };
    }
    // A filler byte before a marker, or a segment with its length.
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return null;
}

interface TiffReader {
  short(at: number): number;
  long(at: number): number;
}

const tiffReader = (file: Buffer): TiffReader =>
  file.readUInt8(0) === 0x49
    ? { short: (at) => file.readUInt16LE(at), long: (at) => file.readUInt32LE(at) }
    : { short: (at) => file.readUInt16BE(at), long: (at) => file.readUInt32BE(at) };

/** The positions of the directories, one for each page. */
function tiffDirectories({ short, long }: TiffReader): number[] {
  const found: number[] = [];
  for (let at = long(4); at !== 0 && found.length < TIFF_PAGES_MAX; at = long(at + 2 + 12 * short(at))) {
    if (found.includes(at)) break;
    found.push(at);
  }
  return found;
}

function tiffHead(file: Buffer): PictureHead {
  const reader = tiffReader(file);
  const sizeOf = (directory: number) => {
    const size = { width: 0, height: 0 };
    for (let entry = 0; entry < reader.short(directory); entry++) {
      const at = directory + 2 + 12 * entry;
      const value = reader.short(at + 2) === 3 ? reader.short(at + 8) : reader.long(at + 8);
      if (reader.short(at) === TIFF_WIDTH) size.width = value;
      if (reader.short(at) === TIFF_HEIGHT) size.height = value;
    }
    return size;
  };
  return { format: "tiff", pages: tiffDirectories(reader).map(sizeOf), isWhole: true };
}

/** The same file with page `number`, from 1, as its first: decoders read only that one. */
export function tiffWithFirst(bytes: Uint8Array, number: number): Buffer {
  const file = Buffer.from(bytes);
  const directory = tiffDirectories(tiffReader(file))[number - 1] ?? 0;
  if (file.readUInt8(0) === 0x49) file.writeUInt32LE(directory, 4);
  else file.writeUInt32BE(directory, 4);
  return file;
}
