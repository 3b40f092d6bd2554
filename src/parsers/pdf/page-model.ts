/**
 * The result of reading a file: pages with rows of positioned words, in points from the top left corner. Later steps use only
 * this.
 */
import type { PagePlace } from "../../records/statement.ts";

export interface Word {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** For a word recognised in a picture: how sure that is, from 0 to 100. Text of the file itself has none. */
  confidence?: number;
}

/** Words on one baseline, from left to right. */
export interface Row {
  top: number;
  bottom: number;
  words: Word[];
}

export interface Page {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  /**
   * How far the words were rotated clockwise to be upright; 0 unless the page is printed sideways. Width and height are after
   * the rotation.
   */
  turned: 0 | 90 | 180 | 270;
  /**
   * For a crooked picture: the degrees by which the words were then rotated clockwise about the middle of the page to be
   * level.
   */
  skew?: number;
  /** From top to bottom. */
  rows: Row[];
}

type Box = PagePlace["box"];

/** Converts a box of the upright words back to the page as displayed. */
const UNTURN: Record<Page["turned"], (box: Box, page: Page) => Box> = {
  0: (box) => box,
  90: ([left, top, right, bottom], { width }) => [top, width - right, bottom, width - left],
  180: ([left, top, right, bottom], { width, height }) => [width - right, height - bottom, width - left, height - top],
  270: ([left, top, right, bottom], { height }) => [height - bottom, left, height - top, right],
};

const tenths = (points: number): number => Math.round(points * 10) / 10;

/** The place of some words: the box around them all, on the page as a viewer displays it. */
export function placeOfWords(page: Page, words: Word[]): PagePlace {
  const box: Box = [
    Math.min(...words.map(({ left }) => left)),
    Math.min(...words.map(({ top }) => top)),
    Math.max(...words.map(({ right }) => right)),
    Math.max(...words.map(({ bottom }) => bottom)),
  ];
  const [left, top, right, bottom] = UNTURN[page.turned](aslant(page, box), page);
  return { page: page.page, box: [tenths(left), tenths(top), tenths(right), tenths(bottom)] };
}

/** The words within a place that `placeOfWords` gave. */
export function wordsIn(page: Page, place: Box): Word[] {
  const [left, top, right, bottom] = level(page, TURN[page.turned](place, page));
  return page.rows
    .flatMap(({ words }) => words)
    .filter((word) => {
      const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
      return x >= left && x <= right && y >= top && y <= bottom;
    });
}

/** The opposite of `UNTURN`. */
const TURN: typeof UNTURN = {
  0: (box) => box,
  90: ([left, top, right, bottom], { width }) => [width - bottom, left, width - top, right],
  180: UNTURN[180],
  270: ([left, top, right, bottom], { height }) => [top, height - right, bottom, height - left],
};

const sinAndCos = (degrees: number): [number, number] => {
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
};

/** A box of half this width and height, whose middle is rotated about the middle of the page. */
function rotated(
  { width, height }: Page,
  [left, top, right, bottom]: Box,
  degrees: number,
  half: [number, number],
): Box {
  const [sin, cos] = sinAndCos(degrees);
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const middle = { x: width / 2 + x * cos - y * sin, y: height / 2 + x * sin + y * cos };
  return [middle.x - half[0], middle.y - half[1], middle.x + half[0], middle.y + half[1]];
}

/** The box around a level box on the crooked page. */
function aslant(page: Page, box: Box): Box {
  const { skew = 0 } = page;
  if (skew === 0) return box;
  const [sin, cos] = sinAndCos(Math.abs(skew));
  const [width, height] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  return rotated(page, box, -skew, [width * cos + height * sin, width * sin + height * cos]);
}

/** The level box inside a box that `aslant` made: its two equations are solved for width and height. */
function level(page: Page, box: Box): Box {
  const { skew = 0 } = page;
  if (skew === 0) return box;
  const [sin, cos] = sinAndCos(Math.abs(skew));
  const [width, height] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const part = cos * cos - sin * sin;
  return rotated(page, box, skew, [(width * cos - height * sin) / part, (height * cos - width * sin) / part]);
}
