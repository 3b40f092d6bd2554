/** Rectangles that a chart draws itself: striped when their figure is estimated, an outline when it is not complete. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Marks {
  isEstimated?: boolean;
  isIncomplete?: boolean;
}

const STRIPE_PX = 7;

/** A shape of a custom series (https://echarts.apache.org/en/option.html#series-custom.renderItem). */
export function markedBox(
  shape: Box,
  { isEstimated = false, isIncomplete = false }: Marks,
  { fill, paper, ink = fill }: { fill: string; paper: string; ink?: string },
) {
  const box = {
    type: "rect",
    shape,
    style: isIncomplete ? { fill: paper, stroke: ink, lineWidth: 1.5 } : { fill, stroke: paper, lineWidth: 1 },
  };
  const color = isIncomplete ? ink : paper;
  return {
    type: "group",
    children: isEstimated
      ? [box, { type: "group", clipPath: { type: "rect", shape }, children: stripes(shape, color) }]
      : [box],
  };
}

/** Lines from the lower left to the upper right. */
function stripes({ x, y, width, height }: Box, stroke: string) {
  const count = Math.min(400, Math.ceil((width + height) / STRIPE_PX));
  return Array.from({ length: count }, (_, at) => ({
    type: "line",
    silent: true,
    shape: { x1: x + at * STRIPE_PX - height, y1: y + height, x2: x + at * STRIPE_PX, y2: y },
    style: { stroke, lineWidth: 2 },
  }));
}
