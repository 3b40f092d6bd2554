import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Chart } from "../../records/table.ts";
import { ENGLISH } from "../cell-text.ts";
import { chartOption } from "./chart-option.ts";
import { chartSvg, describe as inWords } from "./chart-svg.ts";
import { DARK, LIGHT, OF_PAGE } from "./palette.ts";

const chart: Chart = {
  title: "Use by <month>",
  kind: "line",
  unit: "kWh",
  categories: ["2023-01", "2023-02", "2023-03", "2023-04"],
  series: [{ name: `Meter "1" & <2>`, values: [10, 20, null, 30] }],
};
const svgOf = (over: Partial<Chart> = {}, palette = OF_PAGE) =>
  chartSvg({ ...chart, ...over }, { id: "chart-1", palette, words: ENGLISH });

/** Paths of a line: each M begins one. */
const strokes = (svg: string) =>
  [...svg.matchAll(/<path d="([^"]*)"[^>]*stroke-width="2"/g)].map(([, path]) => path ?? "");

describe("a chart", () => {
  test("leaves a gap for an unknown figure, and draws no zero there", () => {
    const [line = ""] = strokes(svgOf());
    const whole = strokes(svgOf({ series: [{ name: "A", values: [10, 20, 0, 30] }] }))[0] ?? "";
    assert.equal(whole.match(/[ML]/g)?.join(""), "MLLL");
    // The two before the gap are joined; the last is alone, as a marker.
    assert.equal(line.match(/[ML]/g)?.join("").slice(0, 2), "ML");
    assert.equal(line.match(/L/g)?.length, 1);
    assert.equal((svgOf().match(/<path d="[^"]*" transform="matrix/g) ?? []).length, 3);
  });

  test("has a name and a description for screen readers, and marks every text as text", () => {
    const svg = svgOf();
    assert.match(svg, /^<svg role="img" aria-labelledby="chart-1-title" aria-describedby="chart-1-desc"/);
    assert.match(svg, /<title id="chart-1-title">Use by &lt;month&gt;<\/title>/);
    assert.match(
      svg,
      /<desc id="chart-1-desc">Lines of Meter &quot;1&quot; &amp; &lt;2&gt; in kWh from Jan 2023 to Apr 2023\./,
    );
    assert.equal(inWords(chart, ENGLISH).includes("1 figure is unknown and not drawn."), true);
  });

  test("needs no style, no script and no request", () => {
    for (const kind of ["line", "column", "stacked"] as const) {
      const svg = svgOf({ kind });
      assert.doesNotMatch(svg, /<style|style=|class=|<script|href=|ecmeta|onload/);
      assert.doesNotMatch(svg, /url\((?!#chart-1-)/);
    }
  });

  test("is the same text each time", () => {
    const stacked = { kind: "stacked" as const, series: [...chart.series, { name: "B", values: [1, 2, 3, 4] }] };
    assert.equal(svgOf(stacked), svgOf(stacked));
  });

  test("distinguishes its lines by dashes and markers besides colors", () => {
    const series = [1, 2, 3, 4, 5, 6].map((number) => ({ name: `${number}`, values: [number] }));
    const drawn = [
      chartOption({ ...chart, series }, LIGHT, { font: "x", width: 600, words: ENGLISH }).series ?? [],
    ].flat();
    const looks = drawn.map((each) => JSON.stringify(each.type === "line" && [each.lineStyle?.type, each.symbol]));
    assert.equal(new Set(looks).size, 6);
  });

  const STRAIGHT = { isEstimated: false, isIncomplete: false };
  const marked: Partial<Chart> = {
    kind: "stacked",
    categories: ["2023-01", "2023-02", "2023-03"],
    series: [
      { name: "GAS", values: [10, 20, 30], marks: [STRAIGHT, { ...STRAIGHT, isEstimated: true }, STRAIGHT] },
      { name: "WATER", values: [1, 2, 3], marks: [STRAIGHT, STRAIGHT, { ...STRAIGHT, isIncomplete: true }] },
    ],
  };
  const [gas = "", water = ""] = LIGHT.series;
  /** Areas with a fill, each as [fill, stroke]. */
  const areas = (svg: string) =>
    [...svg.matchAll(/<path [^>]*>/g)].map(([path]) => ["fill", "stroke"].map((key) => attribute(path, key)));
  const attribute = (path: string, key: string) => new RegExp(` ${key}="([^"]*)"`).exec(path)?.[1];

  test("shows the type by color, draws stripes only over estimated columns, and leaves those of incomplete months empty", () => {
    const drawn = areas(svgOf(marked, LIGHT));
    const count = (...wanted: (string | undefined)[]) =>
      drawn.filter((each) => JSON.stringify(each) === JSON.stringify(wanted)).length;
    // Two of three months and the legend entry are plain; the area under the stripes has the color too.
    assert.equal(count(gas, LIGHT.paper), 4);
    assert.equal(count(water, LIGHT.paper), 3);
    assert.equal(count(LIGHT.paper, water), 1);
    assert.equal(count(LIGHT.paper, gas), 0);
    const hatched = (svg: string) => svg.match(/fill="url\(#chart-1-/g)?.length ?? 0;
    // The one month, and its entry in the legend.
    assert.equal(hatched(svgOf(marked)), 2);
    assert.equal(hatched(svgOf({ ...marked, series: [{ name: "GAS", values: [1, 2, 3] }] })), 0);
  });

  test("says in its legend and in its description what the marks mean, when there are any", () => {
    const svg = svgOf(marked);
    for (const name of ["GAS", "WATER", "Estimated", "Month not complete"])
      assert.match(svg, new RegExp(`>${name}</text>`));
    assert.match(svg, /Estimated: 1 figure\. Month not complete: 1 figure\. The figures are in the table/);
    assert.doesNotMatch(svgOf(), /Estimated|not complete/);
    const line = svgOf({ ...marked, kind: "line" });
    assert.match(line, />Estimated<\/text>/);
    // One cross for the figure and one for the legend, of twelve corners.
    assert.equal(line.match(/d="M[^L"]*(?:L[^L"]*){11}Z"/g)?.length, 2);
  });

  test("shades a band between two edges, and names it in the legend", () => {
    const band = { name: "Uncertainty", low: [5, 15, null, 20], high: [15, 25, null, 40] };
    const svg = svgOf({ band });
    assert.match(svg, />Uncertainty<\/text>/);
    assert.match(svg, /fill-opacity="0\.22"/);
    assert.doesNotMatch(svgOf(), /fill-opacity="0\.22"/);
  });

  test("of points has an axis of numbers, and a line without points for what was fitted", () => {
    const svg = svgOf({
      kind: "scatter",
      categories: ["a", "b", "", ""],
      across: { unit: "Temperature", values: [40, 60, 35, 65] },
      series: [
        { name: "Bills", values: [10, 5, null, null] },
        { name: "Model", isFitted: true, values: [null, null, 11, 4] },
      ],
    });
    assert.match(svg, />Temperature<\/text>/);
    assert.equal(strokes(svg).length, 2, "the line, and its entry in the legend");
  });

  test("without data is drawn too", () => {
    assert.match(svgOf({ categories: [], series: [] }), /^<svg/);
  });
});

describe("the colors of charts", () => {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (a: string, b: string): number => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  for (const [name, palette] of Object.entries({ LIGHT, DARK })) {
    test(`differ from their neighbors in lightness, for print in black and white (${name})`, () => {
      for (const [place, colour] of palette.series.entries())
        assert.ok(contrast(colour, palette.series[(place + 1) % palette.series.length] ?? "") >= 1.5, colour);
    });
    test(`contrast with their background: 3:1 drawn, 4.5:1 written (${name})`, () => {
      for (const colour of palette.series) assert.ok(contrast(colour, palette.paper) >= 3, colour);
      for (const colour of [palette.ink, palette.quiet]) assert.ok(contrast(colour, palette.paper) >= 4.5, colour);
    });
  }
});
