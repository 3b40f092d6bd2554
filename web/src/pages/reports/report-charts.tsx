/** The charts of a report, as its page has them: drawn by the service, in the colours of this page. */
import { SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type CSSProperties } from "react";
import { usePalette, type Palette } from "../../charts/palette.ts";
import { reportChartsQuery, type ReportAsked, type ReportChart } from "../../data/reports.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failed } from "../../parts/page.tsx";

export function ReportCharts({ asked }: { asked: ReportAsked }) {
  const charts = useQuery(reportChartsQuery(asked));
  if (charts.isError) return <Failed error={charts.error} retry={() => void charts.refetch()} />;
  return <Charts charts={charts.data ?? []} />;
}

function Charts({ charts }: { charts: ReportChart[] }) {
  const palette = usePalette();
  const isNarrow = useIsNarrow();
  if (charts.length === 0) return null;
  // Three stand side by side; a row of two and one alone would leave a hole.
  const columns = charts.length === 3 ? 3 : Math.min(2, charts.length);
  return (
    <SimpleGrid cols={{ base: 1, sm: columns }} spacing="lg" style={variablesOf(palette)}>
      {charts.map((chart) => (
        <Drawn key={chart.title} chart={chart} isNarrow={isNarrow || columns === 3} />
      ))}
    </SimpleGrid>
  );
}

/** By these names the drawings ask for their colours. */
function variablesOf({ ink, quiet, edge, paper, series }: Palette): CSSProperties {
  const colours = series.map((colour, at) => [`--series-${at + 1}`, colour]);
  const named = { "--ink": ink, "--quiet": quiet, "--edge": edge, "--paper": paper, ...Object.fromEntries(colours) };
  // React's type has no names of our own.
  return named as CSSProperties;
}

/** The picture names and describes itself. Its narrow form keeps the texts large enough where it has little room. */
function Drawn({ chart: { title, wide, narrow }, isNarrow }: { chart: ReportChart; isNarrow: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = document.importNode(isNarrow ? narrow : wide, true);
    Object.assign(picture.style, { display: "block", width: "100%", maxWidth: "46rem", height: "auto" });
    picture.style.overflow = "visible";
    frame.current?.replaceChildren(picture);
  }, [wide, narrow, isNarrow]);
  return (
    <figure style={{ margin: 0, minWidth: 0 }}>
      <Text component="figcaption" fw={600} mb={4}>
        {title}
      </Text>
      <div ref={frame} />
    </figure>
  );
}
