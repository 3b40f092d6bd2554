/** The pdfmake definition of a table: its answer, figures and charts first, then the rows with labels on each page, notes last. */
import type { Content, Definition, Text } from "pdfmake";
import { readableOn, BLACK, WHITE } from "../../domain/contrast.ts";
import type { Chart, Tile } from "../../records/table.ts";
import { changeText, leftOutNote, nameOf, tileText } from "../cell-text.ts";
import { footHeight } from "../charts/chart-option.ts";
import { chartSvg } from "../charts/chart-svg.ts";
import { factsOf, fileTitle } from "../facts.ts";
import { LIGHT } from "../charts/palette.ts";
import { layOutParts } from "../paper-parts.ts";
import { filledColumns, MARGIN, printableWidth, type Paper } from "../paper.ts";
import { wordsOf, type Words } from "../words/words.ts";
import { pdfTables, type PdfSource } from "./pdf-tables.ts";

export const FONT = "Roboto";
const CHART_GAP = 16;
/** In points: three beside each other on a sheet in landscape, two in portrait. */
const CHART_WIDTH_MIN = 220;
/** Scales the texts of charts to the size of the surrounding text. */
const CHART_SCALE = 0.72;
/** The height without the legend as a share of the width, and at most in points, so that charts never fill a page. */
const CHART_SHARE = 0.55;
const CHART_HEIGHT_MAX = { oneRow: 150, moreRows: 112 };
/** The line at the top of each page with the subject and the company. */
const HEADER = 16;

export function pdfDefinition(source: PdfSource): Definition {
  const { head, tail, about, opening, bills } = source;
  const words = wordsOf(about.language);
  const rows = [...source.rows, tail.totals];
  const filled = filledColumns(head.columns, rows);
  const leftOut = head.columns.filter((column) => !filled.includes(column));
  const { paper, size, parts } = layOutParts(filled, rows, { shown: { words, bills } });
  const title = fileTitle(head, about, words);
  const { subject, company } = about;
  const hasLinks = [...bills.values()].some(({ file }) => file !== null);
  const notes = [
    ...tail.notes,
    words.say("unknown.note"),
    ...(leftOut.length === 0 ? [] : [leftOutNote(leftOut, words)]),
    ...(hasLinks ? [words.say("links.note")] : []),
  ];
  const small = { fontSize: 8, color: LIGHT.quiet };
  return {
    pageSize: "LETTER",
    pageOrientation: paper,
    pageMargins: [MARGIN, MARGIN + HEADER, MARGIN, MARGIN + 12],
    defaultStyle: { font: FONT, fontSize: 9, color: LIGHT.ink },
    info: {
      title,
      creationDate: new Date(about.generated_at),
      creator: "Meterbook",
      producer: "Meterbook",
    },
    language: about.language,
    displayTitle: true,
    header: (): Content => ({
      columns: [subject?.name ?? head.title, { text: company?.name ?? "", alignment: "right" }],
      margin: [MARGIN, 20, MARGIN, 0],
      ...small,
    }),
    footer: (page: number, pages: number): Content => ({
      columns: [title, { text: words.say("page", { page, pages }), alignment: "right", width: 80 }],
      margin: [MARGIN, 12, MARGIN, 0],
      ...small,
    }),
    content: [
      ...heading(source, paper, words),
      ...(opening === null
        ? []
        : [
            { text: opening.answer, fontSize: 12, margin: [0, 0, 0, 8] } satisfies Content,
            ...tiles(opening.tiles, paper, words),
          ]),
      ...charts(head.charts, paper, words),
      ...pdfTables(source, parts, { size, words }),
      ...section(
        words.say("heading.notes"),
        notes.map((note): Content => ({ ul: [note] })),
      ),
      ...section(words.say("heading.method"), [facts(source, printableWidth(paper), words)]),
      ...section(
        words.say("heading.columns"),
        head.columns.map((column): Content => ({
          text: [{ text: `${nameOf(column)}: `, bold: true }, column.meaning],
          margin: [0, 0, 0, 2],
        })),
      ),
    ],
  };
}

/** A heading never stands alone at the end of a page: it is kept with the first of what follows. */
function section(title: string, [first, ...others]: readonly Content[]): Content[] {
  const line: Content = { text: title, fontSize: 12, bold: true, margin: [0, 14, 0, 4] };
  return first === undefined ? [line] : [{ stack: [line, first], unbreakable: true }, ...others];
}

/** In points. */
const LOGO = { width: 130, height: 40 };

/** The logo of the company, what the report is about, its title and its period, over a line in the colour of the company. */
function heading({ head, about }: PdfSource, paper: Paper, words: Words): Content[] {
  const { company, subject } = about;
  const colour = company?.colour ?? LIGHT.series[0] ?? LIGHT.ink;
  const period = head.period === null ? words.say("period.none") : words.days(head.period);
  const texts: Content = {
    stack: [
      ...(subject === null
        ? []
        : [{ text: subject.name, fontSize: 18, bold: true, color: readableOn(colour, [WHITE], BLACK) } satisfies Text]),
      { text: head.title, fontSize: subject === null ? 18 : 13, margin: [0, 0, 0, 2] },
      { text: period, color: LIGHT.quiet },
    ],
  };
  const logo: Content[] =
    company?.logo == null
      ? []
      : [
          {
            image: `data:image/png;base64,${Buffer.from(company.logo.png).toString("base64")}`,
            fit: [LOGO.width, LOGO.height],
            width: LOGO.width,
            alignment: "right",
          },
        ];
  const width = printableWidth(paper);
  return [
    { columns: [texts, ...logo], columnGap: CHART_GAP },
    {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="12"><rect x="0" y="4" width="${width}" height="2" fill="${colour}"/></svg>`,
      width,
    },
  ];
}

const TILES_A_ROW = { portrait: 4, landscape: 6 } as const;

/** In rows of equal cells; the last row is filled with empty ones. */
function tiles(all: readonly Tile[], paper: Paper, words: Words): Content[] {
  if (all.length === 0) return [];
  const perRow = Math.min(all.length, TILES_A_ROW[paper]);
  const cells = all.map((tile): Text => tileCell(tile, words));
  const rows: Text[][] = [];
  for (let from = 0; from < cells.length; from += perRow) {
    const row = cells.slice(from, from + perRow);
    rows.push([...row, ...Array.from({ length: perRow - row.length }, () => "")]);
  }
  const room = printableWidth(paper) / perRow - 2 * TILE_PADDING;
  return [
    {
      margin: [0, 0, 0, 6],
      table: { widths: Array.from({ length: perRow }, () => room), body: rows, dontBreakRows: true },
      layout: TILE_LAYOUT,
    },
  ];
}

const TILE_PADDING = 7;
const TILE_LAYOUT = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => LIGHT.edge,
  vLineColor: () => LIGHT.edge,
  fillColor: () => "#f5f8fc",
  paddingLeft: () => TILE_PADDING,
  paddingRight: () => TILE_PADDING,
  paddingTop: () => 5,
  paddingBottom: () => 5,
};

function tileCell(tile: Tile, words: Words): Text {
  const change = changeText(tile, words);
  const comparison = tile.comparison === null ? "" : ` ${tile.comparison}`;
  return {
    text: [
      { text: `${tile.label}\n`, fontSize: 8, color: LIGHT.quiet },
      { text: tileText(tile, words), fontSize: 13, bold: true },
      ...(change === null ? [] : [{ text: `\n${change}${comparison}`, fontSize: 8 }]),
      ...(tile.mark === null ? [] : [{ text: `\n${words.say(`mark.${tile.mark}`)}`, fontSize: 8, color: LIGHT.quiet }]),
    ],
  };
}

const facts = ({ head, tail, about }: PdfSource, width: number, words: Words): Content => ({
  layout: "noBorders",
  table: {
    widths: [90, Math.min(width, 700) - 110],
    body: factsOf(head, tail, about, words).map(([name, text]) => [{ text: name, color: LIGHT.quiet }, text]),
  },
});

/** In even rows: as few as fit, each with as many charts as the others where their number allows. */
function charts(all: readonly Chart[], paper: Paper, words: Words): Content[] {
  const most = Math.max(1, Math.floor((printableWidth(paper) + CHART_GAP) / (CHART_WIDTH_MIN + CHART_GAP)));
  const isOneRow = all.length <= most;
  const perRow = Math.ceil(all.length / Math.max(1, Math.ceil(all.length / most)));
  const rows: Content[] = [];
  for (let from = 0; from < all.length; from += perRow) {
    const row = all.slice(from, from + perRow);
    const room = (printableWidth(paper) - (row.length - 1) * CHART_GAP) / row.length;
    const drawn = row.map((chart, place) => drawnChart(chart, { place: from + place, room, isOneRow, words }));
    rows.push({ unbreakable: true, columns: drawn, columnGap: CHART_GAP });
  }
  return rows;
}

function drawnChart(
  chart: Chart,
  { place, room, isOneRow, words }: { place: number; room: number; isOneRow: boolean; words: Words },
): Content {
  const width = room / CHART_SCALE;
  const most = isOneRow ? CHART_HEIGHT_MAX.oneRow : CHART_HEIGHT_MAX.moreRows;
  const height = Math.min(room * CHART_SHARE, most) / CHART_SCALE + footHeight(chart, width, words);
  const svg = chartSvg(chart, { id: `chart-${place + 1}`, palette: LIGHT, words, font: FONT, width, height });
  return {
    width: room,
    stack: [
      { text: chart.title, bold: true, margin: [0, 10, 0, 4] },
      { svg, width: room },
    ],
  };
}
