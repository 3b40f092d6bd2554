/** How much a PDF may cost. A file beyond one of these is left unread with a finding; a bill is far below all of them. */

export interface PdfLimits {
  bytesMax: number;
  pagesMax: number;
  charactersMax: number;
  /** Rows over all pages, so that what reads the rows stays quick as well. */
  rowsMax: number;
  wordsMax: number;
  /** Per document, from its first byte to the last word. */
  timeoutMs: number;
  /** Data segment of the process: buffers of a flate bomb live outside of the heap, so the heap's own limit does not hold them. */
  dataBytesMax: number;
  heapMegabytesMax: number;
  /** Processor seconds over the life of a process: ends one that is stuck and whose parent is gone. */
  cpuSecondsMax: number;
  /** What the process may answer at once. */
  answerBytesMax: number;
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
