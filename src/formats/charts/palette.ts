/**
 * The colours of charts, in light, in dark and on paper: each stands out from its ground (3:1 and more), and neighbours differ
 * in lightness (1.5:1 and more), so that they can be told apart without colour vision and in black-and-white print.
 */

export interface Palette {
  /** Words and axes. */
  ink: string;
  quiet: string;
  edge: string;
  /** What lies under the chart. */
  paper: string;
  /** One after the other; a chart of more series begins again with them. */
  series: readonly string[];
}

/** On white, as page.css and report.css have it. */
export const LIGHT: Palette = {
  ink: "#17212b",
  quiet: "#4b5a69",
  edge: "#dde4eb",
  paper: "#ffffff",
  series: ["#08498f", "#d97a06", "#17754a", "#4a1a73", "#c33a2c", "#1a9ba6"],
};

/** Where the reader's system is dark. */
export const DARK: Palette = {
  ink: "#e8eef4",
  quiet: "#a8b6c4",
  edge: "#2b3742",
  paper: "#161e26",
  series: ["#5a9fe8", "#ffc98a", "#37a877", "#d9bcff", "#f0625a", "#9eeaf0"],
};

/** As a page names them: its style sheet decides between light and dark. */
export const OF_PAGE: Palette = {
  ink: "var(--ink)",
  quiet: "var(--quiet)",
  edge: "var(--edge)",
  paper: "var(--paper)",
  series: LIGHT.series.map((_, place) => `var(--series-${place + 1})`),
};
