/** Draws a chart. This file and its library are loaded when the first chart comes into sight. */
import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { GridComponent, MarkPointComponent, TooltipComponent } from "echarts/components";
import { init, use, type ECharts, type EChartsCoreOption } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { ChartPoints } from "./points.ts";
import "./drawing.css";

use([BarChart, CustomChart, GridComponent, LineChart, MarkPointComponent, ScatterChart, SVGRenderer, TooltipComponent]);

export interface DrawingProps {
  option: EChartsCoreOption;
  height: number;
  /** Stands for the picture. */
  label: string;
  /** Says what the keys do. */
  keys: string;
  /** What the arrow keys go through. */
  steps: ChartPoints;
  /** Called with the row of the data that was clicked, or chosen by Enter. */
  onPick?: ((index: number, series: string) => void) | undefined;
}

export function Drawing({ option, height, label, keys, steps, onPick }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const pick = useRef(onPick);
  pick.current = onPick;
  const [at, setAt] = useState(0);
  const { points, perRow } = steps;
  const point = points[Math.min(at, points.length - 1)];

  useEffect(() => {
    const { current: element } = frame;
    if (element === null) return undefined;
    const made = init(element, null, { renderer: "svg" });
    chart.current = made;
    made.on("click", ({ componentType, dataIndex, seriesName }) => {
      // The flag of a note has its number among the notes, which is no row of the data.
      if (componentType === "series") pick.current?.(dataIndex, seriesName ?? "");
    });
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(element);
    // The width of the paper is not known yet: the picture as drawn for the window is scaled to it.
    const scale = () =>
      element.querySelector("svg")?.setAttribute("viewBox", `0 0 ${made.getWidth()} ${made.getHeight()}`);
    const unscale = () => element.querySelector("svg")?.removeAttribute("viewBox");
    addEventListener("beforeprint", scale);
    addEventListener("afterprint", unscale);
    return () => {
      removeEventListener("beforeprint", scale);
      removeEventListener("afterprint", unscale);
      resized.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption({ animation: false, ...option }, { notMerge: true });
  }, [option]);

  const show = (next: number) => {
    const to = points[next];
    if (to === undefined) return;
    setAt(next);
    chart.current?.dispatchAction({ type: "showTip", seriesIndex: to.seriesIndex, dataIndex: to.dataIndex });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (rows !== undefined) {
      event.preventDefault();
      // Within a row of one the arrows up and down go on, too.
      show(at + rows * perRow);
    } else if (event.key === "Enter" && point !== undefined) pick.current?.(point.dataIndex, point.series);
  };
  return (
    <div className="drawing">
      <div ref={frame} role="img" aria-label={label} style={{ height, width: "100%" }} />
      {point === undefined ? null : (
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={Math.min(at, points.length - 1)}
          aria-label={keys}
          aria-valuetext={point.text}
          onFocus={() => show(at)}
          onBlur={() => chart.current?.dispatchAction({ type: "hideTip" })}
          onChange={(event) => show(Number(event.currentTarget.value))}
          onKeyDown={onKeyDown}
        />
      )}
    </div>
  );
}
