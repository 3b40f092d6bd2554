/** What the charts of the page of a property show. */
import type { Property } from "@meterbook/client";
import type { AnyMonth, Figure } from "../../parts/month-figures.ts";

export interface Shown {
  /** The services' months or the property's. */
  months: AnyMonth[];
  figure: Figure;
  property: Property;
  /** What a reader must know of these months; null without. */
  remark: string | null;
}
