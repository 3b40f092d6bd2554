/** A chart on paper: its answer in a sentence, the picture, the same as a table, and both as files. */
import { ActionIcon, Menu } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { EChartsCoreOption } from "echarts/core";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { Icon } from "../parts/icons.tsx";
import { Loading } from "../parts/page.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Section } from "../parts/section.tsx";
import { useCommon } from "../words/common.ts";
import { Legend, type LegendKey } from "./legend.tsx";
import type { ChartData } from "./chart-data.ts";
import { usePalette } from "./palette.ts";
import { pointsOf, type ChartPoints } from "./points.ts";

const Drawing = lazy(async () => ({ default: (await import("./drawing.tsx")).Drawing }));

const ChartTable = lazy(async () => ({ default: (await import("./chart-table.tsx")).ChartTable }));

interface ChartProps {
  title: string;
  /** What the chart says. It also stands for the picture. */
  sentence: string;
  data: ChartData;
  option: EChartsCoreOption;
  height?: number;
  /** Choices of this chart, at its right. */
  beside?: ReactNode;
  onPick?: (index: number, series: string) => void;
  /** What the arrow keys go through; by default the rows of the table. */
  steps?: ChartPoints;
  legend?: LegendKey[];
  /** Below the picture. */
  children?: ReactNode;
}

export function ChartSection({
  title,
  sentence,
  data,
  option,
  height = 320,
  beside,
  onPick,
  steps = pointsOf(data, onPick !== undefined),
  legend = [],
  children,
}: ChartProps) {
  const say = useCommon();
  const palette = usePalette();
  const [asTable, setAsTable] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const save = useMutation({
    mutationFn: async (kind: "csv" | "xlsx" | "png"): Promise<void> => {
      const downloads = await import("./downloads.ts");
      if (kind === "csv") return downloads.saveCsv(title, data);
      if (kind === "xlsx") return downloads.saveXlsx(title, data);
      const svg = frame.current?.querySelector("svg");
      if (svg) await downloads.savePng(title, svg, palette.paper);
    },
  });
  const toggle = say(asTable ? "act.showChart" : "act.showTable");
  return (
    <Section
      title={title}
      sentence={sentence}
      beside={
        <div style={{ display: "flex", gap: 4, alignItems: "center", flexShrink: 0 }}>
          {beside}
          <ActionIcon
            variant="subtle"
            color="gray"
            title={toggle}
            aria-label={`${toggle}: ${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name={asTable ? "chart" : "table"} />
          </ActionIcon>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={say("chart.menu", { title })}>
                <Icon name="down" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => save.mutate("csv")}>{say("chart.csv")}</Menu.Item>
              <Menu.Item onClick={() => save.mutate("xlsx")}>{say("chart.xlsx")}</Menu.Item>
              <Menu.Item disabled={asTable} onClick={() => save.mutate("png")}>
                {say("chart.png")}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      }
    >
      {save.isError ? <Refusal error={new Error(say("chart.notSaved"))} /> : null}
      {asTable ? (
        <Suspense fallback={<Loading height={height} />}>
          <ChartTable data={data} caption={title} />
        </Suspense>
      ) : (
        <div ref={frame}>
          <Suspense fallback={<Loading height={height} />}>
            <Drawing
              option={option}
              height={height}
              label={`${title}. ${sentence}`}
              keys={say(onPick === undefined ? "chart.keys" : "chart.keysPick", { title })}
              steps={steps}
              onPick={onPick}
            />
          </Suspense>
          {legend.length > 1 ? <Legend keys={legend} /> : null}
        </div>
      )}
      {children}
    </Section>
  );
}
