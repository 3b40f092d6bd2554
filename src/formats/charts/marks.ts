/** The marks that figures of a chart have, and what a legend calls them. */
import type { Chart, Mark } from "../../records/table.ts";

export const MARK_NAMES = { isEstimated: "Estimated", isIncomplete: "Month not complete" } as const;

/** Those that at least one figure has. */
export const marksIn = ({ series }: Chart): (keyof Mark)[] =>
  (["isEstimated", "isIncomplete"] as const).filter((key) =>
    series.some(({ marks }) => marks?.some((mark) => mark[key])),
  );
