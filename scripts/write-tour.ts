/**
 * Follows docs/tour.md on the data of `npm run demo`, word by word, and takes its pictures: each step names what is clicked, and a
 * step that cannot be done as written ends it. Run it when the pages of the tour look different.
 * `node_modules/.bin/node scripts/write-tour.ts`
 */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { lexer, type Token, type Tokens } from "marked";
import type { Page } from "playwright-core";
import { startBrowser } from "../test/browser.ts";
import { isReady } from "../test/dashboard/every-page.ts";
import { savePicture } from "../test/dashboard/pictures.ts";
import { withDemo } from "../test/demo-process.ts";
import { until } from "../test/callers.ts";

const DOCS = join(import.meta.dirname, "../docs");
const LOOK = { width: 1280, height: 920 };

interface Step {
  text: string;
  /** What is clicked; null for the link of the terminal. */
  name: string | null;
  /** The column of a chart that stands out. */
  isColumn: boolean;
  picture: string;
}

/** The items of the numbered list: the first bold words are clicked, and the picture shows what appears. */
function stepsOf(markdown: string): Step[] {
  const list = lexer(markdown).find((token) => token.type === "list" && token["ordered"] === true);
  // A list, by the line above.
  const items = (list as Tokens.List | undefined)?.items ?? [];
  return items.map(({ text, tokens }) => {
    const inner = tokens.flatMap(flat);
    const name = inner.find((token) => token.type === "strong");
    const picture = inner.find((token) => token.type === "image");
    if (picture === undefined) throw new Error(`no picture shows the step: ${text}`);
    return {
      text: text.split("\n")[0] ?? "",
      name: name === undefined ? null : (name as Tokens.Strong).text,
      isColumn: /\bcolumn\b/.test(text),
      picture: basename((picture as Tokens.Image).href, ".webp"),
    };
  });
}

const flat = (token: Token): Token[] => [
  token,
  // Tokens of a paragraph.
  ...("tokens" in token ? (token.tokens ?? []).flatMap(flat) : []),
];

async function take(page: Page, { name, isColumn }: Step): Promise<void> {
  if (isColumn) return clickColumn(page);
  if (name !== null) await chosen(page, name).click();
}

const titleOf = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
/** A name may go on with a figure. */
const chosen = (page: Page, name: string) =>
  page.getByRole("link", { name }).or(page.getByRole("button", { name })).first();

interface Month {
  effective_month: string;
  total_cost: number;
  month_complete: boolean;
}

/** The column of the newer year that is furthest above the one beside it. */
async function clickColumn(page: Page): Promise<void> {
  const [, id] = /properties\/(\d+)/.exec(page.url()) ?? [];
  const answer = await page.request.get(new URL(`/v1/properties/${id}/monthly`, page.url()).href);
  // The service's own answer.
  const { property_aggregated_monthly_data: months } = (await answer.json()) as {
    property_aggregated_monthly_data: Month[];
  };
  const riseOf = ({ effective_month, total_cost }: Month): number => {
    const yearBefore = `${Number(effective_month.slice(0, 4)) - 1}${effective_month.slice(4)}`;
    return total_cost - (months.find((month) => month.effective_month === yearBefore)?.total_cost ?? total_cost);
  };
  const lastYear = months.filter(({ month_complete }) => month_complete).slice(-12);
  const [most] = lastYear.toSorted((one, other) => riseOf(other) - riseOf(one));
  if (most === undefined) throw new Error("no month is complete");
  const short = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
  const name = short.format(new Date(most.effective_month));
  const label = page.locator('[role="img"] text').filter({ hasText: name }).first();
  await label.scrollIntoViewIfNeeded();
  const box = await label.boundingBox();
  if (box === null) throw new Error(`no column of ${name}`);
  // Right of the middle stands the newer year.
  await page.mouse.click(box.x + box.width / 2 + 12, box.y - 12);
}

const browser = await startBrowser();
try {
  const steps = stepsOf(await readFile(join(DOCS, "tour.md"), "utf8"));
  if (browser !== null)
    await withDemo(async ({ dashboard }) => {
      const page = await browser.newPage({ viewport: LOOK, locale: "en-US", reducedMotion: "reduce" });
      page.setDefaultTimeout(20_000);
      await page.goto(dashboard ?? "");
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      for (const [at, step] of steps.entries()) {
        const [title, { href, pathname }] = [await titleOf(page), new URL(page.url())];
        await take(page, step);
        // The page before stays until the next one is there.
        const isThere = async () => {
          const now = new URL(page.url());
          return now.pathname === pathname ? now.href !== href : (await titleOf(page)) !== title;
        };
        if (step.name !== null || step.isColumn)
          await until("what was chosen", async () => ((await isThere()) ? true : null));
        await isReady(page);
        await page.mouse.move(0, 0);
        // What is clicked next is in the picture.
        const next = steps[at + 1];
        if (next?.name != null && !next.isColumn) await chosen(page, next.name).scrollIntoViewIfNeeded();
        const bytes = await savePicture(page, join(DOCS, "pictures"), step.picture);
        console.log(`${step.text} (${Math.round(bytes / 1000)} kB)`);
      }
    });
} finally {
  await browser?.close();
}
