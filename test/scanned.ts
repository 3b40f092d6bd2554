/** A page as a scanner would give it: a little crooked, with noise, from a seed. */
import { createCanvas, loadImage } from "@napi-rs/canvas";

export interface ScanOptions {
  seed: number;
  /** At most this crooked, to either side. */
  degreesMax: number;
  /** The greatest change of the brightness of a point, of 255. */
  noise: number;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The picture of a page, scanned: a PNG or JPEG in, the same in gray out. */
export async function scanned(
  picture: Uint8Array,
  format: "image/png" | "image/jpeg",
  options: ScanOptions,
): Promise<Buffer> {
  const random = randomOf(options.seed);
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#f6f5f1";
  context.fillRect(0, 0, image.width, image.height);
  context.translate(image.width / 2, image.height / 2);
  context.rotate(((random() * 2 - 1) * options.degreesMax * Math.PI) / 180);
  context.globalAlpha = 0.92;
  context.drawImage(image, -image.width / 2, -image.height / 2);
  const pixels = context.getImageData(0, 0, image.width, image.height);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const change = (random() * 2 - 1) * options.noise;
    for (const part of [0, 1, 2]) pixels.data[at + part] = (pixels.data[at + part] ?? 0) + change;
  }
  context.putImageData(pixels, 0, 0);
  return format === "image/png" ? canvas.toBuffer(format) : canvas.toBuffer(format, 80);
}
