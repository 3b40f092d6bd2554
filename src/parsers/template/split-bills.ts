/** Splits the pages of a file into its bills, by the line with which each bill begins. */
import type { Pattern } from "../../domain/pattern.ts";
import type { Page } from "../pdf/page-model.ts";
import { foundGroups, linesOf } from "./lines.ts";
import type { Template } from "./template.ts";

/** A file with more is not a collection of bills: its expression fits too many lines. */
export const BILLS_MAX = 500;

/**
 * The pages of each bill, in the order of the file; a page on which one bill ends and the next begins is in both, with the rows
 * of each. The first bill has the lines above its first line on the same page. Pages before it are a cover and belong to no
 * bill. A file without such a line is one bill. Null when there are more than `BILLS_MAX`.
 */
export function splitBills({ bill_start }: Pick<Template, "bill_start">, pages: Page[]): Page[][] | null {
  if (bill_start === undefined) return [pages];
  const starts = startsOf(pages, bill_start);
  if (starts.length > BILLS_MAX) return null;
  if (starts.length < 2) return [pages];
  return starts.map((start, at) => between(pages, at === 0 ? { ...start, row: 0 } : start, starts[at + 1]));
}

/** The position of the first line of a bill: indexes of the page and of its row. */
interface Start {
  page: number;
  row: number;
}

/**
 * The first lines of bills. An expression with a group `value` begins a bill only where the value differs from that of the bill
 * before, so that a heading may come again on each page.
 */
function startsOf(pages: Page[], bill_start: Pattern): Start[] {
  const starts: Start[] = [];
  let value: string | null = null;
  for (const [page, { rows, ...rest }] of pages.entries()) {
    for (const [row, words] of rows.entries()) {
      const [line] = linesOf([{ ...rest, rows: [words] }]);
      const groups = line && foundGroups(line, bill_start);
      if (!groups) continue;
      const found = groups["value"]?.text ?? null;
      if (found === null || found !== value) starts.push({ page, row });
      value = found;
    }
  }
  return starts;
}

function between(pages: Page[], start: Start, end: Start | undefined): Page[] {
  return pages.flatMap((page, at) => {
    if (at < start.page || (end !== undefined && at > end.page)) return [];
    const rows = page.rows.slice(at === start.page ? start.row : 0, at === end?.page ? end.row : undefined);
    return rows.length === 0 ? [] : { ...page, rows };
  });
}
