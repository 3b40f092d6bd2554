/** Writes a table as a self-contained page: no script, no request, accessible, for screens in light and dark and for paper. */
import { readFileSync } from "node:fs";
import type { Chart, TableHead, TableTail } from "../../records/table.ts";
import { createPageStyle, drawingHtml, escapeHtml, html, pageHeaders, type Html } from "./html.ts";
import { TABLE_FORMATS, type About, type FileParts } from "../about.ts";
import { leftOutNote, UNKNOWN_NOTE } from "../cell-text.ts";
import type { Draw } from "../charts/chart-svg.ts";
import { countText, factsOf } from "../facts.ts";
import { htmlRows } from "./html-rows.ts";
import { DARK, LIGHT, OF_PAGE, type Palette } from "../charts/palette.ts";
import { pagePaper, type PagePaper } from "../page-paper.ts";
import type { ReadAhead } from "../read-ahead.ts";

const variables = ({ series }: Palette): string =>
  `:root{${series.map((colour, place) => `--series-${place + 1}:${colour}`).join(";")}}`;

const STYLE = createPageStyle(
  [
    variables(LIGHT),
    `@media (prefers-color-scheme: dark){${variables(DARK)}}`,
    readFileSync(new URL("report.css", import.meta.url), "utf8"),
    // Paper always uses the light colors.
    `@media print{${variables(LIGHT)}}`,
  ].join("\n"),
);

/** The headers of an answer with such a page. */
export const REPORT_PAGE_HEADERS = { ...pageHeaders(null, STYLE), "cache-control": "private, no-store" };

export async function* writeHtml(ahead: ReadAhead, about: About): FileParts {
  const { head, first, tail: known } = ahead;
  const { linksOfBills } = about;
  const paper = pagePaper(head.columns, [...first, ...(known === null ? [] : [known.totals])], known !== null);
  const rows = htmlRows(head, { first, linksOfBills, leftOut: paper.leftOut });
  yield frameStart(head, paper);
  yield (await opening(ahead, about)).html;
  yield rows.start.html;
  for await (const part of ahead.parts) yield await rows.rowsOf(part);
  const tail = ahead.tailAtEnd();
  yield rows.end(tail);
  yield* printedParts(ahead, tail, { paper, linksOfBills });
  yield closing(ahead, tail, paper).html;
  yield "</main></body></html>\n";
}

/** The style sheet defines the print layout. */
function frameStart(head: TableHead, { paper, parts, isShrunk }: PagePaper): string {
  const look = `report on-${paper}${parts.length > 0 ? " in-parts" : ""}${isShrunk ? " shrunk" : ""}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(head.title)}</title>${STYLE.tag.html}</head><body class="${look}"><main>`;
}

/** A fact with more letters takes the full width. */
const SHORT_FACT_MAX = 60;

/** Title, facts and charts, which are known before the rows. */
async function opening({ head, tail }: ReadAhead, about: About): Promise<Html> {
  // Loaded on demand: it takes sixty megabytes of memory.
  const { chartSvg } = await import("../charts/chart-svg.ts");
  return html`<h1>${head.title}</h1>
    <dl class="facts">
      ${factsOf(head, tail, about).map(
        ([name, text]) =>
          html`<div class="${text.length > SHORT_FACT_MAX ? "long" : "short"}">
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
    ${otherFormats(about)}
    <div class="charts">${head.charts.map((chart, place) => figure(chartSvg, chart, place))}</div>`;
}

/** Drawn twice, so that its texts are large enough on a phone too; only one of them is displayed. */
const figure = (draw: Draw, chart: Chart, place: number): Html =>
  html`<figure class="chart">
    <figcaption>${chart.title}</figcaption>
    <div class="roomy">
      ${drawingHtml(draw(chart, { id: `chart-${place + 1}`, palette: OF_PAGE, width: 620, height: 290 }))}
    </div>
    <div class="narrow">
      ${drawingHtml(draw(chart, { id: `chart-${place + 1}-narrow`, palette: OF_PAGE, width: 340, height: 280 }))}
    </div>
  </figure>`;

function otherFormats({ addressOf }: About): Html | null {
  if (addressOf === null) return null;
  const others = TABLE_FORMATS.filter((format) => format !== "html");
  return html`<p class="formats">
    The same report as
    ${others.map(
      (format, place) =>
        html`${place === 0 ? null : place === others.length - 1 ? " or " : ", "}<a href="${addressOf(format)}"
            >${format.toUpperCase()}</a
          >`,
    )}
    (with a token of the API).
  </p>`;
}

/** The table again, in printable parts when it is too wide for a sheet; hidden on screens. */
async function* printedParts(
  { head, first }: ReadAhead,
  tail: TableTail,
  { paper, linksOfBills }: { paper: PagePaper; linksOfBills: About["linksOfBills"] },
): AsyncGenerator<string> {
  for (const [place, columns] of paper.parts.entries()) {
    const heading = `Part ${place + 1} of ${paper.parts.length}`;
    const rows = htmlRows({ title: `${head.title}, ${heading}`, columns }, { first, linksOfBills, heading });
    yield `<div class="on-paper">${rows.start.html}`;
    yield await rows.rowsOf(first);
    yield `${rows.end(tail)}</div>`;
  }
}

/** Notes, the counts that were not known above, and the meanings of the columns. */
function closing(
  { head, tail: known }: ReadAhead,
  { notes, estimated, missing }: TableTail,
  { leftOut }: PagePaper,
): Html {
  const counts =
    known === null
      ? [
          ...countNote("Estimated", countText("estimated", head, estimated)),
          ...countNote("Missing", countText("missing", head, missing)),
        ]
      : [];
  const hasBills = head.columns.some(({ type }) => type === "bills");
  const all = [...counts, ...notes, UNKNOWN_NOTE, ...(hasBills ? [LINK_NOTE] : [])];
  return html`<h2>Notes</h2>
    <ul class="notes">
      ${all.map((note) => html`<li>${note}</li>`)}
      ${leftOut.length === 0 ? null : html`<li class="on-paper">${leftOutNote(leftOut)}</li>`}
    </ul>
    <h2>What the columns mean</h2>
    <dl class="meanings">
      ${head.columns.map(
        ({ label, meaning }) =>
          html`<dt>${label}</dt>
            <dd>${meaning}</dd>`,
      )}
    </dl>`;
}

const countNote = (name: string, count: string | null): string[] => (count === null ? [] : [`${name}: ${count}`]);

const LINK_NOTE = "Links to the files of bills work for 7 days after the report was made.";
