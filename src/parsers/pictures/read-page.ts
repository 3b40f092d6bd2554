/** Reads the words of a page from its picture: turned upright, made level, recognised. Runs only in the picture process. */
import { createCanvas, type Canvas } from "@napi-rs/canvas";
import { groupRows, type Piece } from "../pdf/group-rows.ts";
import type { Page } from "../pdf/page-model.ts";
import type { PagePicture } from "./page-picture.ts";
import type { Recogniser } from "./recognise.ts";
import { tiltOf, type Gray, type Tilt } from "./skew.ts";

type Turn = Page["turned"];

/**
 * Below this confidence the page is tried in the other directions: a page that lay sideways was read at 27 of 100, and above 80 the
 * right way up.
 */
const UPRIGHT_CONFIDENCE = 60;
/** Measured on drawn bills laid down crookedly: at 200 dots per inch colons and single digits are lost. */
const RECOGNISING_DPI = 300;
/** Below it a page has no lines of text: ink strewn by chance has at most 1.1, see `Tilt`. */
const LINES_MIN = 1.3;
/** Enough to compare the directions, at a quarter of the work. */
const TRIAL_DPI = 150;
/** A small picture gains nothing by being enlarged further. */
const ENLARGED_MAX = 2;
/** A page of legal size at 300 dots per inch has 10.7 million. */
const RECOGNISED_PIXELS_MAX = 11_000_000;
const SKEW_WIDTH = 850;

/** The words in points of the page; without ink, or without lines of text, the page has no rows. */
export function readPage(picture: PagePicture, number: number, recogniser: Recogniser): Page {
  const { canvas } = picture;
  const pixelsPerPoint = canvas.width / picture.width;
  const read = ({ turn, skew }: Way, dpi = RECOGNISING_DPI): Piece[] =>
    readTurned(canvas, { turn, skew, pixelsPerPoint, dpi, recogniser });
  const ways = waysOf(canvas);
  const { way, pieces } = readBest(ways, read);
  const isSideways = way.turn === 90 || way.turn === 270;
  return {
    page: number,
    width: isSideways ? picture.height : picture.width,
    height: isSideways ? picture.width : picture.height,
    turned: way.turn,
    ...(way.skew === 0 ? {} : { skew: way.skew }),
    rows: groupRows(pieces),
  };
}

/** A way in which the page may lie. */
interface Way {
  turn: Turn;
  skew: number;
}

/** The likeliest first; none for a page without text. Upside down the lines are as crooked as upright. */
function waysOf(canvas: Canvas): Way[] {
  return ([0, 90] as const)
    .map((turn) => ({ turn, tilt: tiltAt(canvas, turn) }))
    .filter((each): each is { turn: 0 | 90; tilt: Tilt } => each.tilt !== null && each.tilt.lines >= LINES_MIN)
    .toSorted((one, other) => other.tilt.lines - one.tilt.lines)
    .flatMap(({ turn, tilt: { skew } }) => [
      { turn, skew },
      { turn: turn === 0 ? 180 : 270, skew },
    ]);
}

function tiltAt(canvas: Canvas, turn: Turn): Tilt | null {
  const isSideways = turn === 90 || turn === 270;
  const small = Math.min(1, SKEW_WIDTH / (isSideways ? canvas.height : canvas.width));
  return tiltOf(takeGray(transformed(canvas, { degrees: turn, isSideways, scale: small })));
}

/** Reads the likeliest way, and if that gives no good text another one that does, or else the one that gives the best. */
function readBest(ways: Way[], read: (way: Way, dpi?: number) => Piece[]): { way: Way; pieces: Piece[] } {
  const [first = { turn: 0, skew: 0 } as const, ...others] = ways;
  if (ways.length === 0) return { way: first, pieces: [] };
  const pieces = read(first);
  if (confidenceOf(pieces) >= UPRIGHT_CONFIDENCE) return { way: first, pieces };
  let best: { way: Way; confidence: number } = { way: first, confidence: 0 };
  // The first comes last: one of the others that is good ends the search.
  for (const way of [...others, first]) {
    const confidence = confidenceOf(read(way, TRIAL_DPI));
    if (confidence > best.confidence) best = { way, confidence };
    if (confidence >= UPRIGHT_CONFIDENCE) break;
  }
  return best.way === first ? { way: first, pieces } : { way: best.way, pieces: read(best.way) };
}

interface TurnRequest extends Way {
  pixelsPerPoint: number;
  /** Of the picture given to the recognition. */
  dpi: number;
  recogniser: Recogniser;
}

function readTurned(canvas: Canvas, { turn, skew, pixelsPerPoint, dpi: wanted, recogniser }: TurnRequest): Piece[] {
  const isSideways = turn === 90 || turn === 270;
  const points = (canvas.width * canvas.height) / pixelsPerPoint ** 2;
  const dpi = Math.min(wanted, ENLARGED_MAX * 72 * pixelsPerPoint, 72 * Math.sqrt(RECOGNISED_PIXELS_MAX / points));
  const scale = dpi / 72 / pixelsPerPoint;
  // Turned, made level and scaled at once: each step by itself would blur the letters.
  const level = transformed(canvas, { degrees: turn + skew, isSideways, scale });
  const size = 72 / dpi;
  return recogniser.recognise(takeGray(level), dpi).map((piece) => ({
    ...piece,
    left: piece.left * size,
    right: piece.right * size,
    baseline: piece.baseline * size,
    height: piece.height * size,
  }));
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
