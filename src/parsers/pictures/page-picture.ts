/** One page of a PDF or picture file as pixels, within limits. Runs only in the picture process, because a hostile file can be slow or large. */
import { fileURLToPath } from "node:url";
import { createCanvas, loadImage, type Canvas } from "@napi-rs/canvas";
import { getDocument, PasswordException, VerbosityLevel, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { Unreadable } from "../outcome.ts";
import { sniff } from "../sniff.ts";
import { boundedCanvases, TooManyPixels } from "./bounded-canvases.ts";
import { readHead, tiffWithFirst } from "./picture-head.ts";
import type { PictureLimits } from "./picture-limits.ts";
import type { Recogniser } from "./recognise.ts";

export interface PagePicture {
  /** Of the file. */
  pages: number;
  /** Of the page, in points. */
  width: number;
  height: number;
  canvas: Canvas;
}

export interface PageRequest {
  page: number;
  /** Fewer where the page, or its layers together, would have too many pixels. */
  dpi: number;
  limits: PictureLimits;
  /** For the formats that only the recognition of text can decode. */
  recogniser: () => Promise<Recogniser>;
}

const POINTS_PER_INCH = 72;
/** With fewer dots nothing on a page can be read. */
const LEAST_DPI = 36;
/** A picture has no size on paper, and what it says about one is often wrong: its short side counts as that of a letter page. */
const SHORT_SIDE_POINTS = 612;

const folderOf = (name: string): string => fileURLToPath(new URL(name, import.meta.resolve("pdfjs-dist/package.json")));

/** @throws Unreadable for a fault of the file. */
export function takePage(bytes: Uint8Array, request: PageRequest): Promise<PagePicture> {
  return sniff(bytes) === "pdf" ? drawPdfPage(bytes, request) : decodePicture(bytes, request);
}

async function drawPdfPage(bytes: Uint8Array, { page, dpi, limits }: PageRequest): Promise<PagePicture> {
  const canvases = boundedCanvases(limits.layerPixelsMax);
  const loading = getDocument({
    CanvasFactory: canvases.Factory,
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    // Everything a file only names is in the package.
    cMapUrl: folderOf("cmaps/"),
    cMapPacked: true,
    standardFontDataUrl: folderOf("standard_fonts/"),
    wasmUrl: folderOf("wasm/"),
    iccUrl: folderOf("iccs/"),
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: limits.pixelsMax,
    canvasMaxAreaInBytes: 4 * limits.pixelsMax,
  });
  try {
    const document = await loading.promise;
    const source = await document.getPage(requirePage(page, document.numPages));
    return { pages: document.numPages, ...(await drawAtMost(dpi)) };

    /** With half as many dots where its layers do not fit. */
    async function drawAtMost(most: number): ReturnType<typeof draw> {
      try {
        return await draw(source, most, limits);
      } catch (error) {
        if (!(error instanceof TooManyPixels) || most / 2 < LEAST_DPI) throw error;
        canvases.releaseAll();
        return drawAtMost(most / 2);
      }
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    if (error instanceof TooManyPixels) {
      throw new Unreadable(
        "reading_needed_too_much_memory",
        `Page ${page} of the file has more layers than can be drawn.`,
      );
    }
    if (error instanceof PasswordException) {
      throw new Unreadable("file_encrypted", "The file opens only with a password.");
    }
    throw new Unreadable("file_damaged", `Page ${page} of the file cannot be drawn.`);
  } finally {
    await loading.destroy();
  }
}

async function draw(source: PDFPageProxy, dpi: number, { drawnPixelsMax }: PictureLimits) {
  const { width, height } = source.getViewport({ scale: 1 });
  const scale = Math.min(dpi / POINTS_PER_INCH, Math.sqrt(drawnPixelsMax / (width * height)));
  const viewport = source.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height)));
  await source.render({ canvas, viewport }).promise;
  return { width, height, canvas };
}

async function decodePicture(bytes: Uint8Array, request: PageRequest): Promise<PagePicture> {
  const { page, dpi, limits } = request;
  const head = readHead(bytes);
  if (head === null || head.pages.length === 0) throw damaged();
  const size = head.pages[requirePage(page, head.pages.length) - 1] ?? { width: 0, height: 0 };
  if (size.width * size.height > limits.pixelsMax) {
    throw new Unreadable(
      "file_too_large",
      `The picture has ${size.width} times ${size.height} pixels, at most ${limits.pixelsMax} are read.`,
    );
  }
  if (size.width * size.height === 0) throw damaged();
  if (!head.isWhole) throw new Unreadable("file_cut_off", "The end of the file is missing.");
  const image = await decode(
    head.format === "tiff" ? await asPng(tiffWithFirst(bytes, page), request) : Buffer.from(bytes),
  );
  const short = Math.min(image.width, image.height);
  const points = SHORT_SIDE_POINTS / short;
  const scale = Math.min(
    1, // its own pixels are all there is to see
    (dpi / POINTS_PER_INCH) * points,
    Math.sqrt(limits.drawnPixelsMax / (image.width * image.height)),
  );
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { pages: head.pages.length, width: image.width * points, height: image.height * points, canvas };
}

async function decode(bytes: Buffer) {
  try {
    return await loadImage(bytes);
  } catch {
    throw damaged();
  }
}

async function asPng(bytes: Uint8Array, { recogniser }: PageRequest): Promise<Buffer> {
  const png = (await recogniser()).toPng(bytes);
  if (png === null) throw damaged();
  return Buffer.from(png);
}

const damaged = (): Unreadable => new Unreadable("file_damaged", "The picture cannot be decoded.");

function requirePage(page: number, pages: number): number {
  if (page >= 1 && page <= pages) return page;
  throw new Unreadable("page_missing", `The file has no page ${page}.`);
}
