/**
 * Reads a saved web page as the pages of a PDF are read: rows of words, placed by the structure of the page. Nothing in it is run
 * or loaded, and styles are not applied.
 */
import { parseHtmlBytes } from "../../domain/html.ts";
import { Unreadable } from "../outcome.ts";
import { PDF_LIMITS } from "../pdf/pdf-limits.ts";
import type { Page, Row, Word } from "../pdf/page-model.ts";

/** As much of a node as is needed here. */
interface Node {
  type: string;
  data?: string;
  name?: string;
  attribs?: Record<string, string>;
  children?: Node[];
}

/** Text on one line, from the left edge of its block, in letters. */
interface Piece {
  text: string;
  left: number;
}
/** Lines of pieces: the layout of a part of the page. */
interface Block {
  lines: Piece[][];
  /** In letters. */
  width: number;
}

const DEPTH_MAX = 200;
const SPAN_MAX = 50;
/** The measures of a page in a typewriter face, in points. */
const LETTER = 6;
const LINE = 14;
const HEIGHT = 10;
const MARGIN = 36;
/** Between two columns, in letters: more than between words. */
const GAP = 3;
/** A place on a page is at most 14,400 points from its corner. */
const LINES_PER_PAGE = 1000;
const LEFT_MAX = 14_000;

const UNSEEN = new Set([
  "head",
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "iframe",
  "object",
  "select",
  "datalist",
]);
const INLINE = new Set(
  "a abbr b bdi bdo big cite code data del dfn em font i img input ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** @throws Unreadable `page_too_deep`, `file_too_large` */
export function readHtml(bytes: Buffer): Page[] {
  const document = parseHtmlBytes(bytes);
  // The library's nodes have these fields.
  const { lines } = blockOf(document.root()[0] as unknown as Node, 0);
  const rows = lines.length;
  if (rows > PDF_LIMITS.rowsMax)
    throw new Unreadable("file_too_large", `The page has ${rows} lines; at most ${PDF_LIMITS.rowsMax} are read.`);
  // All white space in a piece is single spaces.
  const words = lines.flat().reduce((sum, { text }) => sum + text.split(" ").length, 0);
  if (words > PDF_LIMITS.wordsMax)
    throw new Unreadable("file_too_large", `The page has ${words} words; at most ${PDF_LIMITS.wordsMax} are read.`);
  return pagesOf(lines);
}

/** Blocks under each other, and between them the text that belongs to none of them. */
function blockOf(node: Node, depth: number): Block {
  if (depth > DEPTH_MAX)
    throw new Unreadable("page_too_deep", `The elements of the page are nested more than ${DEPTH_MAX} deep.`);
  if (node.name === "table") return tableOf(node, depth);
  const block: Block = { lines: [], width: 0 };
  let text = "";
  const flush = () => {
    const words = text.trim();
    if (words !== "") addLines(block, { lines: [[{ text: words, left: 0 }]], width: words.length });
    text = "";
  };
  const visit = (child: Node, level: number) => {
    if (level > DEPTH_MAX) blockOf(child, level);
    else if (child.type === "text") text += spaced(child.data ?? "");
    else if (isUnseen(child)) return;
    else if (child.name === "br" || child.name === "hr") flush();
    else if (INLINE.has(child.name ?? "") && !hasBlocks(child, level))
      for (const each of child.children ?? []) visit(each, level + 1);
    else {
      flush();
      addLines(block, blockOf(child, level + 1));
    }
  };
  for (const child of node.children ?? []) visit(child, depth);
  flush();
  return block;
}

const spaced = (text: string): string => text.replace(/\s+/g, " ");

/** Some pages put blocks into inline elements. */
const hasBlocks = ({ children = [] }: Node, depth: number): boolean =>
  depth < DEPTH_MAX &&
  children.some(
    (child) =>
      child.type === "tag" && (!INLINE.has(child.name ?? "") ? child.name !== "br" : hasBlocks(child, depth + 1)),
  );

/** What a browser does not show, as far as the page says so itself. */
function isUnseen({ type, name = "", attribs = {} }: Node): boolean {
  if (type === "comment" || type === "directive" || type === "script" || type === "style" || UNSEEN.has(name))
    return true;
  return "hidden" in attribs || (attribs["style"] ?? "").replaceAll(" ", "").toLowerCase().includes("display:none");
}

function addLines(block: Block, { lines, width }: Block): void {
  for (const line of lines) block.lines.push(line);
  block.width = Math.max(block.width, width);
}

interface Cell {
  column: number;
  span: number;
  block: Block;
}

/** Columns are as wide as their widest cell, so that each stands under its header. */
function tableOf(table: Node, depth: number): Block {
  const rows = rowsOf(table, depth);
  const widths: number[] = [];
  const cells = rows.flat();
  for (const { column, span, block } of cells)
    if (span === 1) widths[column] = Math.max(widths[column] ?? 0, block.width);
  for (const { column, span, block } of cells) {
    const last = column + span - 1;
    const before = sumOf(widths, column, last) + GAP * (span - 1);
    if (span > 1) widths[last] = Math.max(widths[last] ?? 0, block.width - before);
  }
  const result: Block = { lines: [], width: sumOf(widths, 0, widths.length) + GAP * Math.max(0, widths.length - 1) };
  for (const row of rows) {
    const height = Math.max(0, ...row.map(({ block }) => block.lines.length));
    for (let at = 0; at < height; at += 1) {
      const line = row.flatMap(({ column, block }) => {
        const left = sumOf(widths, 0, column) + GAP * column;
        return (block.lines[at] ?? []).map((piece) => ({ text: piece.text, left: left + piece.left }));
      });
      if (line.length > 0) result.lines.push(line);
    }
  }
  return result;
}

function sumOf(widths: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += widths[at] ?? 0;
  return sum;
}

/** The cells of each row with their columns; a cell that spans several rows is in the first of them. */
function rowsOf(table: Node, depth: number): Cell[][] {
  const isTaken = new Map<number, number>();
  return trsOf(table).map((tr) => {
    let column = 0;
    const cells: Cell[] = [];
    for (const [taken, left] of isTaken) {
      if (left <= 1) isTaken.delete(taken);
      else isTaken.set(taken, left - 1);
    }
    for (const cell of tr.children ?? []) {
      if ((cell.name !== "td" && cell.name !== "th") || isUnseen(cell)) continue;
      while (isTaken.has(column)) column += 1;
      const span = spanOf(cell, "colspan");
      const down = spanOf(cell, "rowspan");
      // Counted from this row on, the next one included.
      if (down > 1) for (let at = column; at < column + span; at += 1) isTaken.set(at, down);
      cells.push({ column, span, block: blockOf(cell, depth + 1) });
      column += span;
    }
    return cells;
  });
}

const trsOf = ({ children = [] }: Node): Node[] =>
  children.flatMap((child) => {
    if (isUnseen(child)) return [];
    if (child.name === "tr") return [child];
    if (child.name === "caption") return [{ type: "tag", name: "tr", children: [{ ...child, name: "td" }] }];
    return ["thead", "tbody", "tfoot"].includes(child.name ?? "") ? trsOf(child) : [];
  });

function spanOf({ attribs = {} }: Node, name: string): number {
  const span = Number(attribs[name] ?? 1);
  return Number.isInteger(span) && span >= 1 && span <= SPAN_MAX ? span : 1;
}

function pagesOf(lines: readonly Piece[][]): Page[] {
  const pages: Page[] = [];
  for (let from = 0; from < lines.length; from += LINES_PER_PAGE) {
    const rows = lines.slice(from, from + LINES_PER_PAGE).map((line, at) => rowOf(line, MARGIN + at * LINE));
    const right = Math.max(...rows.flatMap(({ words }) => words.at(-1)?.right ?? 0));
    pages.push({
      page: pages.length + 1,
      width: right + MARGIN,
      height: 2 * MARGIN + rows.length * LINE,
      turned: 0,
      rows,
    });
  }
  return pages;
}

function rowOf(line: readonly Piece[], top: number): Row {
  const words = line.flatMap((piece) => wordsOf(piece, top)).toSorted((one, other) => one.left - other.left);
  return { top, bottom: top + HEIGHT, words };
}

const wordsOf = ({ text, left }: Piece, top: number): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const start = Math.min(LEFT_MAX, MARGIN + (left + index) * LETTER);
    return { text: word, left: start, right: start + word.length * LETTER, top, bottom: top + HEIGHT };
  });
