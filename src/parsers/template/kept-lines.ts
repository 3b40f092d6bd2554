/** Removes lines that belong to no section of a meter: page headers, payment slips, notes in the margin. */
import { clipped, type Cell, type Line } from "./lines.ts";
import type { Page } from "../pdf/page-model.ts";
import type { Template } from "./template.ts";
import type { Pattern } from "../../domain/pattern.ts";

type Ignore = Template["ignore"];

/** Cells that begin this close to the edge of a margin are on it. */
const EDGE_TOLERANCE_PT = 3;

/** The remaining lines. Margins are removed first, so that the other rules see the lines without them. */
export function keptLines(lines: Line[], ignore: Ignore): Line[] {
  return withoutLines(withoutMargins(lines, ignore), ignore);
}

interface Margins {
  from: number;
  to: number;
}

function withoutMargins(lines: Line[], ignore: Ignore): Line[] {
  const margins = new Map<Page, Margins>();
  for (const rule of ignore) {
    if (!("left_of" in rule || "right_from" in rule)) continue;
    const pattern = "left_of" in rule ? rule.left_of : rule.right_from;
    for (const { page, cells } of lines) {
      const edge = cells.find(({ text }) => pattern.test(text))?.left;
      if (edge === undefined) continue;
      const known = margins.get(page) ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
      margins.set(page, "left_of" in rule ? { ...known, from: edge } : { ...known, to: edge });
    }
  }
  return lines.flatMap((line) => {
    const margin = margins.get(line.page);
    return margin === undefined ? line : (clipped(line, (cell) => isBetween(cell, margin)) ?? []);
  });
}

function isBetween({ left }: Cell, { from, to }: Margins): boolean {
  return left >= from - EDGE_TOLERANCE_PT && left < to - EDGE_TOLERANCE_PT;
}

function withoutLines(lines: Line[], ignore: Ignore): Line[] {
  let skipping: { page: Page; to: Pattern | undefined } | null = null;
  return lines.filter((line) => {
    if (skipping !== null && skipping.page === line.page) {
      if (skipping.to?.test(line.text)) skipping = null;
      return false;
    }
    skipping = null;
    for (const rule of ignore) {
      if ("line" in rule && rule.line.test(line.text)) return false;
      if ("from" in rule && rule.from.test(line.text)) {
        skipping = { page: line.page, to: rule.to };
        return false;
      }
    }
    return true;
  });
}
