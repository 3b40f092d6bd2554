/**
 * The colors of charts for light, dark and paper: each contrasts with its background (3:1 or more), and neighbors differ in
 * lightness (1.5:1 or more), so that they can be distinguished without color vision and in black-and-white print.
 */

export interface Palette {
  /** Text and axes. */
  ink: string;
  quiet: string;
  edge: string;
  /** The background of the chart. */
  paper: string;
  /** In order; a chart with more series repeats them. */
  series: readonly string[];
}

/** On white, the same as in colors.css. */
export const LIGHT: Palette = {
  ink: "#17212b",
  quiet: "#4b5a69",
  edge: "#dde4eb",
  paper: "#ffffff",
  series: ["#08498f", "#d97a06", "#17754a", "#4a1a73", "#c33a2c", "#1a9ba6"],
};

/** For a dark color scheme. */
export const DARK: Palette = {
  ink: "#e8eef4",
  quiet: "#a8b6c4",
  edge: "#2b3742",
  paper: "#161e26",
  series: ["#5a9fe8", "#ffc98a", "#37a877", "#d9bcff", "#f0625a", "#9eeaf0"],
};

/** CSS variables of a page: its style sheet chooses light or dark. */
export const OF_PAGE: Palette = {
  ink: "var(--ink)",
  quiet: "var(--quiet)",
  edge: "var(--edge)",
  paper: "var(--paper)",
  series: LIGHT.series.map((_, place) => `var(--series-${place + 1})`),
};
