/** What all charts of months and amounts share: the grid, the axes and the tooltip. */
import { shortNumber } from "../parts/format.ts";
import type { Palette } from "./palette.ts";

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** On a scale that does not begin at zero neighbours differ little: 1.08M and 1.12M. */
const AXIS_DIGITS = 2;

export const text = ({ quiet }: Palette) => ({ fontFamily: FONT, fontSize: 12, color: quiet });

export const grid = (more: object = {}) => ({
  left: 8,
  right: 12,
  top: 32,
  bottom: 8,
  outerBoundsMode: "same",
  outerBoundsContain: "axisLabel",
  ...more,
});

export const categoryAxis = (palette: Palette, names: string[], more: object = {}) => ({
  type: "category",
  data: names,
  axisLabel: { ...text(palette), hideOverlap: true },
  axisLine: { lineStyle: { color: palette.quiet } },
  axisTick: { show: false },
  ...more,
});

export const valueAxis = (palette: Palette, unit: string, more: object = {}) => ({
  type: "value",
  name: unit,
  nameTextStyle: { ...text(palette), align: "left" },
  axisLabel: { ...text(palette), formatter: (value: number) => shortNumber(value, AXIS_DIGITS) },
  splitLine: { lineStyle: { color: palette.edge } },
  ...more,
});

/** Drawn as text, not as HTML, so that nothing in a name can be markup. */
export const tooltip = ({ paper, ink, edge }: Palette, more: object = {}) => ({
  trigger: "axis",
  axisPointer: { type: "shadow" },
  renderMode: "richText",
  confine: true,
  backgroundColor: paper,
  borderColor: edge,
  textStyle: { fontFamily: FONT, fontSize: 13, color: ink },
  ...more,
});
