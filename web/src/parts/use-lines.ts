/** Which lines the use of a service in a month is made of. */
import type { EnergyTypeMonth } from "@meterbook/client";

const USES = ["kbtus", "gallons"] as const;
type UseFigure = (typeof USES)[number];

/** Energy, or water; undefined when neither is known. */
export const figureOfUse = (month: Pick<EnergyTypeMonth, UseFigure>): UseFigure | undefined =>
  USES.find((figure) => month[figure] !== null);

type Line = NonNullable<EnergyTypeMonth["explain"]>[UseFigure][number];

export function linesOfUse(month: Pick<EnergyTypeMonth, UseFigure | "explain">): Line[] {
  const figure = figureOfUse(month);
  return figure === undefined ? [] : (month.explain?.[figure] ?? []);
}
