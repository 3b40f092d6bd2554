/** Writes a table as a self-contained page: no script, no request, accessible, for screens in light and dark and for paper. */
import type { Chart, Opening, TableTail, Tile } from "../../records/table.ts";
import { drawingHtml, escapeHtml, html, type Html } from "./html.ts";
import { TABLE_FORMATS, type About, type FileParts } from "../about.ts";
import { billsOf } from "../bill-cells.ts";
import { changeText, leftOutNote, nameOf, tileParts } from "../cell-text.ts";
import type { Draw } from "../charts/chart-svg.ts";
import { factsOf, fileTitle } from "../facts.ts";
import { htmlRows } from "./html-rows.ts";
import { OF_PAGE } from "../charts/palette.ts";
import { styleOf } from "./page-look.ts";
import { pagePaper, type PagePaper } from "../page-paper.ts";
import type { ReadAhead } from "../read-ahead.ts";
import { wordsOf, type Words } from "../words/words.ts";

/** What the parts of a page share. */
interface Page {
  ahead: ReadAhead;
  about: About;
  words: Words;
  paper: PagePaper;
}

export async function* writeHtml(ahead: ReadAhead, about: About): FileParts {
  const { first, tail: known } = ahead;
  // What identifies a row is together at the left, where it stays in sight.
  const columns = ahead.head.columns.toSorted((a, b) => Number(b.isKey ?? false) - Number(a.isKey ?? false));
  const head = { ...ahead.head, columns };
  const words = wordsOf(about.language);
  const shown = { words, bills: await about.billsOf(billsOf(first, head.columns)) };
  const totals = known === null ? [] : [known.totals];
  const paper = pagePaper(head.columns, [...first, ...totals], known !== null, shown);
  const page = { ahead: { ...ahead, head }, about, words, paper };
  const rows = htmlRows(head, { first, about, words, leftOut: paper.leftOut });
  yield frameStart(page);
  yield (await beginning(page)).html;
  yield rows.start.html;
  for await (const part of ahead.parts) yield await rows.rowsOf(part);
  const tail = ahead.tailAtEnd();
  yield rows.end(tail);
  yield* printedParts(page, tail);
  yield ending(page, tail).html;
  yield "</main></body></html>\n";
}

/** The style sheet defines the print layout. */
function frameStart({ ahead: { head }, about, words, paper: { paper, parts, isShrunk } }: Page): string {
  const look = `report on-${paper}${parts.length > 0 ? " in-parts" : ""}${isShrunk ? " shrunk" : ""}`;
  const title = escapeHtml(fileTitle(head, about, words));
  return `<!doctype html><html lang="${about.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${styleOf(about).tag.html}</head><body class="${look}"><main>`;
}

/** Whose report it is, its answer, figures and charts, which are known before the rows. */
async function beginning({ ahead, about, words }: Page): Promise<Html> {
  // Loaded on demand: it takes sixty megabytes of memory.
  const { chartSvg } = await import("../charts/chart-svg.ts");
  const { head } = ahead;
  const opening = await ahead.opening();
  return html`${companyLine(about)}
    <h1>${about.subject === null ? null : html`<span class="subject">${about.subject.name}</span> `}${head.title}</h1>
    <p class="when">
      ${head.period === null ? words.say("period.none") : words.days(head.period)}
    </p>
    ${opening === null ? null : answerOf(opening, words)} ${otherFormats(about, words)}
    <div class="charts">${head.charts.map((chart, place) => figure(chartSvg, chart, { place, words }))}</div>`;
}

function companyLine({ company }: About): Html | null {
  if (company === null) return null;
  const { logo, name } = company;
  const picture =
    logo === null
      ? null
      : html`<img
          src="data:image/png;base64,${Buffer.from(logo.png).toString("base64")}"
          alt=""
          width="${logo.width}"
          height="${logo.height}"
        />`;
  return html`<p class="company">${picture}<span>${name}</span></p>`;
}

const answerOf = ({ answer, tiles }: Opening, words: Words): Html =>
  html`<p class="answer">${answer}</p>
    ${
      tiles.length === 0
        ? null
        : html`<dl class="tiles">
            ${tiles.map((tile) => tileHtml(tile, words))}
          </dl>`
    }`;

function tileHtml(tile: Tile, words: Words): Html {
  const change = changeText(tile, words);
  const [figure, unit] = tileParts(tile, words);
  return html`<div class="${tile.mark === null ? "tile" : `tile ${tile.mark}`}">
    <dt>${tile.label}</dt>
    <dd>
      <strong>${figure}${unit === null ? null : html` <span class="unit">${unit}</span>`}</strong>
      ${
        change === null
          ? null
          : html`<span class="change">${change}${tile.comparison === null ? null : html` <small>${tile.comparison}</small>`}</span>`
      }
      ${tile.mark === null ? null : html`<small class="mark">${words.say(`mark.${tile.mark}`)}</small>`}
    </dd>
  </div>`;
}

/** Drawn twice, so that its texts are large enough on a phone too; only one of them is displayed. */
const figure = (draw: Draw, chart: Chart, { place, words }: { place: number; words: Words }): Html =>
  html`<figure class="chart">
    <figcaption>${chart.title}</figcaption>
    <div class="roomy">
      ${drawingHtml(draw(chart, { id: `chart-${place + 1}`, palette: OF_PAGE, words, width: 620, height: 290 }))}
    </div>
    <div class="narrow">
      ${drawingHtml(draw(chart, { id: `chart-${place + 1}-narrow`, palette: OF_PAGE, words, width: 340, height: 280 }))}
    </div>
  </figure>`;

/** Only where the holder of the page can open them. */
function otherFormats({ addressOf }: About, words: Words): Html | null {
  if (addressOf === null) return null;
  const others = TABLE_FORMATS.filter((format) => format !== "html" && format !== "json");
  const [before = "", after = ""] = words.say("formats", { formats: FORMATS_HERE }).split(FORMATS_HERE);
  return html`<p class="formats">
    ${before}${others.map(
      (format, place) =>
        html`${place === 0 ? null : place === others.length - 1 ? ` ${words.say("or")} ` : ", "}<a
            href="${addressOf(format)}"
            >${format === "xlsx" ? "Excel" : format.toUpperCase()}</a
          >`,
    )}${after}
  </p>`;
}

const FORMATS_HERE = "{formats}";

/** The table again, in printable parts when it is too wide for a sheet; hidden on screens. */
async function* printedParts(
  { ahead: { head, first }, about, words, paper }: Page,
  tail: TableTail,
): AsyncGenerator<string> {
  for (const [place, columns] of paper.parts.entries()) {
    const heading = words.say("part", { part: place + 1, parts: paper.parts.length });
    const title = words.say("title.part", { title: head.title, part: heading });
    const rows = htmlRows({ title, columns }, { first, about, words, heading });
    yield `<div class="on-paper">${rows.start.html}`;
    yield await rows.rowsOf(first);
    yield `${rows.end(tail)}</div>`;
  }
}

/** Notes, the facts and the method, and the meanings of the columns. */
function ending({ ahead: { head }, about, words, paper: { leftOut } }: Page, tail: TableTail): Html {
  const { say } = words;
  const hasBills = about.dashboard !== null && head.columns.some(({ type }) => type === "bills");
  const all = [...tail.notes, say("unknown.note"), ...(hasBills ? [say("links.note")] : [])];
  return html`<h2>${say("heading.notes")}</h2>
    <ul class="notes">
      ${all.map((note) => html`<li>${note}</li>`)}
      ${leftOut.length === 0 ? null : html`<li class="on-paper">${leftOutNote(leftOut, words)}</li>`}
    </ul>
    <h2>${say("heading.method")}</h2>
    <dl class="facts">
      ${factsOf(head, tail, about, words).map(
        ([name, text]) =>
          html`<div class="${text.length > SHORT_FACT_MAX ? "long" : "short"}">
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
    <h2>${say("heading.columns")}</h2>
    <dl class="meanings">
      ${head.columns.map(
        (column) =>
          html`<dt>${nameOf(column)}</dt>
            <dd>${column.meaning}</dd>`,
      )}
    </dl>`;
}

/** A fact with more letters takes the full width. */
const SHORT_FACT_MAX = 60;
