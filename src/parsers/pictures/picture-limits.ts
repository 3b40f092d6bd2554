/** The limits for pictures of pages. Each page is read or drawn by itself, so they apply to one page. */
import type { FileLimits, ProcessLimits } from "../limited-process.ts";

export interface PictureLimits extends FileLimits, ProcessLimits {
  /** Of a file whose pages are pictures; reading them takes seconds each. */
  pagesMax: number;
  /** Of a picture in the file, before it is made smaller: four bytes each. A telephone takes 12 million, some 50. */
  pixelsMax: number;
  /** Of a page drawn by us. */
  drawnPixelsMax: number;
}

export const PICTURE_LIMITS: PictureLimits = {
  bytesMax: 25 * 1024 * 1024,
  pagesMax: 20,
  pixelsMax: 50_000_000,
  drawnPixelsMax: 16_000_000,
  timeoutMs: 60_000,
  dataBytesMax: 512 * 1024 * 1024,
  heapMegabytesMax: 256,
  cpuSecondsMax: 600,
  answerBytesMax: 64 * 1024 * 1024,
};
