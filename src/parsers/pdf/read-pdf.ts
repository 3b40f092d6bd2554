/** Reads PDFs in a few child processes under hard limits: any file ends with pages or with one finding. */
import { unreadable, type PdfReadResult } from "./pdf-answer.ts";
import { PDF_LIMITS, type PdfLimits } from "./pdf-limits.ts";
import { startPdfProcess, type PdfProcess } from "./pdf-process.ts";
import { sniff, type FileFormat } from "../sniff.ts";

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

/** Findings that an earlier document may have caused, unless the process is fresh. */
const COUNTS_WHEN_FRESH = new Set(["reading_needed_too_much_memory", "reading_failed"]);

/** A slot for one process, which starts when it is first needed. */
interface Seat {
  process: Promise<PdfProcess> | null;
}

/** Processes start with the first document and stay for the next ones, since starting takes longer than reading a bill. */
export function createPdfReader(options: PdfReaderOptions): PdfReader {
  const limits = { ...PDF_LIMITS, ...options.limits };
  const documentsMax = options.documentsPerProcess ?? DOCUMENTS_PER_PROCESS;
  const seats: Seat[] = Array.from({ length: options.processes }, () => ({ process: null }));
  const free = [...seats];
  const waiting: ((seat: Seat) => void)[] = [];
  const closing = new AbortController();

  /** First come, first served; a cancelled caller leaves the queue. */
  async function takeSeat(signal: AbortSignal): Promise<Seat> {
    signal.throwIfAborted();
    const now = free.pop();
    if (now !== undefined) return now;
    const slot = Promise.withResolvers<Seat>();
    waiting.push(slot.resolve);
    const leave = () => {
      const at = waiting.indexOf(slot.resolve);
      if (at < 0) return;
      waiting.splice(at, 1);
      slot.reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    return slot.promise.finally(() => signal.removeEventListener("abort", leave));
  }

  function giveSeat(seat: Seat): void {
    const next = waiting.shift();
    if (next === undefined) free.push(seat);
    else next(seat);
  }

  /** A breach counts only in a fresh process: a used one may have died because of an earlier document, or while idle. */
  async function readIn(seat: Seat, bytes: Uint8Array, signal: AbortSignal): Promise<PdfReadResult> {
    for (;;) {
      await clear(seat);
      signal.throwIfAborted();
      seat.process ??= startPdfProcess(limits, documentsMax);
      const process = await seat.process;
      const isFresh = process.isFresh();
      const result = await process.read(bytes, signal);
      if (result.ok || isFresh || !COUNTS_WHEN_FRESH.has(result.finding.name)) return result;
    }
  }

  return {
    async read(bytes, given) {
      const refused = refuse(bytes, limits);
      if (refused !== null) return refused;
      const signal = given === undefined ? closing.signal : AbortSignal.any([given, closing.signal]);
      const seat = await takeSeat(signal);
      try {
        return await readIn(seat, bytes, signal);
      } finally {
        await clear(seat);
        giveSeat(seat);
      }
    },
    async close() {
      closing.abort(new Error("The PDF reader is closed."));
      await Promise.all(seats.map(async ({ process }) => (await started(process))?.end()));
    },
  };
}

/** Null for a process that could not start; its caller already got the error. */
async function started(process: Seat["process"]): Promise<PdfProcess | null> {
  try {
    return await process;
  } catch {
    return null;
  }
}

/** Ends a process that reached its quota or failed, so that the slot gets a fresh one. */
async function clear(seat: Seat): Promise<void> {
  const process = await started(seat.process);
  if (process?.isFit() === true) return;
  await process?.end();
  seat.process = null;
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
  zip: "it is a ZIP archive or an office document",
  image: "it is a picture",
  other: "its first bytes fit no format we know",
};

const END_WITHIN = 4096;

/** Every PDF ends with the position of its cross-reference table; some senders append bytes. */
function hasEnd(bytes: Uint8Array): boolean {
  let end = bytes.byteLength;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end -= 1;
  return Buffer.from(bytes.subarray(Math.max(0, end - END_WITHIN), end)).includes("startxref");
}
