/** The marks of figures in a chart, with their names in a legend, and how the horizontal axis is written. */
import type { Chart, Mark } from "../../records/table.ts";
import type { Words } from "../words/words.ts";

export const markName = (key: keyof Mark, { say }: Words): string => say(`chart.${key}`);

/** The marks that at least one figure has. */
export const marksIn = ({ series }: Pick<Chart, "series">): (keyof Mark)[] =>
  (["isEstimated", "isIncomplete"] as const).filter((key) =>
    series.some(({ marks }) => marks?.some((mark) => mark[key])),
  );

/** Months and days as people write them; other names as they are. */
export function categoryText(category: string, words: Words): string {
  if (/^\d{4}-\d{2}$/.test(category)) return words.month(category);
  return /^\d{4}-\d{2}-\d{2}$/.test(category) ? words.day(category) : category;
}
