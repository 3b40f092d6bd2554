/** The limits for pictures of pages. Each page is read or drawn by itself, so they apply to one page. */
import type { FileLimits, ProcessLimits } from "../../processes/limited-process.ts";

export interface PictureLimits extends FileLimits, ProcessLimits {
  /** Of a file whose pages are pictures; reading them takes seconds each. */
  pagesMax: number;
  /** Of a picture in the file, before it is made smaller: four bytes each. A telephone takes 12 million, some 50. */
  pixelsMax: number;
  /** Of a page drawn by us. */
  drawnPixelsMax: number;
  /** Of the layers and masks of a page that are there at the same time, while it is drawn: four bytes each. */
  layerPixelsMax: number;
}

export const PICTURE_LIMITS: PictureLimits = {
  bytesMax: 25 * 1024 * 1024,
  pagesMax: 20,
  pixelsMax: 50_000_000,
  drawnPixelsMax: 16_000_000,
  layerPixelsMax: 100_000_000,
  timeoutMs: 60_000,
  dataBytesMax: 512 * 1024 * 1024,
  heapMegabytesMax: 256,
  cpuSecondsMax: 600,
  answerBytesMax: 64 * 1024 * 1024,
};

/**
 * For drawing: programs for posters save each line of a bill as a layer with a mask of its own, which the library keeps until the
 * page is done. Such a page, with 184 masks of half its size, takes 900 MB at 110 dots per inch, and twice that of address space.
 */
export const DRAWING_LIMITS: PictureLimits = { ...PICTURE_LIMITS, dataBytesMax: 2048 * 1024 * 1024 };
