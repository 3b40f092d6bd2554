/** Draws a chart. This file and its library are loaded when the first chart comes into sight. */
import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from "echarts/charts";
import {
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
  VisualMapComponent,
} from "echarts/components";
import { init, use, type ECharts, type EChartsCoreOption } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";

use([
  BarChart,
  CustomChart,
  GridComponent,
  HeatmapChart,
  LegendComponent,
  LineChart,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  ScatterChart,
  SVGRenderer,
  TooltipComponent,
  VisualMapComponent,
]);

export interface DrawingProps {
  option: EChartsCoreOption;
  height: number;
  /** Stands for the picture. */
  label: string;
  /** Called with the row of the data that was clicked. */
  onPick?: ((index: number, series: string) => void) | undefined;
}

export function Drawing({ option, height, label, onPick }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    const { current: element } = frame;
    if (element === null) return undefined;
    const made = init(element, null, { renderer: "svg" });
    chart.current = made;
    made.on("click", ({ dataIndex, seriesName }) => pick.current?.(dataIndex, seriesName ?? ""));
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption({ animation: false, ...option }, { notMerge: true });
  }, [option]);

  return <div ref={frame} role="img" aria-label={label} style={{ height, width: "100%" }} />;
}
