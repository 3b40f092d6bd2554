/** Reads the words of a page from its picture: turned upright, made level, recognised. Runs only in the picture process. */
import { createCanvas, type Canvas } from "@napi-rs/canvas";
import { groupRows, type Piece } from "../pdf/group-rows.ts";
import type { Page } from "../pdf/page-model.ts";
import type { PagePicture } from "./page-picture.ts";
import type { Recogniser } from "./recognise.ts";
import { skewOf, type Gray } from "./skew.ts";

type Turn = Page["turned"];

/** Below it the page may lie sideways or upside down: then a page read at 27 of 100 upright, at above 80 the right way. */
const UPRIGHT_CONFIDENCE = 60;
/** Measured on drawn bills laid down crookedly: at 200 dots per inch colons and single digits are lost. */
const RECOGNISING_DPI = 300;
/** Enough to compare the four directions, at a quarter of the work. */
const TRIAL_DPI = 150;
/** A small picture gains nothing by being enlarged further. */
const ENLARGED_MAX = 2;
/** A page of legal size at 300 dots per inch has 10.7 million. */
const RECOGNISED_PIXELS_MAX = 11_000_000;
const SKEW_WIDTH = 850;

/** The words in points of the page; without ink the page has no rows. */
export function readPage(picture: PagePicture, number: number, recogniser: Recogniser): Page {
  const { canvas } = picture;
  const pixelsPerPoint = canvas.width / picture.width;
  const read = (turn: Turn, dpi = RECOGNISING_DPI) => readTurned(canvas, { turn, pixelsPerPoint, dpi, recogniser });
  const asIs = read(0);
  const turned = asIs.isBlank || confidenceOf(asIs.pieces) >= UPRIGHT_CONFIDENCE ? 0 : bestTurn(read);
  const { skew, pieces } = turned === 0 ? asIs : read(turned);
  const isSideways = turned === 90 || turned === 270;
  return {
    page: number,
    width: isSideways ? picture.height : picture.width,
    height: isSideways ? picture.width : picture.height,
    turned,
    ...(skew === 0 ? {} : { skew }),
    rows: groupRows(pieces),
  };
}

interface TurnedReading {
  skew: number;
  pieces: Piece[];
  isBlank: boolean;
}

function bestTurn(read: (turn: Turn, dpi: number) => TurnedReading): Turn {
  let best: { turn: Turn; confidence: number } = { turn: 0, confidence: 0 };
  for (const turn of [0, 90, 180, 270] as const) {
    const confidence = confidenceOf(read(turn, TRIAL_DPI).pieces);
    if (confidence > best.confidence) best = { turn, confidence };
  }
  return best.turn;
}

interface TurnRequest {
  turn: Turn;
  pixelsPerPoint: number;
  /** Of the picture given to the recognition. */
  dpi: number;
  recogniser: Recogniser;
}

function readTurned(canvas: Canvas, { turn, pixelsPerPoint, dpi: wanted, recogniser }: TurnRequest): TurnedReading {
  const isSideways = turn === 90 || turn === 270;
  const small = Math.min(1, SKEW_WIDTH / (isSideways ? canvas.height : canvas.width));
  const skew = skewOf(takeGray(transformed(canvas, { degrees: turn, isSideways, scale: small })));
  if (skew === null) return { skew: 0, pieces: [], isBlank: true };
  const points = (canvas.width * canvas.height) / pixelsPerPoint ** 2;
  const dpi = Math.min(wanted, ENLARGED_MAX * 72 * pixelsPerPoint, 72 * Math.sqrt(RECOGNISED_PIXELS_MAX / points));
  const scale = dpi / 72 / pixelsPerPoint;
  // Turned, made level and scaled at once: each step by itself would blur the letters.
  const level = transformed(canvas, { degrees: turn + skew, isSideways, scale });
  const size = 72 / dpi;
  const pieces = recogniser.recognise(takeGray(level), dpi).map((piece) => ({
    ...piece,
    left: piece.left * size,
    right: piece.right * size,
    baseline: piece.baseline * size,
    height: piece.height * size,
  }));
  return { skew, pieces, isBlank: false };
}

/** The mean confidence, weighted by letters; 0 without text. */
function confidenceOf(pieces: Piece[]): number {
  let [sum, letters] = [0, 0];
  for (const { text, confidence = 0 } of pieces) {
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters === 0 ? 0 : sum / letters;
}

interface Transform {
  /** Clockwise, about the middle. */
  degrees: number;
  /** Whether width and height change places. */
  isSideways: boolean;
  scale: number;
}

/** The picture rotated and scaled, on white. */
function transformed(canvas: Canvas, { degrees, isSideways, scale }: Transform): Canvas {
  const [width, height] = isSideways ? [canvas.height, canvas.width] : [canvas.width, canvas.height];
  const result = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = result.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, result.width, result.height);
  context.imageSmoothingQuality = "high";
  context.translate(result.width / 2, result.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.scale(scale, scale);
  context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  return result;
}

/** Brightness by the weights of ITU-R BT.601. The canvas is emptied, since its memory is freed late otherwise. */
function takeGray(canvas: Canvas): Gray {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const gray = new Uint8Array(width * height);
  for (let at = 0; at < gray.length; at++) {
    gray[at] = ((data[4 * at] ?? 0) * 299 + (data[4 * at + 1] ?? 0) * 587 + (data[4 * at + 2] ?? 0) * 114) / 1000;
  }
  canvas.width = 1;
  canvas.height = 1;
  return { width, height, data: gray };
}
