/** Takes the files out of a ZIP archive. Its list is checked against all limits before anything is unpacked. Runs only in the reader process. */
import { fromBufferPromise, validateFileName, type Entry, type ZipFile } from "yauzl";
import { Unreadable, unreadable, type FileFinding } from "../outcome.ts";
import { sniff, type FileFormat } from "../sniff.ts";

const MEGABYTE = 1024 * 1024;

export const ENTRIES_MAX = 200;
/** Of all entries together, so that they fit into the answer of the process. */
const UNPACKED_BYTES_MAX = 45 * MEGABYTE;
const ENTRY_BYTES_MAX = 25 * MEGABYTE;
/** Unpacked bytes for each packed byte. Text shrinks to a thirtieth, a bomb to a thousandth. */
const RATIO_MAX = 200;

/** A file of the archive: its bytes, or why it is not taken out. */
export interface ZipEntry {
  /** Its path in the archive. */
  name: string;
  content: Buffer | null;
  finding: FileFinding | null;
}

/** Written by operating systems beside the files of a user. */
const NO_FILES = /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** In every office document; in most it is the first file, by which the format is recognised. */
const OFFICE_FILE = "[Content_Types].xml";
/** A small entry may shrink to almost nothing. */
const RATIO_FROM_BYTES = MEGABYTE;

/**
 * The files of the archive in its order. @throws Unreadable `zip_damaged`, `zip_empty`, `zip_too_many_files`, `zip_too_large`,
 * `zip_is_a_bomb`, `zip_name_unsafe`
 */
export async function readZip(bytes: Buffer): Promise<ZipEntry[]> {
  const zip = await opened(bytes);
  const entries = await listed(zip);
  checkSizes(entries);
  const files: ZipEntry[] = [];
  for (const entry of entries) files.push(await fileOf(zip, entry));
  return files;
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  try {
    // Names are checked below: an unsafe one is told from a damaged archive.
    return await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch {
    throw damaged();
  }
}

const damaged = () => new Unreadable("zip_damaged", "The ZIP archive is damaged: its list of files cannot be read.");

const tooMany = () => new Unreadable("zip_too_many_files", `The ZIP archive has more than ${ENTRIES_MAX} files.`);

interface Listed {
  entry: Entry;
  name: string;
}

/** The files, without folders and without what operating systems add. */
async function listed(zip: ZipFile): Promise<Listed[]> {
  const files: Listed[] = [];
  let entries = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      // The count in the archive's own list may be wrong, so entries are counted.
      if (entries > 2 * ENTRIES_MAX) throw tooMany();
      const name = nameOf(entry);
      if (name === OFFICE_FILE)
        throw new Unreadable(
          "table_not_read",
          "The file is an office document. Save a table as XLSX or CSV anew, and send it to POST /v1/imports.",
        );
      if (!name.endsWith("/") && !NO_FILES.test(name)) files.push({ entry, name });
      if (files.length > ENTRIES_MAX) throw tooMany();
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
  if (files.length === 0) throw new Unreadable("zip_empty", "The ZIP archive has no files.");
  return files;
}

/** Bit 11: the name is UTF-8; otherwise it is in the code page of old systems, of which Latin-1 shows the most. */
const UTF8_BIT = 0x800;
const NAME_MAX = 500;

function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const raw = Buffer.from(fileNameRaw);
  const text = raw.toString((generalPurposeBitFlag & UTF8_BIT) === 0 ? "latin1" : "utf8").replaceAll("\\", "/");
  if (text === "" || validateFileName(text) !== null || /\p{Cc}/u.test(text) || text.length > NAME_MAX)
    throw new Unreadable(
      "zip_name_unsafe",
      "A file of the ZIP archive has a name that leads out of its folder, or that no file can have.",
    );
  // Marks of direction and the like make a name look like another one.
  return text.replaceAll(/\p{C}/gu, "_");
}

function checkSizes(files: readonly Listed[]): void {
  const unpacked = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  const packed = files.reduce((sum, { entry }) => sum + entry.compressedSize, 0);
  if (unpacked > RATIO_FROM_BYTES && unpacked > RATIO_MAX * Math.max(1, packed)) {
    const detail = `The files of the ZIP archive are ${unpacked} bytes, more than ${RATIO_MAX} times their ${packed} packed bytes: it is not unpacked.`;
    throw new Unreadable("zip_is_a_bomb", detail);
  }
  if (unpacked > UNPACKED_BYTES_MAX) {
    const detail = `The files of the ZIP archive have ${unpacked} bytes together, at most ${UNPACKED_BYTES_MAX} are unpacked. Split it.`;
    throw new Unreadable("zip_too_large", detail);
  }
}

const ENTRY_REFUSALS: Partial<Record<FileFormat, [name: string, detail: string]>> = {
  zip: ["zip_in_zip", "The file is itself a ZIP archive: upload it on its own."],
  empty: ["file_empty", "The file is empty."],
};

async function fileOf(zip: ZipFile, { entry, name }: Listed): Promise<ZipEntry> {
  const refused = (finding: string, detail: string): ZipEntry => ({
    name,
    content: null,
    finding: unreadable(finding, detail).finding,
  });
  if (entry.isEncrypted())
    return refused("entry_encrypted", "The file is encrypted in the archive: upload it without a password.");
  if (entry.uncompressedSize > ENTRY_BYTES_MAX)
    return refused(
      "file_too_large",
      `The file has ${entry.uncompressedSize} bytes, at most ${ENTRY_BYTES_MAX} are read.`,
    );
  if (!entry.canDecodeFileData())
    return refused(
      "entry_not_unpacked",
      `The file is packed by method ${entry.compressionMethod}, which is not known.`,
    );
  try {
    const content = await contentOf(zip, entry);
    const refusal = ENTRY_REFUSALS[sniff(content)];
    return refusal === undefined ? { name, content, finding: null } : refused(...refusal);
  } catch {
    return refused(
      "entry_damaged",
      "The file is damaged in the archive: it does not have the size that the archive lists.",
    );
  }
}

/** The library ends the stream with an error when there are more or fewer bytes than listed. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
