/** The marks of figures in a chart, with their names in a legend. */
import type { Chart, Mark } from "../../records/table.ts";

export const MARK_NAMES = { isEstimated: "Estimated", isIncomplete: "Month not complete" } as const;

/** The marks that at least one figure has. */
export const marksIn = ({ series }: Chart): (keyof Mark)[] =>
  (["isEstimated", "isIncomplete"] as const).filter((key) =>
    series.some(({ marks }) => marks?.some((mark) => mark[key])),
  );
