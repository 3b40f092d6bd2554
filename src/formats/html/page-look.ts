/** The look of a page with a table: the common style, the colour of the company, and its name on each printed sheet. */
import { readFileSync } from "node:fs";
import { BLACK, readableOn, textColourOn, WHITE } from "../../domain/contrast.ts";
import { createPageStyle, pageHeaders, type PageStyle } from "./html.ts";
import type { About } from "../about.ts";
import { DARK, LIGHT, type Palette } from "../charts/palette.ts";
import { wordsOf } from "../words/words.ts";

const variables = ({ series }: Palette): string =>
  `:root{${series.map((colour, place) => `--series-${place + 1}:${colour}`).join(";")}}`;

const COMMON = [
  variables(LIGHT),
  `@media (prefers-color-scheme: dark){${variables(DARK)}}`,
  readFileSync(new URL("report.css", import.meta.url), "utf8"),
  // Paper always uses the light colors.
  `@media print{${variables(LIGHT)}}`,
].join("\n");

/** What tables and links stand on, as in `colors.css`. */
const LIGHT_PAPERS = [WHITE, "#f2f5f8", "#eef4fb"];
const DARK_PAPERS = ["#161e26", "#0d1319", "#1b2733"];

export const styleOf = (about: Pick<About, "company" | "subject" | "language">): PageStyle =>
  createPageStyle(`${COMMON}\n${colourRules(about.company?.colour ?? null)}${sheetRules(about)}`);

/** The headers of an answer with such a page. */
export const reportPageHeaders = (about: Pick<About, "company" | "subject" | "language">) => ({
  ...pageHeaders(null, styleOf(about), { pictures: about.company?.logo == null ? false : "embedded" }),
  "cache-control": "private, no-store",
});

/** The colour itself on the edge, and shades of it that are read where it is text. */
function colourRules(colour: string | null): string {
  if (colour === null) return "";
  const rule = (shade: string) => `:root{--act:${shade};--act-ink:${textColourOn(shade)};--brand:${colour}}`;
  const light = rule(readableOn(colour, LIGHT_PAPERS, BLACK));
  return `${light}@media screen and (prefers-color-scheme:dark){${rule(readableOn(colour, DARK_PAPERS, WHITE))}}@media print{${light}}`;
}

/** Above and below each printed sheet: what the report is about, whose it is, and the number of the sheet. */
function sheetRules({ company, subject, language }: Pick<About, "company" | "subject" | "language">): string {
  const pages = wordsOf(language).say("page", { page: PAGE, pages: PAGES });
  const numbers = pages
    .split(/(\{pages?\})/)
    .map((part) => (part === PAGE ? "counter(page)" : part === PAGES ? "counter(pages)" : quoted(part)))
    .join(" ");
  const font = "font:8pt system-ui,sans-serif;color:#4b5a69";
  const box = (place: string, content: string) => `@${place}{content:${content};${font}}`;
  return `@page{${box("top-left", quoted(subject?.name ?? ""))}${box("top-right", quoted(company?.name ?? ""))}${box("bottom-right", numbers)}}`;
}

/** As `sheetRules` finds them. */
const PAGE = "{page}";
const PAGES = "{pages}";

/** A text as a string of a style sheet, on one line, which cannot end its own element. */
const quoted = (text: string): string =>
  `"${text
    .replace(/\s+/g, " ")
    .replace(/["\\<\p{Cc}]/gu, (letter) => `\\${letter.codePointAt(0)?.toString(16).padStart(6, "0") ?? ""}`)}"`;
