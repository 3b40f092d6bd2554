/** Reads feeds, EDI files and web pages in child processes under hard limits, as PDFs are: any file ends with an answer or with one finding. */
import { fileURLToPath } from "node:url";
import { modulesOf, OWN_CODE } from "../may-read.ts";
import type { FileLimits, ProcessLimits } from "../../processes/limited-process.ts";
import { unreadable, type Outcome } from "../outcome.ts";
import { createPool } from "../reader-pool.ts";
import { sniff, type FileFormat } from "../sniff.ts";
import { FormatOutcome, type FormatAnswer } from "./format-answer.ts";

/** The formats that the reader process reads. */
export const READ_FORMATS = ["xml", "x12", "html"] as const;
export type ReadFormat = (typeof READ_FORMATS)[number];

export interface FormatReader {
  /** Null for a file in another format. Rejects only when the signal is aborted, the reader is closed, or no process can be started. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<Outcome<FormatAnswer> | null>;
  /** Ends all processes; pending documents are rejected. */
  close(): Promise<void>;
}

export interface FormatReaderOptions {
  /** How many documents are read at once. */
  processes: number;
  limits?: Partial<FileLimits & ProcessLimits>;
}

export const FORMAT_LIMITS: FileLimits & ProcessLimits = {
  bytesMax: 25 * 1024 * 1024,
  timeoutMs: 9000,
  dataBytesMax: 512 * 1024 * 1024,
  heapMegabytesMax: 256,
  cpuSecondsMax: 300,
  answerBytesMax: 64 * 1024 * 1024,
};

const DOCUMENTS_PER_PROCESS = 500;
const SCRIPT = fileURLToPath(new URL("format-reader-process.ts", import.meta.url));
const MAY_READ = [...OWN_CODE, modulesOf("saxes")];

const isRead = (format: FileFormat): format is ReadFormat => READ_FORMATS.some((each) => each === format);

export function createFormatReader({ processes, limits: given }: FormatReaderOptions): FormatReader {
  const limits = { ...FORMAT_LIMITS, ...given };
  const pool = createPool({
    program: { name: "document reader", script: SCRIPT, mayRead: MAY_READ, limits, outcome: FormatOutcome },
    processes,
    documentsPerProcess: DOCUMENTS_PER_PROCESS,
  });
  return {
    async read(bytes, signal) {
      const format = sniff(bytes);
      if (!isRead(format)) return null;
      if (bytes.byteLength > limits.bytesMax) {
        const detail = `The file has ${bytes.byteLength} bytes, at most ${limits.bytesMax} are read.`;
        return unreadable("file_too_large", detail);
      }
      return pool.read([bytes], signal);
    },
    close: () => pool.close(),
  };
}
