/** The pdfmake definition of a table: facts and charts first, then the rows with labels on each page, notes last. */
import type { Content, Definition } from "pdfmake";
import type { Chart } from "../../records/table.ts";
import { leftOutNote, UNKNOWN_NOTE } from "../cell-text.ts";
import { legendHeight } from "../charts/chart-option.ts";
import { chartSvg } from "../charts/chart-svg.ts";
import { factsOf } from "../facts.ts";
import { LIGHT } from "../charts/palette.ts";
import { layOutParts } from "../paper-parts.ts";
import { filledColumns, MARGIN, printableWidth, type Paper } from "../paper.ts";
import { pdfTables, type PdfSource } from "./pdf-tables.ts";

export const FONT = "Roboto";
const CHART_GAP = 16;
const CHART_WIDTH_MIN = 340;
const CHART_WIDTH_MAX = 560;
/** Scales the texts of charts to the size of the surrounding text. */
const CHART_SCALE = 0.72;
/** As a share of the width, without the legend; lower with several rows of charts, so that the first page has space for two. */
const CHART_HEIGHT = { oneRow: 0.36, moreRows: 0.31 };

export function pdfDefinition(source: PdfSource): Definition {
  const { head, tail, about } = source;
  const rows = [...source.rows, tail.totals];
  const filled = filledColumns(head.columns, rows);
  const leftOut = head.columns.filter((column) => !filled.includes(column));
  const { paper, size, parts } = layOutParts(filled, rows);
  return {
    pageSize: "LETTER",
    pageOrientation: paper,
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 12],
    defaultStyle: { font: FONT, fontSize: 9, color: LIGHT.ink },
    info: {
      title: head.title,
      creationDate: new Date(about.generated_at),
      creator: "Meterbook",
      producer: "Meterbook",
    },
    language: "en",
    displayTitle: true,
    footer: (page: number, pages: number): Content => ({
      columns: [head.title, { text: `${page} of ${pages}`, alignment: "right" }],
      margin: [MARGIN, 12, MARGIN, 0],
      fontSize: 8,
      color: LIGHT.quiet,
    }),
    content: [
      { text: head.title, fontSize: 18, bold: true, margin: [0, 0, 0, 8] },
      facts(source, printableWidth(paper)),
      ...charts(head.charts, paper),
      ...pdfTables(source, parts, size),
      { text: "Notes", fontSize: 12, bold: true, margin: [0, 14, 0, 4] },
      {
        ul: [
          ...tail.notes,
          UNKNOWN_NOTE,
          ...(leftOut.length === 0 ? [] : [leftOutNote(leftOut)]),
          ...(source.links.size === 0 ? [] : [LINK_NOTE]),
        ],
      },
      { text: "What the columns mean", fontSize: 12, bold: true, margin: [0, 14, 0, 4] },
      ...head.columns.map(({ label, meaning }): Content => ({
        text: [{ text: `${label}: `, bold: true }, meaning],
        margin: [0, 0, 0, 2],
      })),
    ],
  };
}

const LINK_NOTE = "The numbers of bills link to their files for 7 days after the report was made.";

const facts = ({ head, tail, about }: PdfSource, width: number): Content => ({
  layout: "noBorders",
  table: {
    widths: [70, Math.min(width, 700) - 90],
    body: factsOf(head, tail, about).map(([name, text]) => [{ text: name, color: LIGHT.quiet }, text]),
  },
});

/** As many charts per row as fit. */
function charts(all: readonly Chart[], paper: Paper): Content[] {
  const perRow = Math.max(1, Math.min(all.length, Math.floor(printableWidth(paper) / CHART_WIDTH_MIN)));
  const room = Math.min((printableWidth(paper) - (perRow - 1) * CHART_GAP) / perRow, CHART_WIDTH_MAX);
  const drawn = all.map((chart, place): Content => {
    const width = room / CHART_SCALE;
    const height =
      width * (all.length > perRow ? CHART_HEIGHT.moreRows : CHART_HEIGHT.oneRow) + legendHeight(chart, width);
    const svg = chartSvg(chart, { id: `chart-${place + 1}`, palette: LIGHT, font: FONT, width, height });
    return {
      width: room,
      stack: [
        { text: chart.title, bold: true, margin: [0, 10, 0, 4] },
        { svg, width: room },
      ],
    };
  });
  return drawn.flatMap((_, place) =>
    place % perRow === 0
      ? [{ unbreakable: true, columns: drawn.slice(place, place + perRow), columnGap: CHART_GAP }]
      : [],
  );
}
