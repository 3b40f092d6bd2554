/** A real browser for tests of pages: the machine's Chrome or Chromium, else the one that a package ships; null when neither starts. */
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];
const PLACES = [
  ...(process.env["PATH"] ?? "").split(":").flatMap((folder) => NAMES.map((name) => join(folder, name))),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Null with a message on the console when no browser starts here. Close it when the tests are over. */
export async function startBrowser(): Promise<Browser | null> {
  const faults: string[] = [];
  const find = [
    ...PLACES.filter((place) => existsSync(place)).map((place) => () => Promise.resolve(place)),
    unpackShipped,
  ];
  for (const findPath of find) {
    try {
      return await chromium.launch({ executablePath: await findPath(), args: FLAGS });
    } catch (error) {
      faults.push(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
    }
  }
  console.log(`No browser starts here: ${faults.join("; ")}`);
  return null;
}

/**
 * The package's own unpacking uses one fixed path for every account and takes a half-written file for a whole one; this one
 * has a folder for each account and version, and the file appears there only when it is whole.
 */
async function unpackShipped(): Promise<string> {
  const folder = fileURLToPath(new URL("..", import.meta.resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string }; // npm's own
  const own = process.getuid?.();
  const home = join(tmpdir(), `meterbook-browser-${own ?? "own"}-${version}`);
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (own !== undefined && (await stat(home)).uid !== own) throw new Error(`${home} belongs to another account`);
  const program = join(home, "chromium");
  if (existsSync(program)) return program;
  const made = await mkdtemp(join(home, "new-"));
  const path = join(made, "chromium");
  const packed = createReadStream(join(folder, "bin/chromium.br"));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(path, { mode: 0o700 }));
  await rename(path, program);
  await rm(made, { recursive: true });
  return program;
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
/** WCAG 2.0 to 2.2 at levels A and AA. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * The violations that axe finds on the page as shown, each with its elements. @param rules only these, instead of all of A and AA
 * @param within only what is in there, by its selector
 */
export async function axeFindings(page: Page, rules?: readonly string[], within = "html"): Promise<string[]> {
  const runOnly = rules === undefined ? { type: "tag", values: TAGS } : { type: "rule", values: rules };
  // A page that is looked at again has it already.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] })`,
  );
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] }; // axe's own answer
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
