/** How much a PDF may cost. A file beyond one of these is left unread with a finding; a bill is far below all of them. */
import type { FileLimits, ProcessLimits } from "../limited-process.ts";

export interface PdfLimits extends FileLimits, ProcessLimits {
  pagesMax: number;
  charactersMax: number;
  /** Rows over all pages, so that what reads the rows stays quick as well. */
  rowsMax: number;
  wordsMax: number;
}

export const PDF_LIMITS: PdfLimits = {
  bytesMax: 25 * 1024 * 1024,
  pagesMax: 200,
  charactersMax: 2_000_000,
  rowsMax: 15_000,
  wordsMax: 200_000,
  timeoutMs: 10_000,
  dataBytesMax: 512 * 1024 * 1024,
  heapMegabytesMax: 256,
  cpuSecondsMax: 300,
  answerBytesMax: 64 * 1024 * 1024,
};
