/** Detects the format of a file by its first bytes; names and media types are not trusted. */

export const FILE_FORMATS = ["empty", "pdf", "html", "xml", "x12", "csv", "office", "zip", "image", "other"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** PDF readers search this far for the header, since some senders put bytes before it. */
const PDF_MARK_WITHIN = 1024;
/** Enough to see the rows of a table. */
const HEAD_BYTES = 4096;

const IMAGE_MARKS = ["\x89PNG\r\n", "\xff\xd8\xff", "GIF8", "II*\0", "MM\0*", "BM"];
const ZIP_MARKS = ["PK\x03\x04", "PK\x05\x06"];
/** The first file in a spreadsheet or text document, which are ZIP archives. */
const OFFICE_FILE = "[Content_Types].xml";

/** In this order: a web page that quotes a PDF is a web page. */
const TESTS: { format: FileFormat; fits: (head: string) => boolean }[] = [
  { format: "empty", fits: (head) => /^[\s\0]*$/.test(head) },
  { format: "html", fits: (head) => /^<(!doctype\s+html|html|head|body)\b/i.test(fromFirstTag(head)) },
  { format: "xml", fits: (head) => /^\s*<(\?xml\b|[a-z_])/i.test(head) },
  { format: "pdf", fits: (head) => head.slice(0, PDF_MARK_WITHIN).includes("%PDF-") },
  { format: "x12", fits: (head) => /^\s*ISA([^\w\s])\d\d\1/.test(head) },
  {
    format: "office",
    fits: (head) => ZIP_MARKS.some((mark) => head.startsWith(mark)) && head.slice(0, 200).includes(OFFICE_FILE),
  },
  { format: "zip", fits: (head) => ZIP_MARKS.some((mark) => head.startsWith(mark)) },
  { format: "image", fits: (head) => IMAGE_MARKS.some((mark) => head.startsWith(mark)) || /^RIFF....WEBP/s.test(head) },
  { format: "csv", fits: isTable },
];

/** The head without an XML declaration and comments before the first tag; empty when one of them does not end. */
function fromFirstTag(head: string): string {
  let rest = head.trimStart();
  for (;;) {
    const close = /^<\?xml/i.test(rest) ? ">" : rest.startsWith("<!--") ? "-->" : null;
    if (close === null) return rest;
    const end = rest.indexOf(close, 4);
    if (end === -1) return "";
    rest = rest.slice(end + close.length).trimStart();
  }
}

/** The format of a file; `other` when unknown. */
export function sniff(bytes: Uint8Array): FileFormat {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  return TESTS.find(({ fits }) => fits(head))?.format ?? "other";
}

/** Text whose first two lines have the same separator equally often. */
function isTable(head: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control bytes distinguish text from binary files
  if (/[\0-\x08\x0e-\x1f]/.test(head)) return false;
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [first = "", second] = lines;
  if (second === undefined) return false;
  return [",", ";", "\t", "|"].some((mark) => {
    const times = first.split(mark).length;
    return times > 1 && second.split(mark).length === times;
  });
}
