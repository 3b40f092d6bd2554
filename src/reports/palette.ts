/** The colours of charts: told apart from each other and from their ground (3:1 and more), in light, in dark and on paper. */

export interface Palette {
  /** Words and axes. */
  ink: string;
  quiet: string;
  edge: string;
  /** What lies under the chart. */
  paper: string;
  /** One after the other; a chart of more series begins again with other dashes and marks. */
  series: readonly string[];
}

/** On white, as page.css and report.css have it. */
export const LIGHT: Palette = {
  ink: "#17212b",
  quiet: "#4b5a69",
  edge: "#dde4eb",
  paper: "#ffffff",
  series: ["#0b5cad", "#b35900", "#17754a", "#7b3fa0", "#b3261e", "#00707a"],
};

/** Where the reader's system is dark. */
export const DARK: Palette = {
  ink: "#e8eef4",
  quiet: "#a8b6c4",
  edge: "#2b3742",
  paper: "#161e26",
  series: ["#7ab7f5", "#f0a35e", "#74d6a5", "#cf9ef0", "#ffa69e", "#5fcad4"],
};

/** As a page names them: its style sheet decides between light and dark. */
export const OF_PAGE: Palette = {
  ink: "var(--ink)",
  quiet: "var(--quiet)",
  edge: "var(--edge)",
  paper: "var(--paper)",
  series: LIGHT.series.map((_, place) => `var(--series-${place + 1})`),
};
