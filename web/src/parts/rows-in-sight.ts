/** Of a long table only the rows in sight are in the page; empty rows above and below take the place of the others. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, type RefObject } from "react";

/** Rows beyond the edges, so that none is missing while people scroll. */
const OVERSCAN = 12;

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
  const items = virtual.getVirtualItems();
  return {
    frame,
    indices: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}
