/** Draws a chart as SVG for a page or a document: without style and script, and with a name for screen readers. */
import { BarChart, LineChart, ScatterChart } from "echarts/charts";
import { GridComponent, LegendComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { Chart, Mark } from "../../records/table.ts";
import { escapeHtml } from "../html/html.ts";
import { chartOption } from "./chart-option.ts";
import type { Words } from "../words/words.ts";
import { categoryText, markName, marksIn } from "./marks.ts";
import type { Palette } from "./palette.ts";
import { withoutSpans } from "../../domain/text.ts";

use([BarChart, LineChart, ScatterChart, GridComponent, LegendComponent, SVGRenderer]);

/** How a chart is drawn. Texts have a size of 12 units, so a wider drawing has smaller texts when displayed at the same width. */
export interface Drawing {
  /** Unique in its document, of letters, digits and dashes. */
  id: string;
  palette: Palette;
  words: Words;
  font?: string;
  width?: number;
  height?: number;
}

export type Draw = typeof chartSvg;

export function chartSvg(
  chart: Chart,
  { id, palette, words, font = "inherit", width = 760, height = 300 }: Drawing,
): string {
  const drawing = init(null, null, { renderer: "svg", ssr: true, width, height });
  drawing.setOption(chartOption(chart, palette, { font, width, words }));
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  const names = `<title id="${id}-title">${escapeHtml(chart.title)}</title><desc id="${id}-desc">${escapeHtml(describe(chart, words))}</desc>`;
  return plain(svg, id).replace(
    /^<svg ([^>]*)>/,
    `<svg role="img" aria-labelledby="${id}-title" aria-describedby="${id}-desc" $1>${names}`,
  );
}

/** Removes parts for pointers and turns styles into attributes: our policy forbids style attributes. */
const plain = (svg: string, id: string): string =>
  withoutSpans(svg, "<style", "</style>")
    .replace(/ (?:ecmeta_\w+|class|pointer-events)="[^"]*"/g, "")
    .replace(/ style="([^"]*)"/g, (_, style: string) => attributesOf(style))
    .replace(/\bzr\d+-/g, `${id}-`)
    .trim();

const attributesOf = (style: string): string =>
  style
    .split(";")
    .filter((rule) => rule.includes(":"))
    .map((rule) => ` ${rule.slice(0, rule.indexOf(":")).trim()}="${rule.slice(rule.indexOf(":") + 1).trim()}"`)
    .join("");

/** A description of the drawing; its figures are in the table. */
export function describe(chart: Chart, words: Words): string {
  const { kind, unit, categories, series } = chart;
  const { say } = words;
  const [first, last] = [categories[0], categories.at(-1)];
  const what = say(`chart.kind.${kind}`, {
    names: words.list(series.map(({ name }) => name)),
    unit: words.unit(unit),
  });
  const span =
    first === undefined || last === undefined || kind === "scatter"
      ? ""
      : ` ${say("chart.span", { first: categoryText(first, words), last: categoryText(last, words) })}`;
  const holes = series.reduce((sum, { values }) => sum + values.filter((value) => value === null).length, 0);
  return [
    `${what}${span}.`,
    // The points of a scatter belong to one of its series each.
    ...(holes === 0 || kind === "scatter" ? [] : [say("chart.gaps", { count: holes })]),
    ...marksIn(chart).map((key) => say("chart.marked", { mark: markName(key, words), count: countMarks(chart, key) })),
    say("chart.table"),
  ].join(" ");
}

const countMarks = ({ series }: Chart, key: keyof Mark): number =>
  series.reduce((sum, { marks = [] }) => sum + marks.filter((mark) => mark[key]).length, 0);
