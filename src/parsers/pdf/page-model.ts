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
  const [left, top, right, bottom] = UNTURN[page.turned](box, page);
  return { page: page.page, box: [tenths(left), tenths(top), tenths(right), tenths(bottom)] };
}
