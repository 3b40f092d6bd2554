/** Of many lines the largest are shown, and all of them when they are asked for or printed. */
import { useState } from "react";
import { useIsPrinting } from "./printing.ts";

interface LargestFirst<Line> {
  shown: Line[];
  /** Null where all lines are shown from the beginning. */
  fold: { isOpen: boolean; toggle: () => void } | null;
}

/** @param most so many stay in their order; of more the largest come first, whichever sign they have */
export function useLargestFirst<Line extends { amount: number | null }>(
  lines: Line[],
  most: number,
): LargestFirst<Line> {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = useIsPrinting();
  if (lines.length <= most) return { shown: lines, fold: null };
  const size = ({ amount }: Line) => Math.abs(amount ?? 0);
  const sorted = lines.toSorted((one, other) => size(other) - size(one));
  const toggle = () => setOpen((was) => !was);
  return { shown: isOpen || isPrinting ? sorted : sorted.slice(0, most), fold: { isOpen, toggle } };
}
