/** Bills of Lakeside Power, the made-up utility of the parsers' guide, as PDFs, and a folder of utilities with its template. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pdfOf, textAt } from "../src/parsers/parsers.fixtures.ts";
import { sharedApp, type SharedApp } from "./app.ts";
import type { Ending } from "./database.ts";

const README = readFileSync(new URL("../src/parsers/README.md", import.meta.url), "utf8");

/** The fenced text of a kind, without its indent. */
function block(kind: string): string {
  const [, indent = "", text = ""] = new RegExp(`^( *)\`\`\`${kind}\\n([^]*?)\\n *\`\`\`$`, "m").exec(README) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

export const LAKESIDE_BILL = block("bill");

/** The template of the guide; a file may hold several bills, and a bill may print its due date. */
export const LAKESIDE_TEMPLATE = block("yaml")
  .replace("\nlocale:", "\nbill_start: ^Lakeside Power\n\nlocale:")
  .replace("\n  amount_due:", "\n  due_date: { label: Due, optional: true }\n  amount_due:");

/** A bill with some of its text replaced; each text must occur. */
export function lakesideBill(changes: Record<string, string> = {}): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replaceAll(from, to);
  }, LAKESIDE_BILL);
}

/** The bill of another month, of which 1 is January 2016, with the account number. */
export const lakesideMonth = (month: number, account = "4711-08"): string => {
  const { month: named, year } = Temporal.PlainYearMonth.from({ year: 2016, month: 1 }).add({ months: month - 1 });
  const day = (date: string) => `${String(named).padStart(2, "0")}/${date}/${year}`;
  return lakesideBill({
    "4711-08": account,
    "02/10/2026 through 03/11/2026, 30 days": `${day("01")} through ${day("28")}, 28 days`,
    "03/14/2026": day("28"),
    "02/28/2026": day("02"),
  });
};

/** A PDF with a page for each text, in letters of one width. */
export function pdfOfTexts(texts: readonly string[]): Buffer {
  const first = 4;
  const kids = texts.map((_, at) => `${first + at * 2} 0 R`).join(" ");
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    ...texts.flatMap((text, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + at * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      { dictionary: "<< /Length LENGTH >>", stream: Buffer.from(contentOf(text)) },
    ]),
  ]);
}

/** Each cell of a line, apart by two spaces or more, at its column. */
const contentOf = (text: string): string =>
  text
    .split("\n")
    .flatMap((line, row) =>
      [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: cell, index }) =>
        textAt(cell.replace(/[()\\]/g, String.raw`\$&`), 40 + index * 5.4, 740 - row * 14),
      ),
    )
    .join("");

/** A folder of utilities with Lakeside Power alone; `template` is its text. It is removed when the test ends. */
export function lakesideFolder(ending: Ending, template = LAKESIDE_TEMPLATE): { dir: string; template: string } {
  const dir = mkdtempSync(join(tmpdir(), "meterbook-lakeside-"));
  ending.after(async () => rmSync(dir, { recursive: true, force: true }));
  const own = join(dir, "lakeside-power");
  mkdirSync(join(own, "templates"), { recursive: true });
  writeFileSync(
    join(own, "utility.yaml"),
    "key: lakeside-power\nname: Lakeside Power\nenergy_types: [ELECTRIC]\ntime_zone: America/Chicago\n",
  );
  const file = join(own, "templates", "lakeside-power.yaml");
  writeFileSync(file, template);
  return { dir, template: file };
}

let shared: Promise<SharedApp> | undefined;

/** The one app of this process whose utilities are Lakeside Power alone: for files that may use `sharedApp`. */
export function sharedLakesideApp(): Promise<SharedApp> {
  shared ??= sharedApp({ METERBOOK_UTILITIES_DIR: lakesideFolder({ after }).dir });
  return shared;
}
