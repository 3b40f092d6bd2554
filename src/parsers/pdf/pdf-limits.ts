/** The limits for a PDF. A file beyond one of them is not read and gets a finding; bills are far below all of them. */
import type { FileLimits, ProcessLimits } from "../../processes/limited-process.ts";

export interface PdfLimits extends FileLimits, ProcessLimits {
  pagesMax: number;
  charactersMax: number;
  /** Over all pages, so that later steps stay quick too. */
  rowsMax: number;
  wordsMax: number;
}

export const PDF_LIMITS: PdfLimits = {
  bytesMax: 25 * 1024 * 1024,
  pagesMax: 200,
  charactersMax: 2_000_000,
  rowsMax: 15_000,
  wordsMax: 200_000,
  timeoutMs: 9000,
  dataBytesMax: 512 * 1024 * 1024,
  heapMegabytesMax: 256,
  cpuSecondsMax: 300,
  answerBytesMax: 64 * 1024 * 1024,
};
