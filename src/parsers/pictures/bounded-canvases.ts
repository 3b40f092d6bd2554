/** The canvases that a page needs beside its own while it is drawn, within a limit: each layer and mask of a PDF takes one. */
import { createCanvas, type Canvas, type SKRSContext2D } from "@napi-rs/canvas";

export interface CanvasEntry {
  canvas: Canvas | null;
  context: SKRSContext2D | null;
}

/** The canvases of a page at this resolution have more pixels than the limit. */
export class TooManyPixels extends Error {}

/** As the PDF library expects its factory of canvases. */
export interface CanvasFactory {
  create(width: number, height: number): CanvasEntry;
  reset(entry: CanvasEntry, width: number, height: number): void;
  destroy(entry: CanvasEntry): void;
  getNoAlphaContext(canvas: Canvas): SKRSContext2D;
}

/** The library of canvases says only by its message that there is no memory left. */
function canvasOf(width: number, height: number): Canvas {
  try {
    return createCanvas(width, height);
  } catch {
    throw new TooManyPixels(`There is no memory for a layer of ${width} times ${height} pixels.`);
  }
}

/** The pixels of all canvases that are in use at the same time are at most `pixelsMax`. */
export function boundedCanvases(pixelsMax: number): { Factory: new () => CanvasFactory; releaseAll(): void } {
  const inUse = new Set<Canvas>();
  let pixels = 0;
  const check = (area: number): void => {
    if (pixels + area > pixelsMax)
      throw new TooManyPixels(`The layers of the page have more than ${pixelsMax} pixels.`);
  };
  /** Frees the pixels now: the engine does not know how large they are, and would keep them until it collects. */
  const release = (canvas: Canvas): void => {
    if (inUse.delete(canvas)) pixels -= canvas.width * canvas.height;
    canvas.width = canvas.height = 0;
  };
  class Factory implements CanvasFactory {
    create(width: number, height: number): CanvasEntry {
      check(width * height);
      const canvas = canvasOf(width, height);
      // Not before it exists: a layer for which there was no memory uses none.
      pixels += width * height;
      inUse.add(canvas);
      return { canvas, context: canvas.getContext("2d") };
    }
    reset({ canvas }: CanvasEntry, width: number, height: number): void {
      if (canvas === null) return;
      if (inUse.has(canvas)) {
        const more = width * height - canvas.width * canvas.height;
        check(more);
        pixels += more;
      }
      canvas.width = width;
      canvas.height = height;
    }
    destroy(entry: CanvasEntry): void {
      if (entry.canvas !== null) release(entry.canvas);
      entry.canvas = entry.context = null;
    }
    getNoAlphaContext(canvas: Canvas): SKRSContext2D {
      return canvas.getContext("2d", { alpha: false });
    }
  }
  return { Factory, releaseAll: () => inUse.forEach(release) };
}
