/** A logo as a small picture of our own: decoded within limits and drawn anew, so that nothing else of an uploaded file is kept. Runs only in the picture process. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { Unreadable } from "../outcome.ts";
import { readHead } from "./picture-head.ts";

/** Of the file: 4,000 pixels in a square. A small file can claim any size. */
const PIXELS_MAX = 16_000_000;
/** Of what is drawn: twice the size at which pages show it. */
const WIDTH_MAX = 640;
const HEIGHT_MAX = 240;

export interface Logo {
  png: Buffer;
  width: number;
  height: number;
}

/** @throws Unreadable for a fault of the file */
export async function drawLogo(bytes: Buffer): Promise<Logo> {
  const size = sizeOf(bytes);
  if (size === null || size.width * size.height === 0)
    throw new Unreadable("not_a_picture", "This is not a picture in PNG, JPEG or WebP.");
  if (size.width * size.height > PIXELS_MAX)
    throw new Unreadable(
      "file_too_large",
      `The picture has ${size.width} times ${size.height} pixels, at most ${PIXELS_MAX} are taken.`,
    );
  const image = await loadImage(bytes).catch(() => {
    throw new Unreadable("file_damaged", "The picture cannot be decoded.");
  });
  const scale = Math.min(1, WIDTH_MAX / image.width, HEIGHT_MAX / image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return { png: canvas.toBuffer("image/png"), width, height };
}

/** What the file claims; null when it is none of the formats. */
function sizeOf(bytes: Buffer): { width: number; height: number } | null {
  const head = readHead(bytes);
  if (head !== null) return head.format === "tiff" ? null : (head.pages[0] ?? null);
  try {
    return webpSize(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null; // a read beyond the end
    throw error;
  }
}

/** By the first chunk: https://developers.google.com/speed/webp/docs/riff_container and RFC 9649. */
function webpSize(file: Buffer): { width: number; height: number } | null {
  const word = (at: number) => file.toString("latin1", at, at + 4);
  if (word(0) !== "RIFF" || word(8) !== "WEBP") return null;
  switch (word(12)) {
    case "VP8X":
      return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) };
    case "VP8L": {
      const bits = file.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case "VP8 ":
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}
