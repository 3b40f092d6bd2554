/** A real browser for tests of pages: the one that a package ships, else the machine's Chrome or Chromium; null when neither starts. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { listPrograms } from "../src/browser/program.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages are open too briefly to gain from the last compiler of the engine, or from threads that collect its garbage. With the
  // first compiler for every function at once, and not when it has run often, axe takes a sixth less time for a page.
  "--js-flags=--no-turbofan --always-sparkplug --single-threaded-gc --min-semi-space-size=16",
];

/** A signal ends this process, and the browser with its connection: handlers of the library's own would keep a stopped run from ending. */
const LEFT_TO_US = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

let started: Promise<Browser | null> | undefined;

/**
 * Null with a message on the console when no browser starts here. Close it when the tests are over. Files of one process share
 * one: the first that closes it, when all tests of the process are over, closes it for all.
 */
export const startBrowser = (): Promise<Browser | null> => (started ??= launch());

async function launch(): Promise<Browser | null> {
  const faults: string[] = [];
  // The shipped one is last in the list of the service. For tests it is first: the same everywhere, and twice as fast as a whole Chrome.
  for (const findPath of listPrograms(process.env["METERBOOK_BROWSER"] ?? null).toReversed()) {
    try {
      return await chromium.launch({ ...LEFT_TO_US, executablePath: await findPath(), args: FLAGS });
    } catch (error) {
      faults.push(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
    }
  }
  console.log(`No browser starts here: ${faults.join("; ")}`);
  return null;
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
/** None of our rules reads style sheets, which axe would copy for each of its runs. */
const OPTIONS = { resultTypes: ["violations"], preload: { assets: ["media"] } };
/** WCAG 2.0 to 2.2 at levels A and AA. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Only these look at colours: the others find the same in the dark. */
export const COLOUR_RULES: readonly string[] = ["color-contrast", "link-in-text-block"];

/** Of a long table the first rows and the last ones: those between are made by the same code, and axe takes a while for each. */
const ROWS_BETWEEN = "tbody > tr:nth-child(n + 13):not(:nth-last-child(-n + 4))";

/**
 * The violations that axe finds on the page as shown, each with its elements. @param rules only these, instead of all of A and AA
 * @param within only what is in there, by its selector
 */
export async function axeFindings(page: Page, rules?: readonly string[], within = "html"): Promise<string[]> {
  const runOnly = rules === undefined ? { type: "tag", values: TAGS } : { type: "rule", values: rules };
  // A page that is looked at again has it already.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(${JSON.stringify({ include: [[within]], exclude: [[ROWS_BETWEEN]] })}, ${JSON.stringify({ ...OPTIONS, runOnly })})`,
  );
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] }; // axe's own answer
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
