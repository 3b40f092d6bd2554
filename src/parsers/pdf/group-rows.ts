/** Groups loose pieces of text into rows by baseline, and into words by the gaps between them. */
import type { Row, Word } from "./page-model.ts";

/** Upright text as a PDF draws it: a run of characters from `left` to `right` on a baseline. May contain spaces. */
export interface Piece {
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Size of the type. */
  height: number;
  /** See `Word`. */
  confidence?: number;
}

/** Measured on 46 bills against the rows of `pdftotext -layout`: a smaller tolerance splits rows, a larger one joins two. */
const BASELINE_TOLERANCE_PT = 2;
const BASELINE_TOLERANCE_OF_HEIGHT = 0.4;
/** A smaller gap is inside a word: many files place letters one by one. */
const WORD_GAP_PT = 1;
/** Letters may be set a little tighter than their width. */
const OVERLAP_OF_HEIGHT = 0.3;
/** Lines drawn with characters, and the dots between a label and its amount. */
const LEADERS = /[_.\u00b7\u2026|]{4,}/gu;
/** The parts of the type size above and below the baseline. */
const ASCENT = 0.75;
const DESCENT = 0.22;

/** Rows from top to bottom; pieces drawn twice at the same position, as some programs make bold type, count once. */
export function groupRows(pieces: Piece[]): Row[] {
  const rows: Piece[][] = [];
  let baseline = Number.NEGATIVE_INFINITY;
  for (const piece of pieces.toSorted((one, other) => one.baseline - other.baseline)) {
    const tolerance = Math.max(BASELINE_TOLERANCE_PT, BASELINE_TOLERANCE_OF_HEIGHT * piece.height);
    if (piece.baseline - baseline <= tolerance) rows.at(-1)?.push(piece);
    else {
      rows.push([piece]);
      baseline = piece.baseline;
    }
  }
  return rows.map(toRow).filter(({ words }) => words.length > 0);
}

function toRow(pieces: Piece[]): Row {
  const words: Word[] = [];
  let last: Piece | undefined;
  for (const piece of pieces.toSorted((one, other) => one.left - other.left)) {
    if (last !== undefined && isSameAgain(last, piece)) continue;
    const previous = words.at(-1);
    const found = splitWords(piece);
    const first = found[0];
    if (previous !== undefined && first !== undefined && continues(previous, piece)) {
      words.splice(-1, 1, join(previous, first), ...found.slice(1));
    } else words.push(...found);
    last = piece;
  }
  return {
    top: Math.min(...words.map(({ top }) => top)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
    words,
  };
}

function isSameAgain(one: Piece, other: Piece): boolean {
  return one.text === other.text && Math.abs(one.left - other.left) < 1 && Math.abs(one.right - other.right) < 1;
}

/** True when the piece continues the word without a space; a piece drawn over the word is separate text. */
function continues(word: Word, piece: Piece): boolean {
  const gap = piece.left - word.right;
  return !piece.text.startsWith(" ") && gap <= WORD_GAP_PT && gap >= -OVERLAP_OF_HEIGHT * piece.height;
}

function join(one: Word, other: Word): Word {
  return {
    text: one.text + other.text,
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    ...sureness(Math.min(one.confidence ?? SURE, other.confidence ?? SURE)),
  };
}

const SURE = 100;
/** Text of the file itself has no confidence. */
const sureness = (confidence: number | undefined) =>
  confidence === undefined || confidence === SURE ? {} : { confidence };

/** The words of a piece. The start of each is calculated from the letter widths of a common typeface. */
function splitWords({ text, left, right, baseline, height, confidence }: Piece): Word[] {
  const unit = (right - left) / (widthOf(text) || 1);
  const box = { top: baseline - ASCENT * height, bottom: baseline + DESCENT * height };
  const seen = text.replace(LEADERS, (run) => " ".repeat(run.length));
  return [...seen.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const start = left + unit * widthOf(text.slice(0, index));
    return { text: word, left: start, right: start + unit * widthOf(word), ...box, ...sureness(confidence) };
  });
}

/** Widths of Helvetica in thousandths of the type size, for the letters far from the average width. */
const WIDTHS = new Map(
  Object.entries({
    222: "ijl'|",
    278: " .,:;/!fIt[]\\",
    333: "-()r`",
    500: "ckvxyzsJ",
    667: "ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "mM",
    889: "%",
    944: "W",
    1015: "@",
  }).flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, Number(width)] as const)),
);
const MIDDLE_WIDTH = 556;

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.get(letter) ?? MIDDLE_WIDTH;
  return width;
}
