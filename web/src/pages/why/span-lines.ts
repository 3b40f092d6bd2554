/** The bill lines behind a cause, and the use, days and price from which its amount is calculated. */
import type { EnergyTypeMonth } from "@meterbook/client";
import { CHARGE_TYPES } from "../../parts/charge-types.ts";
import { figureOfUse } from "../../parts/use-lines.ts";

export type ChargeType = (typeof CHARGE_TYPES)[number];

/** The classes of charges that a cause is about (docs/derived-data.md). */
export const CLASSES_OF: Record<string, readonly ChargeType[]> = {
  days: ["usage_cost", "interim_rate_cost"],
  weather: ["usage_cost", "interim_rate_cost"],
  use: ["usage_cost", "interim_rate_cost"],
  price: ["usage_cost", "interim_rate_cost", "demand_cost"],
  demand: ["demand_cost"],
  fixed: ["service_cost"],
  taxes: ["tax_cost"],
  other: ["other_applied_cost"],
  meters: CHARGE_TYPES,
};

/** Their amounts are calculated from the use and its price. */
export const FROM_USE: ReadonlySet<string> = new Set(["days", "weather", "use", "price"]);

type Explained = NonNullable<EnergyTypeMonth["explain"]>;
type Line = Explained["total_cost"][number];

/** Its days and its amount are those in the months. */
export type SpanLine = Line & { amount: number };

const linesOf = ({ explain }: EnergyTypeMonth, kind: keyof Explained): Line[] => explain?.[kind] ?? [];
const isOf = (meters: ReadonlySet<number>) => (line: Line) =>
  line.utility_meter_id === undefined || line.utility_meter_id === null || meters.has(line.utility_meter_id);

/** A line that is in several of the months is one, with the sum of its parts. */
export function linesOfCause(months: EnergyTypeMonth[], cause: string, meters: ReadonlySet<number>): SpanLine[] {
  const found = new Map<number, SpanLine>();
  for (const month of months)
    for (const kind of CLASSES_OF[cause] ?? [])
      for (const line of linesOf(month, kind).filter(isOf(meters))) {
        const before = found.get(line.line_id);
        found.set(line.line_id, {
          ...line,
          amount: (before?.amount ?? 0) + (line.amount ?? 0),
          days: (before?.days ?? 0) + line.days,
        });
      }
  return [...found.values()];
}

export const sumOf = (lines: readonly SpanLine[]): number =>
  lines.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

export interface Used {
  /** As the API names it. */
  unit: string | null;
  use: number;
  /** Null where the months also have lines of other meters, whose days may be fewer. */
  days: number | null;
  /** Charges for use per unit; null without use. */
  price: number | null;
}

/** The use of a service in the months, of these meters; null when it is not known in one of them. */
export function usedBy(months: EnergyTypeMonth[], meters: ReadonlySet<number>): Used | null {
  let use = 0;
  let days: number | null = 0;
  for (const month of months) {
    const kind = figureOfUse(month);
    const whole = kind === undefined ? null : month[kind];
    if (kind === undefined || whole === null || month.usage === null || month.days_billed === null) return null;
    const lines = linesOf(month, kind);
    const ownLines = lines.filter(isOf(meters));
    const own = ownLines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    // The lines are in kBtu or gallons; the month says the same use in the unit of its bills.
    use += whole === 0 ? 0 : (own / whole) * month.usage;
    days = days === null || ownLines.length < lines.length ? null : days + month.days_billed;
  }
  const cost = sumOf(linesOfCause(months, "use", meters));
  const unit = months.find(({ usage_unit }) => usage_unit !== null)?.usage_unit ?? null;
  return months.length === 0 ? null : { unit, use, days, price: use > 0 ? cost / use : null };
}
