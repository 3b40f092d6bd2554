/** Reads PDFs in a few child processes under hard limits: any file ends with pages or with one finding. */
import { fileURLToPath } from "node:url";
import { unreadable } from "../outcome.ts";
import { createPool } from "../reader-pool.ts";
import { sniff, type FileFormat } from "../sniff.ts";
import { PdfOutcome, type PdfReadResult } from "./pdf-answer.ts";
import { PDF_LIMITS, type PdfLimits } from "./pdf-limits.ts";

export interface PdfReader {
  /**
   * Waits for a free process and reads. Rejects only when the signal is aborted, the reader is closed, or no process can be
   * started.
   */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfReadResult>;
  /** Ends all processes; pending documents are rejected. */
  close(): Promise<void>;
}

export interface PdfReaderOptions {
  /** How many documents are read at once. A process takes about 100 MB. */
  processes: number;
  limits?: Partial<PdfLimits>;
  /** After this many a process is replaced, so that nothing accumulates in it. */
  documentsPerProcess?: number;
}

const DOCUMENTS_PER_PROCESS = 500;

const SCRIPT = fileURLToPath(new URL("pdf-reader-process.ts", import.meta.url));
const MAY_READ = [
  fileURLToPath(new URL("..", import.meta.url)),
  fileURLToPath(new URL("../../processes/", import.meta.url)),
  fileURLToPath(new URL(".", import.meta.resolve("pdfjs-dist/package.json"))),
];

export function createPdfReader(options: PdfReaderOptions): PdfReader {
  const limits = { ...PDF_LIMITS, ...options.limits };
  const pool = createPool({
    program: { name: "PDF reader", script: SCRIPT, mayRead: MAY_READ, limits, outcome: PdfOutcome },
    processes: options.processes,
    documentsPerProcess: options.documentsPerProcess ?? DOCUMENTS_PER_PROCESS,
  });
  return {
    read: async (bytes, signal) => refuse(bytes, limits) ?? pool.read([bytes], signal),
    close: () => pool.close(),
  };
}

/** Checks what is visible without opening the file. */
function refuse(bytes: Uint8Array, limits: PdfLimits): PdfReadResult | null {
  const format = sniff(bytes);
  if (format === "empty") return unreadable("file_empty", "The file is empty.");
  if (format !== "pdf") return unreadable("not_a_pdf", `The file is not a PDF: ${WHAT_IT_IS[format]}.`);
  if (bytes.byteLength > limits.bytesMax) {
    return unreadable("file_too_large", `The file has ${bytes.byteLength} bytes, at most ${limits.bytesMax} are read.`);
  }
  if (!hasEnd(bytes)) return unreadable("file_cut_off", "The end of the file is missing.");
  return null;
}

const WHAT_IT_IS: Record<Exclude<FileFormat, "empty" | "pdf">, string> = {
  html: "it is a web page, perhaps a sign-in page in place of the bill",
  xml: "it is XML",
  csv: "it is a table of values",
  x12: "it is an X12 file",
  office: "it is an office document, which can be saved as a PDF",
  zip: "it is a ZIP archive",
  image: "it is a picture, and of pictures only PNG, JPEG and TIFF are read",
  other: "its first bytes fit no format we know",
};

const END_WITHIN = 4096;

/** Every PDF ends with the position of its cross-reference table; some senders append bytes. */
function hasEnd(bytes: Uint8Array): boolean {
  let end = bytes.byteLength;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end -= 1;
  return Buffer.from(bytes.subarray(Math.max(0, end - END_WITHIN), end)).includes("startxref");
}
