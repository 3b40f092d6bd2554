/** Rows out of loose pieces of text: by baseline down the page, then into words by the gaps between them. */
import type { Row, Word } from "./page-model.ts";

/** Upright text as a PDF draws it: a run of characters from `left` to `right` on a baseline. May hold spaces. */
export interface Piece {
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Size of the type. */
  height: number;
}

/** Measured on 46 bills against the rows of `pdftotext -layout`: a smaller tolerance tears rows apart, a larger one joins two. */
const BASELINE_TOLERANCE_PT = 2;
const BASELINE_TOLERANCE_OF_HEIGHT = 0.4;
/** A smaller gap lies inside a word: many files place letters one by one. */
const WORD_GAP_PT = 1;
/** Letters may be set a little tighter than they are wide. */
const OVERLAP_OF_HEIGHT = 0.3;
/** Lines drawn with letters, and the dots that lead from a label to its amount. */
const LEADERS = /[_.\u00b7\u2026|]{4,}/gu;
/** How much of the type stands above and below its baseline. */
const ASCENT = 0.75;
const DESCENT = 0.22;

/** Rows from top to bottom; pieces drawn twice on the same spot, as some programs make bold type, count once. */
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

/** The piece goes on where the word ends, with no space between; what lies over the word is another text. */
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
  };
}

/** The words of a piece. Where each begins is worked out from the widths of its letters in a common typeface. */
function splitWords({ text, left, right, baseline, height }: Piece): Word[] {
  const unit = (right - left) / (widthOf(text) || 1);
  const box = { top: baseline - ASCENT * height, bottom: baseline + DESCENT * height };
  const seen = text.replace(LEADERS, (run) => " ".repeat(run.length));
  return [...seen.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const start = left + unit * widthOf(text.slice(0, index));
    return { text: word, left: start, right: start + unit * widthOf(word), ...box };
  });
}

/** Widths of Helvetica in thousandths of the type's size, for the letters that are far from its middle width. */
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
