/** What the parts of Northgate Electric's bill share: its colours, its margins and how it prints money. */
import { digits, fixed } from "../world/decimal.ts";
import type { Cursor } from "../pdf/table.ts";

export const NAVY = "#12355b";
export const PALE = "#e8eef5";
export const GREY = "#5b6673";
export const WHITE = "#ffffff";
/** Left and right margin in points. */
export const LEFT = 48;
export const RIGHT = 564;

export const bold = { font: "Helvetica-Bold" } as const;

/** `$1,234.56`, and `-$10.92` for a credit. */
export const money = (cents: number): string => `${cents < 0 ? "-" : ""}$${digits(fixed(cents, 2))}`;

/** A cursor that knows what to say on top of the next page. */
export interface BillCursor extends Cursor {
  /** The meter whose section continues, or null between sections. */
  openMeter: string | null;
}
