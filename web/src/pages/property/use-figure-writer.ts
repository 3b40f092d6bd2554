/** How the chosen figure is written, and its unit. */
import { money, number } from "../../parts/format.ts";
import { unitOf } from "../../parts/month-figures.ts";
import type { Shown } from "./shown.ts";
import { usePropertyWords } from "./property.words.ts";

type Write = (value: number | null) => string;

export function useFigureWriter({ months, figure }: Shown): { write: Write; unit: string } {
  const say = usePropertyWords();
  const own = unitOf(months);
  const rate: Write = (value) => number(value, 3);
  const withUnit: Write = (value) => (value === null ? number(value) : `${number(value)} ${own}`);
  return {
    cost: { write: money, unit: say("unit.cost") },
    use: { write: withUnit, unit: own },
    price: { write: rate, unit: say("unit.price", { unit: own }) },
    area: { write: rate, unit: say("unit.area") },
  }[figure];
}
