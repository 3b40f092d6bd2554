/**
 * Of a long table only the rows in sight are in the page; empty rows above and below take the place of the others. On paper all
 * are, up to a limit.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, type RefObject } from "react";
import { useIsPrinting } from "./printing.ts";

/** Rows beyond the edges, so that none is missing while people scroll. */
const OVERSCAN = 15;

/** Some fifty sheets, and what a browser lays out in a few seconds. */
export const MOST_ON_PAPER = 2_000;

interface RowsInSight {
  /** Of the element that scrolls. */
  frame: RefObject<HTMLDivElement | null>;
  indices: number[];
  /** Heights of the rows that are not in the page, in pixels. */
  above: number;
  below: number;
}

export function useRowsInSight(count: number, rowPx: number): RowsInSight {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  });
  const isPrinting = useIsPrinting();
  if (isPrinting)
    return {
      frame,
      indices: Array.from({ length: Math.min(count, MOST_ON_PAPER) }, (_, index) => index),
      above: 0,
      below: 0,
    };
  const items = virtual.getVirtualItems();
  return {
    frame,
    indices: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}
